package import Base
import RPC

/// The calling side of a connection with gRPC over HTTP/2.
package final class HTTP2ClientSession: HTTP2Connection, ClientSession, @unchecked Sendable {
  /// What calls are numbered by that were never sent: no stream has such an id.
  private static let firstUnsentID: UInt32 = 1 << 31

  /// The answer whose headers or trailers arrive.
  private var answer: (stream: Int32, head: ResponseHead)?
  /// True once no new calls are made here.
  private var isDraining = false
  /// Streams above were not run, the server said.
  private var lastProcessedStream = Int32.max
  /// What the server said with a GOAWAY for cause.
  private var goAwayText: String?
  private var nextUnsentID = HTTP2ClientSession.firstUnsentID

  package init(limits: HTTP2Limits = .client, now: Instant) {
    super.init(.client, limits: limits, now: now)
  }

  override func streamsInput(of stream: HTTP2Stream) -> Bool { stream.kind.streamsResponses }

  override func streamsOutput(of stream: HTTP2Stream) -> Bool { stream.kind.streamsRequests }

  // MARK: - Answers

  override func isListening(to stream: HTTP2Stream) -> Bool { !stream.isOver }

  override func headersBegan(_ stream: Int32, opensStream: Bool) {
    answer = (stream, ResponseHead(limits))
  }

  override func headerArrived(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) -> Bool {
    guard answer?.head.add(name, value) == false else { return true }
    let failure = SessionFailure(.resourceExhausted, "headers beyond all measure")
    doom(failure, code: ErrorCode.enhanceYourCalm)
    return false
  }

  override func headersEnded(_ id: Int32, endsStream: Bool) {
    guard let (_, head) = answer, let stream = stream(id) else { return }
    answer = nil
    if endsStream { stream.hasInputEnded = true }
    if head.isTooLarge {
      fail(stream, ServerText.metadataTooLarge(limit: limits.headerListByteCount))
    } else if stream.hasResponse {
      end(stream, with: head)
    } else if head.httpStatus != nil {
      begin(stream, with: head, isEnd: endsStream)
    } else {
      fail(stream, RPCError(.internal, "an answer without a status of HTTP"))
    }
  }

  private func begin(_ stream: HTTP2Stream, with head: ResponseHead, isEnd: Bool) {
    let status = head.httpStatus ?? 0
    // Interim answers tell nothing (RFC 9110 15.2).
    if (100..<200).contains(status), !isEnd { return }
    guard status == 200 else {
      let text = "the server answered with status \(status) of HTTP"
      return fail(stream, RPCError(StatusMapping.code(ofHTTP: status), text))
    }
    guard head.isGRPC else {
      return fail(stream, RPCError(.unknown, "the server's answer is none of gRPC"))
    }
    stream.hasResponse = true
    stream.isGzip = head.isGzip
    guard isEnd else {
      events.append(.headers(stream.call, head.metadata))
      return
    }
    end(stream, with: head)
  }

  private func end(_ stream: HTTP2Stream, with head: ResponseHead) {
    guard head.hasStatus, stream.hasInputEnded else {
      return fail(stream, RPCError(.internal, "the answer ended without a status"))
    }
    if let error = head.error { return finish(stream, error, trailers: head.metadata) }
    if stream.reader.isInsideMessage {
      return finish(stream, RPCError(.internal, "the answer ended inside a message"))
    }
    if !stream.kind.streamsResponses, stream.receivedMessageCount == 0 {
      return finish(stream, RPCError(.internal, "the answer has no message"))
    }
    finish(stream, nil, trailers: head.metadata)
  }

  override func messageArrived(_ message: Bytes, on stream: HTTP2Stream) {
    guard stream.kind.streamsResponses || stream.receivedMessageCount == 1 else {
      return fail(stream, RPCError(.internal, "the answer has more than one message"))
    }
    events.append(.message(stream.call, message))
  }

  override func inputEnded(_ stream: HTTP2Stream) {
    fail(stream, RPCError(.internal, "the answer ended without a status"))
  }

  /// Ends a call for a fault of ours or the server's, and tells the server to stop.
  override func fail(_ stream: HTTP2Stream, _ error: RPCError) { finish(stream, error) }

  override func deadlinePassed(_ stream: HTTP2Stream) {
    finish(stream, ServerText.deadlinePassed)
  }

  override func stalled(_ stream: HTTP2Stream) {
    finish(stream, RPCError(.unavailable, "the server takes nothing of the request"))
  }

  override func closed(_ stream: HTTP2Stream, code: UInt32) {
    // It is gone: there is nothing to reset any more.
    stream.hasInputEnded = true
    stream.ending = .nothing
    dropOutgoing(of: stream)
    let isUnprocessed = code == ErrorCode.refusedStream || stream.id > lastProcessedStream
    let name = StatusMapping.name(ofReset: code)
    let error =
      isUnprocessed
      ? RPCError(.unavailable, goAwayText ?? "the server did not take the call")
      : RPCError(StatusMapping.code(ofReset: code), "the server reset the call: \(name)")
    finish(stream, error, isUnprocessed: isUnprocessed)
  }

  override func headersNotSent(_ id: Int32) {
    guard let stream = stream(id) else { return }
    // The server never saw it: a reset would be for a stream that is idle, which ends the
    // connection (RFC 9113 5.1).
    stream.hasInputEnded = true
    stream.ending = .nothing
    dropOutgoing(of: stream)
    let error = RPCError(.unavailable, goAwayText ?? "the server takes no more calls")
    finish(stream, error, isUnprocessed: true)
  }

  /// Ends a call; its one last event is queued.
  private func finish(
    _ stream: HTTP2Stream,
    _ error: RPCError?,
    trailers: Metadata = [:],
    isUnprocessed: Bool = false
  ) {
    guard !stream.isOver else { return }
    stream.isOver = true
    events.append(
      .finished(stream.call, error, trailers: trailers, isUnprocessed: isUnprocessed)
    )
    forget(stream)
  }

  /// Takes a call out of the tables; a stream that is open is closed.
  func forget(_ stream: HTTP2Stream) {
    let hasEnded = stream.hasInputEnded && stream.ending != nil && stream.outgoing.isEmpty
    if !hasEnded { engine.reset(stream.id, code: ErrorCode.cancel) }
    remove(stream)
  }

  // MARK: - The end

  override func goAwayArrived(lastStream: Int32, code: UInt32, text: String) {
    isDraining = true
    lastProcessedStream = min(lastProcessedStream, lastStream)
    if code != ErrorCode.none, !text.isEmpty { goAwayText = text }
    events.append(.draining)
  }

  override func settleEnd() {
    let error = RPCError(.unavailable, goAwayText ?? "the server closed the connection")
    for stream in streams.values {
      finish(stream, error, isUnprocessed: stream.id > lastProcessedStream)
    }
  }

  override func endAll(_ failure: SessionFailure) {
    let error = RPCError(failure.code, failure.message)
    for stream in streams.values where !stream.isOver {
      stream.isOver = true
      events.append(.finished(stream.call, error, trailers: [:], isUnprocessed: false))
    }
  }

  override var isFinished: Bool {
    guard failure == nil else { return true }
    return streams.isEmpty && !hasInput && (isDraining || isInputEnded)
  }

  package func drain(at now: Instant) {
    advance(to: now)
    isDraining = true
  }

  /// True where a new call may be made.
  var takesCalls: Bool { failure == nil && !isInputEnded && !isDraining }

  /// Ends a call of which nothing was sent.
  func refuse(_ error: RPCError) -> CallID {
    let call = CallID(nextUnsentID)
    // Only those of the last few turns are ever known.
    nextUnsentID = nextUnsentID == .max ? Self.firstUnsentID : nextUnsentID + 1
    events.append(.finished(call, error, trailers: [:], isUnprocessed: true))
    return call
  }
}
