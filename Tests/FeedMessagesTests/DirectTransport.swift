import Base
import RPC

/// Hands calls straight to methods, without a connection: the handler runs when the client first
/// waits for an answer, with all that was sent by then.
final class DirectTransport: CallTransport {
  private let methods: [ServerMethod]
  private let last = Lock<(call: DirectCall?, options: CallOptions?)>((nil, nil))

  init(_ methods: [ServerMethod]) { self.methods = methods }

  var lastCall: DirectCall? { last.withLock { $0.call } }
  var lastOptions: CallOptions? { last.withLock { $0.options } }

  func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response {
    let call = try await open(method, request: request, options: options)
    guard let bytes = try await call.nextMessage() else { throw RPCError(.internal, "no answer") }
    do { return try Response(wireBytes: bytes) } catch { throw RPCError(error) }
  }

  func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall {
    guard let served = methods.first(where: { $0.descriptor == method }) else {
      throw RPCError(.unimplemented, method.path)
    }
    let call = DirectCall(served)
    if let request { try await call.send(request) }
    last.withLock { $0 = (call, options) }
    return call
  }
}

/// What both ends of a call share.
private struct Conversation {
  var requests: [Bytes] = []
  var responses: [Bytes] = []
  var error: RPCError?
  var hasRun = false
  var isCancelled = false
}

private func bytes(of message: some WireMessage) -> Bytes {
  message.withWireBytes { head, tail in Bytes(Array(head) + Array(tail)) }
}

/// The client's end; it runs the handler.
final class DirectCall: ClientCall {
  private let served: ServerMethod
  private let conversation = Lock(Conversation())

  init(_ served: ServerMethod) { self.served = served }

  var isCancelled: Bool { conversation.withLock { $0.isCancelled } }

  func send(_ message: some WireMessage) async throws(RPCError) {
    conversation.withLock { $0.requests.append(bytes(of: message)) }
  }

  func endMessages() async {}

  func nextMessage() async throws(RPCError) -> Bytes? {
    if conversation.withLock({ !$0.hasRun }) {
      conversation.withLock { $0.hasRun = true }
      do { try await served.run(ServerEnd(served.descriptor, conversation)) } catch {
        conversation.withLock { $0.error = error }
      }
    }
    let (next, error) = conversation.withLock { conversation in
      (
        conversation.responses.isEmpty ? nil : conversation.responses.removeFirst(),
        conversation.error
      )
    }
    if next == nil, let error { throw error }
    return next
  }

  func headers() async throws(RPCError) -> Metadata { Metadata() }
  func trailers() async -> Metadata { Metadata() }
  func cancel() { conversation.withLock { $0.isCancelled = true } }
}

private final class ServerEnd: ServerCall {
  let method: MethodDescriptor
  let route = 0
  let metadata = Metadata()
  let deadline: Instant? = nil
  let peer = Peer(userID: 0, groupID: 0, processID: 0, connectionID: 0)
  let startedAt = Instant(nanoseconds: 0)
  private let conversation: Lock<Conversation>

  init(_ method: MethodDescriptor, _ conversation: Lock<Conversation>) {
    self.method = method
    self.conversation = conversation
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    conversation.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  func sendHeaders(_: Metadata) async throws(RPCError) {}

  func send(_ message: some WireMessage) async throws(RPCError) {
    conversation.withLock { $0.responses.append(bytes(of: message)) }
  }

  func reply(_ message: some WireMessage) async throws(RPCError) { try await send(message) }
  func setTrailers(_: Metadata) async {}
}
