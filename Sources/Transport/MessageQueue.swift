import Base

/// Messages that wait for their handler, first in, first out.
///
/// Almost every call has one, which needs no array.
struct MessageQueue: Sendable {
  var first: Bytes?
  private var others: [Bytes] = []
  /// Where in `others` the second one is.
  private var start = 0

  init() {}

  mutating func append(_ message: Bytes) {
    if first == nil { first = message } else { others.append(message) }
  }

  mutating func popFirst() -> Bytes? {
    guard let message = first else { return nil }
    guard start < others.count else {
      first = nil
      return message
    }
    // Taken out, as a place that waits to be cleared away would keep the message's memory.
    first = exchange(&others[start], with: Bytes())
    start += 1
    // In batches, so that each message moves at most once on average.
    if start > others.count / 2 {
      others.removeFirst(start)
      start = 0
    }
    return message
  }

  var isEmpty: Bool { first == nil }

  /// Bytes of the message that is next; 0 where there is none.
  var firstByteCount: Int { first?.count ?? 0 }

  /// The message, where there is exactly one.
  var only: Bytes? { others.isEmpty ? first : nil }

  /// Takes the message, where there is exactly one.
  mutating func popOnly() -> Bytes? { others.isEmpty ? popFirst() : nil }

  mutating func removeAll() { self = MessageQueue() }
}
