import Base

/// Bytes that all loops share.
final class MemoryBudget: Sendable {
  private let free: Lock<Int>

  init(byteCount: Int) { free = Lock(byteCount) }

  fileprivate func take(_ byteCount: Int) -> Bool {
    free.withLock { free in
      guard free >= byteCount else { return false }
      free -= byteCount
      return true
    }
  }

  fileprivate func give(_ byteCount: Int) { free.withLock { $0 += byteCount } }
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
