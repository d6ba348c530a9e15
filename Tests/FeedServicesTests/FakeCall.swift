import Base
import RPC

/// A call without a connection: it keeps what the handler sends.
final class FakeCall: ServerCall {
  let method: MethodDescriptor
  let route: Int
  let metadata: Metadata
  let deadline: Instant?
  let peer: Peer
  let startedAt = Instant.now()
  private let received: Lock<[Bytes]>
  private let sent = Lock<[Bytes]>([])

  /// A call whose client has sent `messages` and nothing more to come.
  init(
    _ method: MethodDescriptor = FakeCall.anyMethod,
    route: Int = 0,
    uid: UInt32 = FakeCall.ownerID,
    metadata: Metadata = Metadata(),
    deadline: Instant? = nil,
    messages: [Bytes] = []
  ) {
    received = Lock(messages)
    self.method = method
    self.route = route
    self.metadata = metadata
    self.deadline = deadline
    peer = Peer(userID: uid, groupID: uid, processID: 1, connectionID: UInt64(uid))
  }

  /// The uid that the daemon runs under in these tests.
  static let ownerID: UInt32 = 500
  static let anyMethod = MethodDescriptor(service: "a.Service", method: "Call", kind: .unary)

  /// What was sent, decoded.
  func responses<Message: WireMessage>(as type: Message.Type = Message.self) throws -> [Message] {
    try sent.withLock { $0 }.map { try Message(wireBytes: $0) }
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    received.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func sendHeaders(_: Metadata) async throws(RPCError) {}

  func send(_ message: some WireMessage) async throws(RPCError) {
    let bytes = message.withWireBytes { head, tail in Bytes(Array(head) + Array(tail)) }
    sent.withLock { $0.append(bytes) }
  }

  func reply(_ message: some WireMessage) async throws(RPCError) { try await send(message) }
  func setTrailers(_: Metadata) async {}
}
