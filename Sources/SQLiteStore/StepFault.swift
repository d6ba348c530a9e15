import Base
import CSQLite

/// Makes a chosen step of a connection's statements fail, so that tests can see what is left.
final class StepFault: Sendable {
  private struct Plan {
    var stepsUntilFault: Int?
    var code = SQLITE_IOERR
    var stepCount = 0
  }

  private let plan = Lock(Plan())

  /// Fails the step after `count` further ones, once.
  func fail(after count: Int, with code: Int32 = SQLITE_IOERR) {
    plan.withLock { $0 = Plan(stepsUntilFault: count, code: code) }
  }

  /// Fails nothing any more.
  ///
  /// - Returns: The steps since the last plan was made.
  @discardableResult
  func disarm() -> Int {
    plan.withLock { plan in
      defer { plan = Plan() }
      return plan.stepCount
    }
  }

  /// The code that the step about to be taken fails with, if it does.
  func codeOfNextStep() -> Int32? {
    plan.withLock { plan in
      plan.stepCount += 1
      guard let steps = plan.stepsUntilFault else { return nil }
      plan.stepsUntilFault = steps == 0 ? nil : steps - 1
      return steps == 0 ? plan.code : nil
    }
  }
}
