/// What a sender may still send: a number with its law.
///
/// A message may go while the value is above zero and costs its size, so one message may take the
/// value below zero: a window smaller than a message slows it down and never stops it. The value
/// never exceeds 2^31-1.
struct Credit: Equatable, Sendable {
  /// The highest value and increment.
  static let highest = Int(Int32.max)
  /// A message costs at least this much, so that empty ones are not free.
  static let smallestCost = 64

  private(set) var value: Int

  init(_ value: Int) { self.value = min(value, Self.highest) }

  /// The cost of a message.
  static func cost(ofByteCount byteCount: Int) -> Int { max(byteCount, smallestCost) }

  /// True while a message may go.
  var allowsMessage: Bool { value > 0 }

  mutating func spend(_ cost: Int) {
    precondition(allowsMessage, "a message is sent on credit only while there is some")
    value -= cost
  }

  /// Adds what the receiver returned; false, changing nothing, where the law is broken.
  mutating func add(_ increment: Int) -> Bool {
    guard increment > 0, increment <= Self.highest, value + increment <= Self.highest else {
      return false
    }
    value += increment
    return true
  }
}

/// The receiver's side of a `Credit`.
///
/// Credit goes back in portions of at least half the window: `take` says when one is due. The
/// sender can't wait for ever, for while it has none left more than half of the window is with the
/// handler or due.
///
/// Invariant: available + outstanding + due = size, outstanding ≥ 0, due ≥ 0.
struct ReceiveWindow: Equatable, Sendable {
  let size: Int
  /// What the sender may have left.
  private(set) var available: Int
  /// The cost of messages that arrived and are not taken.
  private(set) var outstanding = 0
  private var due = 0

  init(size: Int) {
    self.size = size
    available = size
  }

  /// Counts a message that arrived; false, changing nothing, where the sender had no credit.
  mutating func charge(_ cost: Int) -> Bool {
    guard available > 0 else { return false }
    available -= cost
    outstanding += cost
    return true
  }

  /// Counts messages as taken, at most what is outstanding.
  ///
  /// - Returns: the credit to return to the sender now; 0 where it can wait.
  mutating func take(_ cost: Int) -> Int {
    let taken = min(cost, outstanding)
    outstanding -= taken
    due += taken
    guard due >= max(size / 2, 1) else { return 0 }
    defer { due = 0 }
    available += due
    return due
  }
}
