/// Room that the windows of streams share where a message is longer than a window.
///
/// A stream whose message does not fit gets room for the whole of it, or waits for it: so messages
/// whose beginnings are there can always be completed, however many have begun.
struct WindowGrowth: Sendable {
  private let byteCount: Int
  private var free: Int
  /// Streams that wait, and what for, oldest first.
  private var waiting: [(stream: Int32, byteCount: Int)] = []

  init(byteCount: Int) {
    self.byteCount = byteCount
    free = byteCount
  }

  /// Takes room, if nobody waits before.
  ///
  /// - Returns: false where there is none now.
  mutating func take(_ byteCount: Int) -> Bool {
    guard waiting.isEmpty, byteCount <= free else { return false }
    free -= byteCount
    return true
  }

  /// Takes room that nobody needs: half of all stays for messages that do.
  ///
  /// - Returns: false where there is none.
  mutating func takeSpare(_ byteCount: Int) -> Bool {
    guard byteCount <= free - self.byteCount / 2 else { return false }
    return take(byteCount)
  }

  /// Asks for room that `next` will give.
  mutating func wait(_ stream: Int32, for byteCount: Int) {
    waiting.append((stream, byteCount))
  }

  /// The stream that waits longest, where there is room for it now; the room is then its own.
  mutating func next() -> (stream: Int32, byteCount: Int)? {
    guard let first = waiting.first, first.byteCount <= free else { return nil }
    free -= first.byteCount
    return waiting.removeFirst()
  }

  /// A stream needs room no longer: it gives back `byteCount` and waits no more.
  mutating func leave(_ stream: Int32, _ byteCount: Int) {
    free += byteCount
    waiting.removeAll { $0.stream == stream }
  }
}
