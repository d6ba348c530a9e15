import RPC

/// The open calls of a connection, by id.
///
/// Sessions number calls upwards, so they lie in order: a new one goes to the end, and one is found
/// in as many steps as its number of neighbours has bits. Taking one out moves those behind it.
struct CallTable {
  /// Invariant: ids grow.
  private var entries: [(id: CallID, call: ClientCallState)] = []

  var isEmpty: Bool { entries.isEmpty }

  subscript(id: CallID) -> ClientCallState? { index(of: id).map { entries[$0].call } }

  /// Adds a call, whose id is above those of all before it.
  mutating func append(_ call: ClientCallState, id: CallID) {
    precondition(
      entries.last.map { $0.id.rawValue < id.rawValue } ?? true,
      "a session numbers its calls upwards"
    )
    entries.append((id, call))
  }

  /// Takes a call out; nil where it is not there.
  mutating func remove(_ id: CallID) -> ClientCallState? {
    index(of: id).map { entries.remove(at: $0).call }
  }

  /// Takes all out, oldest first.
  mutating func removeAll() -> [ClientCallState] {
    defer { entries = [] }
    return entries.map(\.call)
  }

  /// Calls that have something to do, oldest first.
  func all(where isWanted: (ClientCallState) -> Bool) -> [ClientCallState] {
    entries.compactMap { isWanted($0.call) ? $0.call : nil }
  }

  private func index(of id: CallID) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id.rawValue < id.rawValue { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }
}
