import Base

/// Bytes that all loops share.
final class MemoryBudget: Sendable {
  /// Bytes in use from which on that is a burst, whose end is told.
  static let burstByteCount = 64 << 20

  private struct State {
    var used = 0
    /// The most that was in use since the end of a burst was told.
    var highest = 0
  }

  private let byteCount: Int
  private let state = Lock(State())
  private let burstEnded: @Sendable () -> Void

  /// - Parameters:
  ///   - byteCount: What may be in use.
  ///   - burstEnded: Is told when of `burstByteCount` or more an eighth or less is in use; must be
  ///     quick.
  init(byteCount: Int, burstEnded: @escaping @Sendable () -> Void = {}) {
    self.byteCount = byteCount
    self.burstEnded = burstEnded
  }

  fileprivate func take(_ count: Int) -> Bool {
    state.withLock { state in
      guard byteCount - state.used >= count else { return false }
      state.used += count
      state.highest = max(state.highest, state.used)
      return true
    }
  }

  fileprivate func give(_ count: Int) {
    let isEndOfBurst = state.withLock { state in
      state.used -= count
      guard state.highest >= Self.burstByteCount, state.used <= state.highest / 8 else {
        return false
      }
      state.highest = state.used
      return true
    }
    if isEndOfBurst { burstEnded() }
  }
}

/// One loop's share of a budget, taken and given back in steps so that the lock is rarely needed.
struct MemoryAllowance {
  private let budget: MemoryBudget
  private let step: Int
  /// Bytes taken from the budget and not in use.
  ///
  /// Invariant: 0 <= spare, and spare < 2 * step after each operation.
  private var spare = 0

  init(of budget: MemoryBudget, step: Int) {
    self.budget = budget
    self.step = step
  }

  /// False where there are not as many bytes left; nothing is taken then.
  mutating func take(_ byteCount: Int) -> Bool {
    if spare < byteCount {
      let missing = byteCount - spare
      if budget.take(missing + step) {
        spare += missing + step
      } else if budget.take(missing) {
        spare += missing
      } else {
        return false
      }
    }
    spare -= byteCount
    return true
  }

  mutating func give(_ byteCount: Int) {
    spare += byteCount
    guard spare >= 2 * step else { return }
    budget.give(spare - step)
    spare = step
  }
}
