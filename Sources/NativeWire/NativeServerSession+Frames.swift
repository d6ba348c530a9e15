import Base
import RPC

/// What arrives, frame by frame.
extension NativeServerSession {
  /// Does what a frame asks for.
  ///
  /// The order of checks is ttrpc's: length (done), id, type.
  mutating func handle(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    if case .fresh = handshake, greet(header, body) { return nil }
    guard header.stream % 2 == 1 else {
      refuse(header.stream, RPCError(.invalidArgument, ServerText.evenID))
      return nil
    }
    switch FrameType(rawValue: header.type) {
    case .request: return handleRequest(header, body)
    case .data: return handleData(header, body)
    case .cancel: handleCancel(header, body)
    case .hello, .window, .ping, .goAway: handleExtension(header, body)
    // A server is sent none of these; types to come are ignored, as ttrpc asks.
    case .response, .headers, .trailers, .descriptors, nil: break
    }
    return nil
  }

  /// A frame whose body was too long to be kept.
  mutating func handleDiscarded(_ header: FrameHeader) {
    if case .fresh = handshake { handshake = .plain }
    let limit = connection.limits.messageByteCount
    let error =
      begunRefusal
      ?? RPCError(.resourceExhausted, ServerText.tooLong(header.length, limit: limit))
    begunRefusal = nil
    if connection.features != [], FrameType(rawValue: header.type)?.isExtension == true {
      failExtension(header)
      return
    }
    guard header.type == FrameType.data.rawValue else {
      refuse(header.stream, error)
      return
    }
    if let slot = streams.slot(of: header.stream) {
      end(slot, with: error)
    } else if !halfClosedIDs.contains(header.stream), answeredIDs.insert(header.stream) {
      refuse(header.stream, error)
    }
    if isRuled(header.stream), !connection.drop(byteCount: header.length) { failFlow() }
  }

  /// Answers a call that was never opened, or is open and stays so.
  mutating func refuse(_ stream: UInt32, _ error: RPCError) {
    connection.writeResponse(error, stream: stream)
  }

  /// True where credits rule what the client sends on a stream.
  func isRuled(_ stream: UInt32) -> Bool {
    guard case .confirmed(let highest) = handshake else { return false }
    return stream > highest && connection.features.contains(.flow)
  }

  mutating func failFlow() {
    fail(.internal, "the client sent more than its credit", .flowControlError)
  }

  private mutating func failExtension(_ header: FrameHeader) {
    fail(.internal, "an extension frame of \(header.length) bytes", .protocolError)
  }

  /// Looks at the first frame; true where it was a HELLO.
  private mutating func greet(_ header: FrameHeader, _ body: Bytes) -> Bool {
    guard header.type == FrameType.hello.rawValue,
      header.stream == FrameHeader.connectionStream,
      header.length <= connection.limits.extensionByteCount,
      header.flags.isDisjoint(with: [.acknowledge, .confirm]),
      let hello = Hello(body)
    else {
      handshake = .plain
      return false
    }
    connection.agree(to: hello)
    var answer = Hello(connection.limits, features: connection.features)
    answer.version = min(hello.version, Hello.version)
    connection.writeHello(answer.body, flags: .acknowledge)
    handshake = .acknowledged
    return true
  }

  /// Frames of the whole connection; from a plain client they are unknown types.
  private mutating func handleExtension(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features != [] else { return }
    guard header.length <= connection.limits.extensionByteCount else {
      failExtension(header)
      return
    }
    switch FrameType(rawValue: header.type) {
    case .window: handleWindow(header, body)
    case .hello where header.stream == FrameHeader.connectionStream: handleConfirm(header, body)
    case .ping where header.stream == FrameHeader.connectionStream: handlePing(header, body)
    case .goAway where header.stream == FrameHeader.connectionStream: handleGoAway(body)
    case .request, .response, .data, .cancel, .headers, .trailers, .descriptors, .hello, .ping,
      .goAway, nil:
      break
    }
  }

  private mutating func handleConfirm(_ header: FrameHeader, _ body: Bytes) {
    guard case .acknowledged = handshake, header.flags.contains(.confirm), body.isEmpty else {
      return
    }
    handshake = .confirmed(after: usedIDs.highest)
  }

  private mutating func handlePing(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features.contains(.pingAndGoAway) else { return }
    guard body.count == 8 else {
      fail(.internal, "a ping of \(body.count) bytes", .protocolError)
      return
    }
    if header.flags.contains(.acknowledge) {
      connection.ping.pongArrived()
      if case .announced = drainState { finishDrain() }
    } else if connection.ping.pingArrived(at: connection.now) {
      connection.writeControl(.ping, flags: .acknowledge, stream: header.stream, body)
    } else {
      fail(.resourceExhausted, ServerText.tooManyPings, .enhanceYourCalm)
    }
  }

  private mutating func handleGoAway(_ body: Bytes) {
    guard connection.features.contains(.pingAndGoAway), GoAway(body) != nil else { return }
    connection.events.append(.draining)
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

  private mutating func handleCancel(_ header: FrameHeader, _ body: Bytes) {
    guard connection.features == [] || header.length <= connection.limits.extensionByteCount else {
      failExtension(header)
      return
    }
    // The answer may have crossed the cancel: then there is nothing to do.
    guard body.count >= 4, let slot = streams.slot(of: header.stream) else { return }
    let isDeadline = body.integer(at: 0) == UInt32(StatusCode.deadlineExceeded.rawValue)
    end(slot, with: isDeadline ? ServerText.deadlinePassed : ServerText.cancelled)
  }
}

/// What the Go implementation says in the same place: some clients look at the words.
///
/// Where a retry can help the status says when.
enum ServerText {
  static let evenID = "StreamID must be odd for client initiated streams"
  static let usedID = "StreamID cannot be re-used and must increment"
  static let inactiveID = "StreamID is no longer active"
  static let dataOnUnary = "data on unary stream"
  static let tooManyPings = "too_many_pings"
  static let deadlinePassed = RPCError(.deadlineExceeded, "context deadline exceeded")
  static let cancelled = RPCError(.cancelled, "context canceled")
  static let bufferFull = RPCError(
    .resourceExhausted,
    "data handling error: ttrpc: stream buffer full"
  )
  .retryable(after: .seconds(1))
  static let shuttingDown = RPCError(.unavailable, "the server is shutting down")
    .retryable(after: .seconds(1))

  static func tooManyCalls(limit: Int) -> RPCError {
    RPCError(
      .resourceExhausted,
      "\(limit) calls are open on this connection, the most there can be"
    )
    .retryable(after: .seconds(1))
  }

  static func tooLong(_ byteCount: Int, limit: Int) -> String {
    "message length \(byteCount) exceed maximum message size of \(limit)"
  }

  static func undecodable(_ error: EnvelopeError) -> RPCError {
    switch error {
    case .malformed:
      RPCError(.invalidArgument, "unmarshal request error: the envelope is not valid protobuf")
    case .invalidUTF8:
      RPCError(.invalidArgument, "unmarshal request error: string field contains invalid UTF-8")
    case .metadataTooLarge(let limit): metadataTooLarge(limit: limit)
    }
  }

  static func metadataTooLarge(limit: Int) -> RPCError {
    RPCError(.resourceExhausted, "the metadata take more than \(limit) bytes")
  }
}
