/// Calls of one kind that run, and whose they are.
package struct CallSlots<Owner: Hashable & Sendable>: Sendable {
  private let ownerLimit: Int
  private let limit: Int
  /// Never 0.
  private var counts: [Owner: Int] = [:]
  /// Invariant: the sum over `counts`.
  package private(set) var count = 0

  /// - Parameters:
  ///   - ownerLimit: Calls of one owner at a time.
  ///   - limit: Calls at a time.
  package init(ownerLimit: Int, limit: Int = .max) {
    self.ownerLimit = ownerLimit
    self.limit = limit
  }

  /// Counts a call in; false, with nothing counted, where there is no room.
  package mutating func take(_ owner: Owner) -> Bool {
    guard count < limit, counts[owner, default: 0] < ownerLimit else { return false }
    counts[owner, default: 0] += 1
    count += 1
    return true
  }

  /// Counts out a call that `take` counted in.
  package mutating func release(_ owner: Owner) {
    guard let running = counts[owner] else { preconditionFailure("what ends has begun") }
    counts[owner] = running > 1 ? running - 1 : nil
    count -= 1
  }
}
