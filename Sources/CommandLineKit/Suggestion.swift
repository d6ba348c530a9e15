/// Finds what somebody probably meant.
package enum Suggestion {
  /// The candidate that the fewest edits make of `text`; nil where none is near.
  ///
  /// Near is up to a third of the word's length. The earliest of equals wins.
  package static func closest(to text: String, among candidates: [String]) -> String? {
    let limit = max(1, text.count / 3)
    let ranked = candidates.map { (distance: distance(text, $0), candidate: $0) }
    let best = ranked.min { $0.distance < $1.distance }
    guard let best, best.distance <= limit else {
      return candidates.first { text.count >= 3 && $0.hasPrefix(text) }
    }
    return best.candidate
  }

  /// Insertions, deletions, replacements and swaps of neighbours that make one of the other.
  static func distance(_ one: String, _ other: String) -> Int {
    let (left, right) = (Array(one), Array(other))
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in 1..<left.count + 1 {
      var current = [row]
      for column in 1..<right.count + 1 {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1)
        cost = min(cost, last[column - 1] + (isSame ? 0 : 1))
        let isSwap =
          row > 1 && column > 1 && left[row - 1] == right[column - 2]
          && left[row - 2] == right[column - 1]
        if isSwap { cost = min(cost, before[column - 2] + 1) }
        current.append(cost)
      }
      (before, last) = (last, current)
    }
    return last[right.count]
  }
}
