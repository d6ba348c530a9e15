package import Base
package import RPC

/// What handlers do.
extension HTTP2ServerSession {
  package func sendHeaders(_ metadata: Metadata, on call: CallID) {
    guard let stream = openStream(of: call), !stream.hasHeaders else { return }
    submitHeaders(of: stream, metadata)
  }

  package func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    on call: CallID,
    at now: Instant
  ) {
    advance(to: now)
    guard let stream = openStream(of: call) else { return }
    precondition(stream.kind.streamsResponses, "send is for answers of many messages")
    write(head, tail, to: stream)
  }

  package func reply(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    advance(to: now)
    guard let stream = openStream(of: call) else { return }
    write(head, tail, to: stream)
    finish(nil, trailers: trailers, on: call, at: now)
  }

  package func finish(
    _ error: RPCError?,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    advance(to: now)
    guard let stream = openStream(of: call) else { return }
    let isAnswered = stream.kind.streamsResponses || stream.sentMessageCount > 0
    close(stream, error ?? (isAnswered ? nil : ServerText.noAnswer), trailers)
  }

  package func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {
    advance(to: now)
    if let stream = openStream(of: call) { took(byteCount, of: stream) }
  }

  package func isWritable(_ call: CallID) -> Bool {
    guard let stream = stream(of: call) else { return false }
    if isWritable(stream) { return true }
    noteBlocked(stream)
    return false
  }
}

extension HTTP2ServerSession {
  /// Ends a call on which the handler has not said its last word; the handler is told.
  func end(_ stream: HTTP2Stream, with error: RPCError) {
    if stream.isTold, stream.ending == nil {
      events.append(.cancelled(stream.call, error.code))
    }
    answer(stream, error)
  }

  /// Ends a stream that its client broke, without a status.
  func breakOff(_ stream: HTTP2Stream) {
    if stream.isTold, stream.ending == nil, !events.removeAll(of: stream.call) {
      events.append(.cancelled(stream.call, .cancelled))
    }
    release(stream)
    dropOutgoing(of: stream)
    stream.ending = .nothing
    engine.reset(stream.id, code: ErrorCode.protocolError)
  }

  /// Answers a call with a status, whatever it was about to say.
  func answer(_ stream: HTTP2Stream, _ error: RPCError) {
    guard stream.hasHeaders, !stream.outgoing.isEmpty else {
      guard stream.ending == nil else { return }
      close(stream, error, [:])
      return
    }
    let isInsideMessage = stream.outgoing.isInsideMessage
    // It waits for a window that may never open; trailers need none.
    dropOutgoing(of: stream)
    guard isInsideMessage || stream.sentMessageCount == 0 else {
      close(stream, error, [:])
      return
    }
    // No status can follow a part of a message, nor what answers no call.
    stream.ending = .nothing
    release(stream)
    let code = error.code == .cancelled || error.code == .deadlineExceeded
    engine.reset(stream.id, code: code ? ErrorCode.cancel : ErrorCode.enhanceYourCalm)
  }

  /// Answers what is no call.
  func answer(_ stream: HTTP2Stream, _ other: HTTPAnswer) {
    let text = Bytes(other.text.utf8)
    var headers = HeaderList()
    headers.add(":status", "\(other.status)")
    headers.add("content-type", "text/plain; charset=utf-8")
    headers.add("content-length", "\(text.count)")
    if let allow = other.allow { headers.add("allow", allow) }
    beginWaiting(stream)
    stream.outgoing.append(text)
    waitingByteCount += text.count
    stream.ending = .nothing
    stream.hasHeaders = true
    engine.submitResponse(stream.id, headers, hasBody: true)
  }

  private func write(_ head: UnsafeRawBufferPointer, _ tail: Bytes, to stream: HTTP2Stream) {
    let byteCount = head.count + tail.count
    guard byteCount <= limits.messageByteCount else {
      end(stream, with: ServerText.tooLong(byteCount, limit: limits.messageByteCount))
      return
    }
    if !stream.hasHeaders { submitHeaders(of: stream, [:]) }
    guard stream.ending == nil else { return }
    append(head, tail: tail, to: stream)
  }

  private func submitHeaders(of stream: HTTP2Stream, _ metadata: Metadata) {
    let headers = AnswerHeaders.initial(metadata, deflates: stream.deflates)
    guard headers.size <= limits.headerListByteCount else {
      end(stream, with: ServerText.metadataTooLarge(limit: limits.headerListByteCount))
      return
    }
    stream.hasHeaders = true
    engine.submitResponse(stream.id, headers, hasBody: true)
  }

  /// Says the last word on a call.
  private func close(_ stream: HTTP2Stream, _ error: RPCError?, _ trailers: Metadata) {
    let limit = limits.headerListByteCount
    stream.ending = .status(error, trailers)
    release(stream)
    guard stream.hasHeaders else {
      stream.hasHeaders = true
      let list = AnswerHeaders.trailersOnly(error, trailers, limit: limit)
      engine.submitResponse(stream.id, list, hasBody: false)
      return
    }
    guard stream.outgoing.isEmpty else { return }
    // Asked for the last data, of which there is none, the library would wait for a window.
    stream.hasTrailers = true
    let list = AnswerHeaders.trailers(error, trailers, limit: limit)
    engine.submitTrailers(stream.id, list)
  }

  /// Frees what a call was asked, which nobody looks at any more.
  ///
  /// Its answer may have to wait for long, and others would wait for the window that it held.
  private func release(_ stream: HTTP2Stream) {
    heldCost -= stream.heldCost
    stream.heldCost = 0
    stream.head = nil
    dropBegun(of: stream)
  }

  /// The stream of a call whose handler may still say something.
  private func openStream(of call: CallID) -> HTTP2Stream? {
    guard let stream = stream(of: call), stream.ending == nil else { return nil }
    return stream
  }
}
