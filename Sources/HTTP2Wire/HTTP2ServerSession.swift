package import Base
package import RPC

/// The answering side of a connection with gRPC over HTTP/2.
///
/// PROTOCOL.md says what it does with every request. A call that has one message is told once that
/// message and the end of its stream are there; others when their headers are.
package final class HTTP2ServerSession: HTTP2Connection, ServerSession, @unchecked Sendable {
  /// How far the graceful end is.
  enum Drain {
    case none
    /// The first GOAWAY is out; new calls are taken until this moment.
    case announced(until: Instant)
    /// New calls are ignored.
    case refusing
  }

  private let routes: RouteTable
  /// The request whose headers arrive.
  private var request: (stream: Int32, head: RequestHead)?
  /// What the trailers that arrive count for.
  private var trailerByteCount = 0
  /// Calls whose one message, or its end, was not there when they came up in this step of reading.
  private var incomplete: [HTTP2Stream] = []
  private var drainState = Drain.none

  package init(routes: RouteTable, limits: HTTP2Limits, now: Instant) {
    self.routes = routes
    super.init(.server, limits: limits, now: now)
  }

  override func streamsInput(of stream: HTTP2Stream) -> Bool { stream.kind.streamsRequests }

  override func streamsOutput(of stream: HTTP2Stream) -> Bool { stream.kind.streamsResponses }

  /// What a client makes us say and does not read.
  override var isBehind: Bool { engine.waitingFrameCount >= limits.waitingFrameCount }

  // MARK: - Requests

  override func headersBegan(_ stream: Int32, opensStream: Bool) {
    request = opensStream ? (stream, RequestHead(limits, routes)) : nil
    trailerByteCount = 0
  }

  override func headerArrived(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) -> Bool {
    guard request?.head.add(name, value) ?? addTrailer(name, value) == false else { return true }
    let failure = SessionFailure(.resourceExhausted, "headers beyond all measure")
    doom(failure, code: ErrorCode.enhanceYourCalm)
    return false
  }

  /// Trailers of a request say nothing to us; false where they are beyond all measure.
  private func addTrailer(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    trailerByteCount += name.count + value.count + HeaderList.pairByteCount
    return trailerByteCount <= limits.headerListAbuseByteCount
  }

  override func headersEnded(_ id: Int32, endsStream: Bool) {
    guard let (stream, head) = request, stream == id else {
      // Trailers that end nothing are malformed (RFC 9113 8.1).
      if endsStream { streamEnded(id) } else if let stream = self.stream(id) { breakOff(stream) }
      return
    }
    request = nil
    switch head.verdict() {
    case .call(let call): begin(call, on: id, isEnded: endsStream)
    case .refused(let error):
      let stream = open(id, .unary, isEnded: endsStream)
      answer(stream, error)
    case .other(let other):
      countReset()
      let stream = open(id, .unary, isEnded: endsStream)
      answer(stream, other)
    }
  }

  private func open(_ id: Int32, _ kind: CallKind, isEnded: Bool) -> HTTP2Stream {
    let stream = HTTP2Stream(id, kind, limits: limits)
    stream.hasInputEnded = isEnded
    insert(stream)
    return stream
  }

  private func begin(_ call: RequestHead.Call, on id: Int32, isEnded: Bool) {
    let stream = open(id, routes.methods[call.route].kind, isEnded: isEnded)
    stream.isGzip = call.isGzip
    // A client that deflates wants it of us too; over a local socket nobody else does.
    stream.deflates = call.isGzip && call.acceptsGzip
    if let timeout = call.timeoutNanoseconds {
      stream.deadline = now.advanced(byNanoseconds: timeout)
      earliestDeadline = min(earliestDeadline, stream.deadline)
    }
    let head = CallHead(
      route: call.route,
      metadata: call.metadata,
      deadline: stream.deadline == .never ? nil : stream.deadline,
      isEnded: isEnded
    )
    guard stream.kind.streamsRequests else {
      stream.head = head
      if isEnded { fail(stream, ServerText.noMessage) } else { incomplete.append(stream) }
      return
    }
    tell(stream, head)
    if !isEnded { widenForGood(stream, to: limits.streamingWindowByteCount) }
  }

  private func tell(_ stream: HTTP2Stream, _ head: CallHead) {
    stream.isTold = true
    events.append(.opened(stream.call, head))
  }

  /// A request that is not whole counts for nothing but its window, and for what has begun.
  ///
  /// Its end may never come, so it is not inflated either.
  override func setAside(_ message: MessageReader.Message, of stream: HTTP2Stream) -> Bool {
    guard !stream.kind.streamsRequests else { return false }
    if stream.onlyMessage == nil {
      stream.onlyMessage = message
      if stream.awaitedSince != nil { incomplete.append(stream) }
    } else {
      fail(stream, ServerText.manyMessages)
    }
    return true
  }

  override func messageArrived(_ message: Bytes, on stream: HTTP2Stream) {
    guard var head = stream.head else {
      events.append(.message(stream.call, message))
      return
    }
    stream.head = nil
    head.message = message
    head.isEnded = true
    tell(stream, head)
  }

  override func inputEnded(_ stream: HTTP2Stream) {
    guard !stream.kind.streamsRequests else {
      events.append(.endOfMessages(stream.call))
      return
    }
    guard let message = stream.onlyMessage else {
      fail(stream, ServerText.noMessage)
      return
    }
    stream.onlyMessage = nil
    noteBegun(of: stream)
    tell(message, of: stream)
  }

  override func inputStepEnded() {
    guard !incomplete.isEmpty else { return }
    for stream in incomplete where !stream.hasInputEnded && stream.ending == nil {
      if stream.awaitedSince == nil { awaitMessages(of: stream) }
      // What may wait for long does not keep all that was read with it.
      if let body = stream.onlyMessage?.body, body.memoryID == piece.memoryID {
        stream.onlyMessage?.body = body.withUnsafeBytes(Bytes.init(copying:))
      }
    }
    incomplete.removeAll(keepingCapacity: true)
  }

  override func messageIsLate(_ stream: HTTP2Stream) {
    // The client may only be waiting for us.
    guard wantsRead, !waitsForWindow(stream) else { return awaitMessages(of: stream) }
    end(stream, with: ServerText.lateMessage)
  }

  package func refuseBegun(_ error: RPCError, at now: Instant) {
    advance(to: now)
    for stream in streams.values where stream.begunByteCount > 0 { end(stream, with: error) }
  }

  override func fail(_ stream: HTTP2Stream, _ error: RPCError) { end(stream, with: error) }

  override func deadlinePassed(_ stream: HTTP2Stream) {
    end(stream, with: ServerText.deadlinePassed)
  }

  override func stalled(_ stream: HTTP2Stream) { end(stream, with: ServerText.unread) }

  override func closed(_ stream: HTTP2Stream, code: UInt32) {
    let isComplete = stream.ending != nil && stream.outgoing.isEmpty
    if !isComplete { countReset() }
    guard stream.isTold, stream.ending == nil else { return }
    if !events.removeAll(of: stream.call) {
      events.append(.cancelled(stream.call, .cancelled))
    }
  }

  // MARK: - Frames out

  /// What follows a stream's last bytes.
  override func provision(
    _ byteCount: Int,
    of stream: HTTP2Stream
  ) -> HTTP2Engine.Provision {
    switch stream.ending {
    case .status(let error, let trailers):
      let list = AnswerHeaders.trailers(error, trailers, limit: limits.headerListByteCount)
      return .lastBytes(byteCount, trailers: list)
    case .nothing, nil: return .end(byteCount)
    }
  }

  /// A client that has not ended its side is told that it need not (RFC 9113 8.1).
  override func frameWritten(_ frame: HTTP2Engine.WrittenFrame) {
    noteWritten(frame)
    // The ping goes behind the GOAWAY, so that its answer tells that the client knows.
    if frame.kind == .goAway, case .announced = drainState { ping() }
    guard frame.endsStream, let stream = stream(frame.stream), !stream.hasInputEnded else { return }
    engine.reset(frame.stream, code: ErrorCode.none)
  }

  // MARK: - The end

  override func settleEnd() {
    // The client will send no more: calls that it has not ended can't be completed.
    for stream in streams.values where !stream.hasInputEnded && stream.ending == nil {
      end(stream, with: RPCError(.cancelled, "the connection ended inside the request"))
    }
  }

  override func endAll(_ failure: SessionFailure) {
    for stream in streams.values where stream.isTold && stream.ending == nil {
      events.append(.cancelled(stream.call, .cancelled))
    }
  }

  override var isFinished: Bool {
    guard failure == nil else { return true }
    guard streams.isEmpty, !hasInput else { return false }
    if case .refusing = drainState { return true }
    return isInputEnded
  }

  package func drain(at now: Instant) {
    advance(to: now)
    guard failure == nil, case .none = drainState else { return }
    engine.announceEnd()
    drainState = .announced(until: self.now + limits.drainPatience)
  }

  override var drainDeadline: Instant {
    if case .announced(let until) = drainState { until } else { .never }
  }

  /// The client knows that the end is near: what it sent before has arrived.
  override func pingAnswered() {
    guard case .announced = drainState else { return }
    // A client that is slow to answer is no reason to end its calls.
    forgetPing()
    engine.goAway()
    drainState = .refusing
  }

  override func goAwayArrived(lastStream: Int32, code: UInt32, text: String) {
    events.append(.draining)
  }
}
