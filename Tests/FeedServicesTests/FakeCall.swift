import Base
import RPC
import Waiting

/// A call without a connection: it keeps what the handler sends.
final class FakeCall: ServerCall {
  let method: MethodDescriptor
  let route: Int
  let metadata: Metadata
  let deadline: Instant?
  let peer: Peer
  let startedAt = Instant.now()
  private let received: Watched<Received>
  private let failure: RPCError?
  private let sent = Watched<[Bytes]>([])
  private let isRead = Watched(true)
  private let passed = Lock<[PassedFile]>([])
  private let filesTaken: Int

  private struct Received {
    var messages: [Bytes]
    var isOver: Bool
  }

  /// A call whose client has sent `messages`; unless it is open, there is nothing more to come.
  ///
  /// With `failure` it vanished after them.
  init(
    _ method: MethodDescriptor = FakeCall.anyMethod,
    route: Int = 0,
    uid: UInt32 = FakeCall.ownerID,
    metadata: Metadata = Metadata(),
    deadline: Instant? = nil,
    messages: [Bytes] = [],
    isOpen: Bool = false,
    filesTaken: Int = 0,
    failure: RPCError? = nil
  ) {
    self.filesTaken = filesTaken
    self.failure = failure
    received = Watched(Received(messages: messages, isOver: !isOpen))
    self.method = method
    self.route = route
    self.metadata = metadata
    self.deadline = deadline
    peer = Peer(userID: uid, groupID: uid, processID: 1, connectionID: UInt64(uid))
  }

  /// The uid that the daemon runs under in these tests.
  static let ownerID: UInt32 = 500
  static let anyMethod = MethodDescriptor(service: "a.Service", method: "Call", kind: .unary)

  /// The files that went with what was sent.
  var files: [PassedFile] { passed.withLock { $0 } }

  func fileLimit() async -> Int { filesTaken }

  func send(_ message: some WireMessage, with files: [PassedFile]) async throws(RPCError) -> Bool {
    guard files.count <= filesTaken else { return false }
    try await send(message)
    passed.withLock { $0 += files }
    return true
  }

  /// What was sent, decoded.
  func responses<Message: WireMessage>(as type: Message.Type = Message.self) throws -> [Message] {
    try sent.value.map { try Message(wireBytes: $0) }
  }

  /// The first messages that are sent, decoded, as soon as there are so many.
  func responses<Message: WireMessage>(
    _ count: Int,
    as type: Message.Type = Message.self
  ) async throws -> [Message] {
    try await sent.until { $0.count >= count ? true : nil }
    return Array(try responses(as: type).prefix(count))
  }

  /// Messages that were sent.
  var sentCount: Int { sent.value.count }

  /// The client sends another message.
  func receive(_ message: some WireMessage) {
    received.change { $0.messages.append(Self.bytes(message)) }
  }

  /// The client sends no more.
  func endMessages() { received.change { $0.isOver = true } }

  /// The client stops to read, or goes on with it.
  func read(_ isReading: Bool) { isRead.change { $0 = isReading } }

  func nextMessage() async throws(RPCError) -> Bytes? {
    do {
      try await received.until { !$0.messages.isEmpty || $0.isOver ? true : nil }
    } catch { throw RPCError(.cancelled, "the test's client is gone") }
    let next = received.change { $0.messages.isEmpty ? nil : $0.messages.removeFirst() }
    if next == nil, let failure { throw failure }
    return next
  }

  /// Messages that the handler has not taken.
  var untakenCount: Int { received.value.messages.count }

  func sendHeaders(_: Metadata) async throws(RPCError) {}

  func send(_ message: some WireMessage) async throws(RPCError) {
    do { try await isRead.until { $0 ? true : nil } } catch {
      throw RPCError(.cancelled, "the test's client is gone")
    }
    sent.change { $0.append(Self.bytes(message)) }
  }

  private static func bytes(_ message: some WireMessage) -> Bytes {
    message.withWireBytes { head, tail in Bytes(Array(head) + Array(tail)) }
  }

  func onlyMessage() -> Bytes? {
    let received = received.value
    return received.isOver && received.messages.count == 1 ? received.messages.first : nil
  }

  func replyAtOnce(_ message: some WireMessage) -> Bool {
    guard isRead.value else { return false }
    sent.change { $0.append(Self.bytes(message)) }
    return true
  }

  func reply(_ message: some WireMessage) async throws(RPCError) { try await send(message) }
  func setTrailers(_: Metadata) async {}
}
