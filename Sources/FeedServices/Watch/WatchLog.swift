import Base
import FeedModel
import FeedStore

/// The latest messages for watchers, by rising number.
///
/// All watchers read the same log, each from its own position, so one who is behind costs no
/// memory. Of messages with the same subject only the last is left. Where there are more than may
/// be held the oldest go, and who has not read them has missed them.
struct WatchLog: Sendable {
  /// Messages up to this number are no longer held.
  private(set) var start: SequenceNumber
  /// All messages up to this number have been added.
  private(set) var end: SequenceNumber
  private(set) var byteCount = 0

  /// By rising number; those made superfluous are nil until there are many.
  private var slots: [(sequence: SequenceNumber, entry: WatchEntry?)] = []
  private var emptySlotCount = 0
  /// Where the last message of each subject stands.
  private var newest: [WatchEntry.Subject: SequenceNumber] = [:]
  private let limits: WatchLimits

  /// A log without messages that goes on behind `sequence`.
  init(after sequence: SequenceNumber, limits: WatchLimits) {
    start = sequence
    end = sequence
    self.limits = limits
  }

  var count: Int { slots.count - emptySlotCount }

  /// Adds messages, which are all that there are behind the last up to `end`.
  mutating func append(_ entries: [WatchEntry], upTo end: SequenceNumber) {
    for entry in entries {
      precondition(entry.sequence > self.end, "numbers rise")
      self.end = entry.sequence
      if let subject = entry.subject {
        if let earlier = newest.updateValue(entry.sequence, forKey: subject) { empty(earlier) }
      }
      slots.append((entry.sequence, entry))
      byteCount += entry.byteCount
    }
    self.end = max(self.end, end)
    dropOldest()
    if emptySlotCount > max(count, 64) {
      slots.removeAll { $0.entry == nil }
      emptySlotCount = 0
    }
  }

  /// Messages behind `position` that a watcher is interested in, as many as it takes at once.
  ///
  /// - Returns: The messages, and the position behind them.
  func messages(
    after position: SequenceNumber,
    for interest: WatchInterest
  ) -> (messages: [Bytes], position: SequenceNumber) {
    var messages: [Bytes] = []
    var byteCount = 0
    for slot in slots[firstIndex(after: position)...] {
      guard let entry = slot.entry, interest.includes(entry) else { continue }
      let message = entry.message(for: interest.viewerID)
      messages.append(message)
      byteCount += message.count
      if messages.count >= limits.messagesPerTurn || byteCount >= limits.bytesPerTurn {
        return (messages, slot.sequence)
      }
    }
    return (messages, max(position, end))
  }

  /// True where a watcher is interested in a message behind `position`.
  func hasMessage(after position: SequenceNumber, for interest: WatchInterest) -> Bool {
    slots[firstIndex(after: position)...].contains { slot in
      slot.entry.map(interest.includes) ?? false
    }
  }

  // MARK: - Help

  private mutating func empty(_ sequence: SequenceNumber) {
    let index = firstIndex(after: SequenceNumber(sequence.number - 1))
    guard index < slots.count, slots[index].sequence == sequence, let entry = slots[index].entry
    else { return }
    byteCount -= entry.byteCount
    slots[index].entry = nil
    emptySlotCount += 1
  }

  /// Drops a quarter of what may be held at once, so that dropping costs little a message.
  private mutating func dropOldest() {
    guard count > limits.heldMessages || byteCount > limits.heldByteCount else { return }
    let wantedCount = limits.heldMessages - limits.heldMessages / 4
    let wantedByteCount = limits.heldByteCount - limits.heldByteCount / 4
    var index = 0
    while index < slots.count, count - index > wantedCount || byteCount > wantedByteCount {
      drop(slots[index])
      index += 1
    }
    slots.removeFirst(index)
  }

  private mutating func drop(_ slot: (sequence: SequenceNumber, entry: WatchEntry?)) {
    start = slot.sequence
    guard let entry = slot.entry else {
      emptySlotCount -= 1
      return
    }
    byteCount -= entry.byteCount
    if let subject = entry.subject, newest[subject] == entry.sequence { newest[subject] = nil }
  }

  /// The first slot whose number is above `sequence`.
  private func firstIndex(after sequence: SequenceNumber) -> Int {
    // Most watchers have read all but the last few.
    if slots.last.map({ $0.sequence <= sequence }) ?? true { return slots.count }
    var low = 0
    var high = slots.count - 1
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
