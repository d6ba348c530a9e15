import Base
import RPC

/// What arrives, frame by frame.
extension NativeClientSession {
  mutating func handle(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    if greet(header, body) { return nil }
    switch FrameType(rawValue: header.type) {
    case .response: return handleResponse(header, body)
    case .data: return handleData(header, body)
    case .headers, .trailers: return handleMetadata(header, body)
    case .descriptors: return handleDescriptors(header, body)
    case .window, .ping, .goAway: handleExtension(header, body)
    // A client is sent none of these; types to come are ignored.
    case .request, .hello, .cancel, nil: break
    }
    return nil
  }

  /// A frame whose body was too long to be kept: its call can't go on.
  mutating func handleDiscarded(_ header: FrameHeader) {
    settle(as: .plain)
    if header.type == FrameType.data.rawValue, connection.features.contains(.flow),
      !connection.drop(byteCount: header.length)
    {
      failFlow()
      return
    }
    guard let slot = streams.slot(of: header.stream) else { return }
    let limit = connection.limits.messageByteCount
    abort(slot, RPCError(.resourceExhausted, ServerText.tooLong(header.length, limit: limit)))
  }

  /// Ends a call for a fault of ours or the server's, and tells the server to stop.
  mutating func abort(_ slot: Int, _ error: RPCError) {
    writeCancel(.cancelled, stream: streams.id(at: slot))
    finish(slot, error)
  }

  mutating func writeCancel(_ code: StatusCode, stream: UInt32) {
    guard !held.contains(stream) else { return }
    connection.writeControl(
      .cancel,
      stream: stream,
      Bytes(UInt32(bitPattern: code.rawValue).bigEndianBytes)
    )
  }

  private mutating func failFlow() {
    fail(.internal, "the server sent more than its credit", .flowControlError)
  }

  // MARK: The first frame

  /// Looks at the first frame; true where it was the answer to HELLO.
  private mutating func greet(_ header: FrameHeader, _ body: Bytes) -> Bool {
    switch handshake {
    case .plain, .agreed: return false
    case .waiting, .silent: break
    }
    guard header.type == FrameType.hello.rawValue,
      header.stream == FrameHeader.connectionStream,
      header.length <= connection.limits.extensionByteCount,
      header.flags.contains(.acknowledge),
      let hello = Hello(body), hello.version == Hello.version
    else {
      settle(as: .plain)
      return false
    }
    connection.agree(to: hello)
    connection.writeHello(Bytes(), flags: .confirm)
    settle(as: .agreed)
    return true
  }

  /// Lets early streams send freely.
  ///
  /// The server may still turn out to speak extensions when it was merely silent.
  mutating func settle(as result: Handshake) {
    switch handshake {
    case .plain, .agreed: return
    case .waiting, .silent: handshake = result
    }
    let hasCredit = connection.features.contains(.flow)
    for slot in 0..<streams.count {
      // A server that keeps silent may still answer, and counts credit from its first frame on.
      if case .silent = handshake {} else if !hasCredit { streams[slot].inbound.window = nil }
      guard case .early = streams[slot].outbound.rule else { continue }
      let wasWritable = isWritable(slot: slot)
      streams[slot].outbound.rule = .free
      if !wasWritable { unblock(slot) }
    }
    sendHeld()
  }

  // MARK: Frames of the whole connection

  private mutating func handleExtension(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features != [] else { return }
    guard header.length <= connection.limits.extensionByteCount else {
      fail(.internal, "an extension frame of \(header.length) bytes", .protocolError)
      return
    }
    switch FrameType(rawValue: header.type) {
    case .window: handleWindow(header, body)
    case .ping where header.stream == FrameHeader.connectionStream: handlePing(header, body)
    case .goAway where header.stream == FrameHeader.connectionStream: handleGoAway(header, body)
    case .request, .response, .data, .hello, .cancel, .headers, .trailers, .descriptors, .ping,
      .goAway, nil:
      break
    }
  }

  private mutating func handleWindow(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features.contains(.flow) else { return }
    let increment = body.count == 4 ? Int(body.integer(at: 0)) : 0
    guard increment > 0, increment <= Credit.highest else {
      fail(.internal, "a window increment that is none", .protocolError)
      return
    }
    if !addCredit(increment, to: header.stream) {
      fail(.internal, "more credit than can be", .flowControlError)
    }
  }

  private mutating func handlePing(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features.contains(.pingAndGoAway) else { return }
    guard body.count == 8 else {
      fail(.internal, "a ping of \(body.count) bytes", .protocolError)
      return
    }
    if header.flags.contains(.acknowledge) {
      connection.ping.pongArrived()
    } else if connection.ping.pingArrived(at: connection.now) {
      connection.writeControl(.ping, flags: .acknowledge, stream: header.stream, body)
    } else {
      fail(.resourceExhausted, ServerText.tooManyPings, .enhanceYourCalm)
    }
  }

  private mutating func handleGoAway(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features.contains(.pingAndGoAway), let goAway = GoAway(body) else { return }
    if !isDraining { connection.events.append(.draining) }
    isDraining = true
    lastProcessedID = min(lastProcessedID, goAway.lastID)
    if goAway.code != GoAwayCode.none.rawValue { goAwayText = goAway.text }
    for slot in (0..<streams.count).reversed() where streams.id(at: slot) > lastProcessedID {
      let error = RPCError(.unavailable, "the server is shutting down")
      finish(slot, error, isUnprocessed: true)
    }
  }
}
