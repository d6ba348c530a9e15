import Base

/// The messages of one stream that may not go yet, and the rule that says so.
struct SendQueue: Sendable {
  /// What lets a message go.
  enum Rule: Equatable, Sendable {
    /// Always; the socket alone holds the sender back.
    case free
    /// So many more, before the client knows what the server is.
    case early(messageCount: Int, byteCount: Int)
    /// Credit of the stream; the connection's is asked besides.
    case credit(Credit)
  }

  /// A message with what its frame needs.
  struct Message: Sendable {
    var head: Bytes
    var tail: Bytes

    var byteCount: Int { head.count + tail.count }
  }

  var rule: Rule
  private var messages: [Message] = []
  private var first = 0

  init(_ rule: Rule) { self.rule = rule }

  var isEmpty: Bool { first == messages.count }

  /// True where the connection's credit counts too.
  var isRuledByCredit: Bool {
    if case .credit = rule { return true }
    return false
  }

  /// Bytes of the message that is next; nil where none waits.
  var firstByteCount: Int? { isEmpty ? nil : messages[first].byteCount }

  /// True where the rule lets a message of `messageByteCount` bytes go.
  func allows(_ messageByteCount: Int) -> Bool {
    switch rule {
    case .free: true
    case .early(let messageCount, let byteCount): messageCount > 0 && messageByteCount <= byteCount
    case .credit(let credit): credit.allowsMessage
    }
  }

  /// Counts a message that goes.
  mutating func spend(byteCount: Int) {
    switch rule {
    case .free: break
    case .early(let messages, let bytes):
      rule = .early(messageCount: messages - 1, byteCount: bytes - byteCount)
    case .credit(var credit):
      credit.spend(Credit.cost(ofByteCount: byteCount))
      rule = .credit(credit)
    }
  }

  /// Adds credit; false where that breaks its law.
  ///
  /// A stream without credits ignores it.
  mutating func addCredit(_ increment: Int) -> Bool {
    guard case .credit(var credit) = rule else { return true }
    guard credit.add(increment) else { return false }
    rule = .credit(credit)
    return true
  }

  mutating func append(_ message: Message) { messages.append(message) }

  mutating func popFirst() -> Message? {
    guard first < messages.count else { return nil }
    let message = messages[first]
    messages[first] = Message(head: Bytes(), tail: Bytes())
    first += 1
    if first == messages.count {
      messages = []
      first = 0
    }
    return message
  }
}
