/// How many connections each loop has, and which loop gets the next one.
///
/// Connections stay where they began, and some stay long: given out in turn alone, those that stay
/// could all be on one loop.
struct LoopBalance: Sendable {
  /// Connections by loop.
  private(set) var counts: [Int]
  /// Where the search for the next one begins, so that equals take turns.
  private var firstIndex = 0

  init(loopCount: Int) {
    precondition(loopCount > 0, "connections have a loop")
    counts = Array(repeating: 0, count: loopCount)
  }

  /// Counts a connection in, on a loop with the fewest.
  ///
  /// - Complexity: O(loops).
  mutating func place() -> Int {
    var chosen = firstIndex
    for offset in 1..<counts.count {
      let index = (firstIndex + offset) % counts.count
      if counts[index] < counts[chosen] { chosen = index }
    }
    counts[chosen] += 1
    firstIndex = (chosen + 1) % counts.count
    return chosen
  }

  /// Counts a connection of a loop out.
  mutating func leave(_ index: Int) { counts[index] -= 1 }
}
