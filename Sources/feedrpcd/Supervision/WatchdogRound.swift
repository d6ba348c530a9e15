/// Who of several parts has answered since all were asked last.
///
/// A part that owes an answer is not asked again: its next answer, however late, says how it is.
struct WatchdogRound: Equatable {
  private enum State { case asked, well, unwell }

  private var states: [State]

  init(partCount: Int) { states = Array(repeating: .unwell, count: partCount) }

  /// Begins a round.
  ///
  /// - Returns: Those to ask, by their indexes.
  mutating func begin() -> [Int] {
    let indexes = states.indices.filter { states[$0] != .asked }
    for index in indexes { states[index] = .asked }
    return indexes
  }

  /// Takes the answer of a part that was asked.
  ///
  /// - Returns: True where it is the last of the round and all are well.
  mutating func answer(_ index: Int, isWell: Bool) -> Bool {
    precondition(states[index] == .asked, "who answers was asked")
    states[index] = isWell ? .well : .unwell
    return silent.isEmpty
  }

  /// Those that have not said that they are well since the round began, by their indexes.
  var silent: [Int] { states.indices.filter { states[$0] != .well } }
}
