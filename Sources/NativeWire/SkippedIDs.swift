/// Which stream ids a client has used.
///
/// Ids are odd and should rise, but clients that take a number before they queue the frame send
/// some out of order. So an id is new where it is above the highest, or was left out below it. Of
/// those left out the newest `limit` are known; older ones count as used.
///
/// Invariant: `skipped` rises, all odd, all below `highest`.
struct SkippedIDs: Sendable {
  let limit: Int
  /// The highest id used; 0 before the first.
  private(set) var highest: UInt32 = 0
  private var skipped: [UInt32] = []

  init(limit: Int) { self.limit = limit }

  /// How many ids may still come below `highest`.
  var count: Int { skipped.count }

  /// True where `id`, which is odd, has not been used (or is forgotten to have been left out).
  func isNew(_ id: UInt32) -> Bool { id > highest || place(of: id) != nil }

  /// Marks `id`, which is odd, as used; false where it was.
  mutating func use(_ id: UInt32) -> Bool {
    guard id > highest else {
      guard let place = place(of: id) else { return false }
      skipped.remove(at: place)
      return true
    }
    let expected = highest == 0 ? 1 : highest &+ 2
    if id > expected, highest < .max - 1 { skip(from: expected, below: id) }
    highest = id
    return true
  }

  private mutating func skip(from first: UInt32, below id: UInt32) {
    let count = Int((id - first) / 2)
    let kept = min(count, limit)
    let forgotten = max(0, skipped.count + kept - limit)
    skipped.removeFirst(forgotten)
    var next = id - 2 * UInt32(kept)
    while next < id {
      skipped.append(next)
      next += 2
    }
  }

  private func place(of id: UInt32) -> Int? {
    var range = 0..<skipped.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if skipped[middle] == id { return middle }
      range = skipped[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
