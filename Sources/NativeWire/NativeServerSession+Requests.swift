import Base
import RPC

/// Calls that begin.
extension NativeServerSession {
  mutating func handleRequest(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    guard usedIDs.use(header.stream) else {
      refuse(header.stream, RPCError(.invalidArgument, ServerText.usedID))
      return nil
    }
    if let error = refusal {
      refuseRequest(header, error)
      return nil
    }
    let limit = connection.metadataLimit
    return body.withUnsafeBytes { (bytes) -> SessionEvent? in
      do throws(RPCError) {
        let envelope = try Self.read(bytes, limit: limit)
        let route = try Self.find(envelope, in: bytes, routes)
        return try open(
          header,
          route: route,
          metadata: envelope.metadata,
          timeout: envelope.timeoutNanoseconds,
          payload: body.slice(envelope.payload)
        )
      } catch {
        refuseRequest(header, error)
        return nil
      }
    }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer,
    limit: Int
  ) throws(RPCError) -> RequestEnvelope {
    do throws(EnvelopeError) {
      return try RequestEnvelope(bytes, metadataLimit: limit)
    } catch { throw ServerText.undecodable(error) }
  }

  /// Why no new call is taken now.
  private var refusal: RPCError? {
    if case .refusing = drainState { return ServerText.shuttingDown }
    let limit = connection.limits.openCallCount
    return streams.count >= limit ? ServerText.tooManyCalls(limit: limit) : nil
  }

  private static func find(
    _ envelope: RequestEnvelope,
    in bytes: UnsafeRawBufferPointer,
    _ routes: RouteTable
  ) throws(RPCError) -> Int {
    let service = UnsafeRawBufferPointer(rebasing: bytes[envelope.service])
    let method = UnsafeRawBufferPointer(rebasing: bytes[envelope.method])
    let found = routes.lookup(service: service, method: method)
    if case .found(let route) = found { return route }
    let text: String
    do throws(EnvelopeError) {
      let serviceName = try bytes.string(in: envelope.service)
      let methodName = try bytes.string(in: envelope.method)
      text =
        found == .unknownService
        ? "service \(toldBack(serviceName))" : "method \(toldBack(methodName))"
    } catch { throw ServerText.undecodable(error) }
    throw RPCError(.unimplemented, text)
  }

  /// A name of the peer's as far as it is repeated to it.
  private static func toldBack(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(NativeLimits.unknownNameCount)))
  }

  private mutating func open(
    _ header: FrameHeader,
    route: Int,
    metadata: consuming Metadata,
    timeout: Int64,
    payload: consuming Bytes
  ) throws(RPCError) -> SessionEvent {
    guard timeout >= 0 else { throw ServerText.deadlinePassed }
    let kind = routes.methods[route].kind
    var deadline = Instant.never
    if timeout > 0 {
      deadline = connection.now.advanced(byNanoseconds: timeout)
      earliestDeadline = min(earliestDeadline, deadline)
    }
    // The kind of the method decides what the message and the flags mean, not the flags.
    let hasMessage = !kind.streamsRequests || !payload.isEmpty
    let isEnded = !kind.streamsRequests || header.flags.contains(.remoteClosed)
    let byteCount = payload.count
    insert(
      header.stream,
      kind: kind,
      deadline: deadline,
      messageByteCount: hasMessage ? byteCount : nil,
      isEnded: isEnded
    )
    let head = CallHead(
      route: route,
      metadata: metadata,
      deadline: deadline == .never ? nil : deadline,
      message: hasMessage ? payload : nil,
      isEnded: isEnded
    )
    return .opened(CallID(header.stream), head)
  }

  private mutating func insert(
    _ id: UInt32,
    kind: CallKind,
    deadline: Instant,
    messageByteCount: Int?,
    isEnded: Bool
  ) {
    var inbound = Inbound()
    if let messageByteCount {
      // A message in a Request costs no credit and is held until the call ends, since what its
      // handler makes of it lives as long: `messageTaken` is for those that come later.
      inbound.byteCount = messageByteCount
      connection.heldByteCount += messageByteCount
    }
    if kind.streamsRequests, isRuled(id) {
      inbound.window = ReceiveWindow(size: connection.limits.streamWindowByteCount)
    }
    let hasCredit = kind.streamsResponses && connection.features.contains(.flow)
    let outbound: SendQueue.Rule =
      hasCredit ? .credit(Credit(connection.peerStreamWindow)) : .free
    let stream = ServerStream(
      kind: kind,
      request: isEnded ? .ended : HalfStream(),
      deadline: deadline,
      inbound: inbound,
      outbound: SendQueue(outbound)
    )
    streams.insert(stream, id: id)
  }

  /// Answers a Request that opens nothing; Data that follow it are dropped.
  private mutating func refuseRequest(_ header: FrameHeader, _ error: RPCError) {
    refuse(header.stream, error)
    if header.flags.contains(.remoteOpen) { halfClosedIDs.insert(header.stream) }
  }
}
