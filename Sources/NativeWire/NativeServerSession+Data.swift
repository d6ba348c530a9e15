import Base
import RPC

/// Messages that a client streams.
extension NativeServerSession {
  mutating func handleData(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    guard let slot = streams.slot(of: header.stream) else {
      handleLateData(header)
      return nil
    }
    guard streams[slot].kind.streamsRequests else {
      handleUnexpectedData(header, slot: slot)
      return nil
    }
    guard !streams[slot].request.hasEnded else {
      sayInactive(header)
      return nil
    }
    let call = CallID(header.stream)
    let isEnd = header.flags.contains(.remoteClosed)
    // What a frame without data carries is no message.
    let hasMessage = !header.flags.contains(.noData)
    if hasMessage, !admit(header, body, slot: slot) { return nil }
    if hasMessage { streams[slot].request.receive(.message) }
    if isEnd { streams[slot].request.receive(.end) }
    // The handler has said its last word and only credit is missing: nobody listens any more.
    guard streams[slot].ending == nil else {
      if hasMessage { messageTaken(body.count, on: call, at: connection.now) }
      return nil
    }
    guard hasMessage else { return isEnd ? .endOfMessages(call) : nil }
    if isEnd { connection.events.append(.endOfMessages(call)) }
    return .message(call, body)
  }

  /// True where a held frame may go on: its handler took a message, or the call is over.
  mutating func canGoOn(_ frame: HeldFrame) -> Bool {
    guard let slot = streams.slot(of: frame.header.stream) else { return true }
    return streams[slot].inbound.messageCount < connection.limits.streamMessageCount
  }

  /// The handler of a held frame did not come: the stream ends, the connection goes on.
  mutating func giveUpHeldFrame() {
    guard let frame = held, connection.now >= frame.deadline, !canGoOn(frame) else { return }
    held = nil
    guard let slot = streams.slot(of: frame.header.stream) else { return }
    end(slot, with: ServerText.bufferFull)
    if frame.header.flags.contains(.remoteClosed) { halfClosedIDs.remove(frame.header.stream) }
  }

  /// Counts a message in.
  ///
  /// False where it must wait (it is held) or the connection has failed.
  private mutating func admit(_ header: FrameHeader, _ body: Bytes, slot: Int) -> Bool {
    let isRuled = streams[slot].inbound.window != nil
    if !isRuled, streams[slot].inbound.messageCount >= connection.limits.streamMessageCount {
      let patience = connection.limits.streamBufferPatience
      held = HeldFrame(header: header, body: body, deadline: connection.now + patience)
      return false
    }
    guard connection.charge(byteCount: body.count, to: &streams[slot].inbound) else {
      failFlow()
      return false
    }
    return true
  }

  /// Data for a call that takes none.
  private mutating func handleUnexpectedData(_ header: FrameHeader, slot: Int) {
    // Some clients close a direction that their Request has closed already.
    let isEmptyClose = header.flags.isSuperset(of: .closing)
    guard !isEmptyClose || streams[slot].kind == .unary, !streams[slot].wasWarned else { return }
    streams[slot].wasWarned = true
    let isUnary = streams[slot].kind == .unary
    let text = isUnary ? ServerText.dataOnUnary : ServerText.inactiveID
    refuse(header.stream, RPCError(.invalidArgument, text))
  }

  /// Data for a call that is over or never was.
  private mutating func handleLateData(_ header: FrameHeader) {
    if !header.flags.contains(.noData), isRuled(header.stream),
      !connection.drop(byteCount: header.length)
    {
      failFlow()
      return
    }
    if halfClosedIDs.contains(header.stream) {
      if header.flags.contains(.remoteClosed) { halfClosedIDs.remove(header.stream) }
    } else {
      sayInactive(header)
    }
  }

  /// Once an id: a thousand frames get no thousand answers.
  private mutating func sayInactive(_ header: FrameHeader) {
    guard answeredIDs.insert(header.stream) else { return }
    refuse(header.stream, RPCError(.invalidArgument, ServerText.inactiveID))
  }
}
