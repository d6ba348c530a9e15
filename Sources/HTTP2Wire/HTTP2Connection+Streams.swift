import Base
import RPC

/// Messages of streams.
extension HTTP2Connection {
  // MARK: - In

  /// Takes bytes of a stream's messages.
  func take(_ bytes: Bytes, of stream: HTTP2Stream) {
    // Nobody listens any more: what comes is passed over until the peer notices.
    guard isListening(to: stream), !stream.hasInputEnded else {
      returnCredit(of: stream)
      return
    }
    stream.receivedByteCount += bytes.count
    defer { noteBegun(of: stream) }
    var rest = bytes
    do throws(MessageReader.Refusal) {
      while let message = try stream.reader.next(&rest) {
        if !setAside(message, of: stream) { tell(message, of: stream) }
        guard isListening(to: stream) else { return }
      }
    } catch {
      fail(stream, ServerText.refused(error))
      return
    }
    fitWindow(of: stream)
  }

  /// Tells a message, which counts from now on until it is taken.
  func tell(_ message: MessageReader.Message, of stream: HTTP2Stream) {
    guard let body = inflated(message, of: stream) else { return }
    let cost = max(body.count, HTTP2Limits.messageCost)
    guard heldCost + cost <= limits.heldByteCount else {
      fail(stream, ServerText.holdsTooMuch)
      return
    }
    stream.heldCost += cost
    heldCost += cost
    stream.untakenCount += 1
    stream.untakenByteCount += message.body.count + MessageReader.prefixByteCount
    stream.receivedMessageCount += 1
    messageArrived(body, on: stream)
  }

  /// Counts what a stream holds of messages that nobody was told of.
  func noteBegun(of stream: HTTP2Stream) {
    let byteCount = stream.reader.begunByteCount + (stream.onlyMessage?.body.count ?? 0)
    begunByteCount += byteCount - stream.begunByteCount
    stream.begunByteCount = byteCount
  }

  /// Lets go of what a stream holds of messages that nobody will be told of.
  func dropBegun(of stream: HTTP2Stream) {
    stream.onlyMessage = nil
    stream.reader = MessageReader(limit: limits.messageByteCount)
    noteBegun(of: stream)
  }

  private func inflated(_ message: MessageReader.Message, of stream: HTTP2Stream) -> Bytes? {
    guard message.isCompressed else { return message.body }
    guard stream.isGzip else {
      fail(stream, ServerText.unexpectedGzip)
      return nil
    }
    do throws(Gzip.Refusal) {
      return try Gzip.inflate(
        message.body,
        limit: limits.messageByteCount,
        free: limits.freeInflatedByteCount,
        ratio: limits.inflationRatio
      )
    } catch {
      fail(stream, ServerText.refused(error))
      return nil
    }
  }

  // MARK: - Out

  /// Appends a message to what a stream sends.
  func append(_ head: UnsafeRawBufferPointer, tail: Bytes, to stream: HTTP2Stream) {
    let before = stream.outgoing.byteCount
    beginWaiting(stream)
    if let deflated = deflated(head, tail, of: stream) {
      let none = UnsafeRawBufferPointer(start: nil, count: 0)
      stream.outgoing.append(none, tail: deflated, isCompressed: true)
    } else {
      stream.outgoing.append(head, tail: tail)
    }
    stream.sentMessageCount += 1
    waitingByteCount += stream.outgoing.byteCount - before
    resume(stream)
    if !isWritable(stream) { noteBlocked(stream) }
  }

  /// Notes when a stream's data begin to wait, where none did.
  func beginWaiting(_ stream: HTTP2Stream) {
    if waitingByteCount == 0 { oldestMove = now }
    if stream.outgoing.isEmpty { stream.movedAt = now }
  }

  private func deflated(
    _ head: UnsafeRawBufferPointer,
    _ tail: Bytes,
    of stream: HTTP2Stream
  ) -> Bytes? {
    guard stream.deflates, head.count + tail.count >= HTTP2Limits.deflatedByteCount else {
      return nil
    }
    guard !head.isEmpty else { return Gzip.deflate(tail) }
    let whole = Bytes(byteCount: head.count + tail.count) { memory in
      memory.copyMemory(from: head)
      tail.withUnsafeBytes { tail in
        UnsafeMutableRawBufferPointer(rebasing: memory[head.count...]).copyMemory(from: tail)
      }
    }
    return Gzip.deflate(whole)
  }

  /// Lets the library ask a stream again for what it has to send.
  func resume(_ stream: HTTP2Stream) {
    guard stream.isDeferred else { return }
    stream.isDeferred = false
    engine.resume(stream.id)
  }

  func dropOutgoing(of stream: HTTP2Stream) {
    waitingByteCount -= stream.outgoing.byteCount
    stream.outgoing.removeAll()
  }

  func isWritable(_ stream: HTTP2Stream) -> Bool {
    stream.ending == nil && stream.outgoing.byteCount < limits.streamOutputByteCount
      && waitingByteCount + output.byteCount < outputLimit(of: stream)
  }

  /// The sum of all that waits from which on a stream is not writable.
  ///
  /// Peers leave streams unread: what waits on those must stop neither the others of which nothing
  /// waits nor answers of one message.
  private func outputLimit(of stream: HTTP2Stream) -> Int {
    guard streamsOutput(of: stream) else { return 2 * limits.outputByteCount }
    return stream.outgoing.isEmpty ? limits.outputByteCount : limits.outputByteCount / 2
  }

  func noteBlocked(_ stream: HTTP2Stream) {
    guard !stream.isBlocked else { return }
    stream.isBlocked = true
    blockedCount += 1
  }

  /// Tells those who were blocked that they may send again.
  func announceWritable() {
    let sum = waitingByteCount + output.byteCount
    for stream in streams.values where stream.isBlocked {
      let limit = outputLimit(of: stream)
      guard stream.outgoing.byteCount <= limits.streamOutputByteCount / 2,
        stream.outgoing.isEmpty ? sum < limit : sum <= limit / 2
      else { continue }
      stream.isBlocked = false
      blockedCount -= 1
      if stream.ending == nil { events.append(.writable(stream.call)) }
    }
  }
}

/// What the library calls.
extension HTTP2Connection: FrameHandler {
  func dataArrived(_ id: Int32, _ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    returnConnectionCredit(bytes.count)
    guard let stream = stream(id) else { return }
    take(slice(bytes), of: stream)
  }

  func streamEnded(_ id: Int32) {
    guard let stream = stream(id), !stream.hasInputEnded else { return }
    stream.hasInputEnded = true
    guard isListening(to: stream) else { return }
    guard !stream.reader.isInsideMessage else {
      fail(stream, ServerText.cutMessage)
      return
    }
    inputEnded(stream)
  }

  func streamClosed(_ id: Int32, code: UInt32) {
    guard let stream = streams[id] else { return }
    closed(stream, code: code)
    remove(stream)
  }

  func pingArrived(isAnswer: Bool) {
    if isAnswer {
      pongDeadline = .never
      pingAnswered()
    } else if !pings.take(at: now) {
      let failure = SessionFailure(.resourceExhausted, "too_many_pings")
      doom(failure, code: ErrorCode.enhanceYourCalm)
    }
  }

  func provide(_ id: Int32, limit: Int) -> HTTP2Engine.Provision {
    guard let stream = stream(id), !stream.hasTrailers else { return .nothing }
    let count = min(limit, stream.outgoing.byteCount)
    if stream.ending != nil, count == stream.outgoing.byteCount {
      return provision(count, of: stream)
    }
    guard count > 0 else {
      stream.isDeferred = true
      return .nothing
    }
    return .bytes(count)
  }

  func writeData(_ id: Int32, header: UnsafeRawBufferPointer, byteCount: Int) {
    output.append(copying: header)
    guard let stream = stream(id), byteCount > 0 else { return }
    waitingByteCount -= byteCount
    stream.movedAt = now
    stream.outgoing.move(byteCount, to: &output)
  }

  /// Looks at what was written: work of ours lets the peer say more.
  func noteWritten(_ frame: HTTP2Engine.WrittenFrame) {
    switch frame.kind {
    case .headers, .data:
      // A window update for the stream, one for the connection, and a ping that measures.
      idleFrames.give(4)
      pings.reset()
    case .reset: if frame.code != ErrorCode.none, frame.code != ErrorCode.cancel { countReset() }
    case .goAway where frame.code != ErrorCode.none:
      let text = "the peer broke HTTP/2: \(StatusMapping.name(ofReset: frame.code))"
      // The library has said so to the peer.
      doom(SessionFailure(.internal, text), code: nil)
    case .goAway, .other: break
    }
  }

  /// A stream was opened for nothing.
  func countReset() {
    guard !resets.take(at: now) else { return }
    let failure = SessionFailure(.resourceExhausted, "too many streams were opened and reset")
    doom(failure, code: ErrorCode.enhanceYourCalm)
  }

  /// The bytes as a part of what the library reads, without a copy.
  private func slice(_ bytes: UnsafeRawBufferPointer) -> Bytes {
    let offset = piece.withUnsafeBytes { piece -> Int? in
      guard let start = piece.baseAddress, let first = bytes.baseAddress, first >= start,
        first + bytes.count <= start + piece.count
      else { return nil }
      return first - start
    }
    guard let offset else { return Bytes(copying: bytes) }
    return piece.slice(offset..<offset + bytes.count)
  }
}
