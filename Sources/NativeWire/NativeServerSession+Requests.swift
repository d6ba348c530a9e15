import Base
package import RPC

/// Calls that begin.
extension NativeServerSession {
  package mutating func nextCall(_ head: inout CallHead) -> CallID? {
    guard connection.events.isEmpty, held == nil, connection.failure == nil, hasBegun else {
      return nil
    }
    while let request = connection.decoder.peekRequest() {
      connection.pace.frameEnded()
      let bytes = connection.decoder.peek(request.body)
      let opened = open(request.header, bytes, &head)
      if let payload = opened?.payload {
        head.message = connection.decoder.sliceOfNextBody(payload)
      }
      connection.decoder.skip(request.header)
      if let opened { return opened.call }
      // What was refused may have been told.
      guard connection.events.isEmpty else { return nil }
    }
    return nil
  }

  mutating func handleRequest(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    var head = CallHead(route: 0, isEnded: false)
    let opened = body.withUnsafeBytes { open(header, $0, &head) }
    guard let opened else { return nil }
    if let payload = opened.payload { head.message = body.slice(payload) }
    return .opened(opened.call, head)
  }

  /// False before the first frame, which may be another than a request.
  private var hasBegun: Bool {
    if case .fresh = handshake { return false }
    return true
  }

  /// Opens the call that a Request asks for, or answers with why not.
  ///
  /// - Parameters:
  ///   - header: the frame's.
  ///   - bytes: its body.
  ///   - head: gets all but the message.
  /// - Returns: the call and where in `bytes` its message is, nil where it comes later.
  private mutating func open(
    _ header: FrameHeader,
    _ bytes: UnsafeRawBufferPointer,
    _ head: inout CallHead
  ) -> (call: CallID, payload: Range<Int>?)? {
    guard usedIDs.use(header.stream) else {
      refuse(header.stream, RPCError(.invalidArgument, ServerText.usedID))
      return nil
    }
    if let error = refusal {
      refuseRequest(header, error)
      return nil
    }
    do throws(RPCError) {
      let envelope = try Self.read(bytes, limit: connection.metadataLimit)
      head.route = try Self.find(envelope.service, envelope.method, in: bytes, routes)
      head.deadline = try deadline(after: envelope.timeoutNanoseconds)
      // From here on nothing is refused, which would leave the next call with them.
      if !envelope.metadata.isEmpty { head.metadata = envelope.metadata }
      return (CallID(header.stream), insert(header, payload: envelope.payload, &head))
    } catch {
      refuseRequest(header, error)
      return nil
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
    _ service: Range<Int>,
    _ method: Range<Int>,
    in bytes: UnsafeRawBufferPointer,
    _ routes: RouteTable
  ) throws(RPCError) -> Int {
    let found = routes.lookup(
      service: UnsafeRawBufferPointer(rebasing: bytes[service]),
      method: UnsafeRawBufferPointer(rebasing: bytes[method])
    )
    if case .found(let route) = found { return route }
    let text: String
    do throws(EnvelopeError) {
      let serviceName = try bytes.string(in: service)
      let methodName = try bytes.string(in: method)
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

  /// When a call must be answered, nil: at any time.
  private mutating func deadline(after nanoseconds: Int64) throws(RPCError) -> Instant? {
    guard nanoseconds != 0 else { return nil }
    guard nanoseconds > 0 else { throw ServerText.deadlinePassed }
    let deadline = connection.now.advanced(byNanoseconds: nanoseconds)
    earliestDeadline = min(earliestDeadline, deadline)
    return deadline == .never ? nil : deadline
  }

  /// Notes the stream of a call.
  ///
  /// - Returns: where its message is, nil where it comes later.
  private mutating func insert(
    _ header: FrameHeader,
    payload: Range<Int>,
    _ head: inout CallHead
  ) -> Range<Int>? {
    // The kind of the method decides what the message and the flags mean, not the flags.
    let kind = routes.methods[head.route].kind
    head.isEnded = !kind.streamsRequests || header.flags.contains(.remoteClosed)
    let hasMessage = !kind.streamsRequests || !payload.isEmpty
    var inbound = Inbound()
    if hasMessage {
      // A message in a Request costs no credit and is held until the call ends, since what its
      // handler makes of it lives as long: `messageTaken` is for those that come later.
      inbound.byteCount = payload.count
      connection.heldByteCount += payload.count
    }
    if kind.streamsRequests, isRuled(header.stream) {
      inbound.window = ReceiveWindow(size: connection.limits.streamWindowByteCount)
    }
    let hasCredit = kind.streamsResponses && connection.features.contains(.flow)
    let outbound: SendQueue.Rule =
      hasCredit ? .credit(Credit(connection.peerStreamWindow)) : .free
    let stream = ServerStream(
      kind: kind,
      request: head.isEnded ? .ended : HalfStream(),
      deadline: head.deadline ?? .never,
      inbound: inbound,
      outbound: SendQueue(outbound)
    )
    streams.insert(stream, id: header.stream)
    return hasMessage ? payload : nil
  }

  /// Answers a Request that opens nothing; Data that follow it are dropped.
  private mutating func refuseRequest(_ header: FrameHeader, _ error: RPCError) {
    refuse(header.stream, error)
    if header.flags.contains(.remoteOpen) { halfClosedIDs.insert(header.stream) }
  }
}
