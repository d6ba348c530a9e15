/// Hands what one owner has built to the thread that will own it, and drop it when it ends.
package final class Handover<Value>: @unchecked Sendable {  // Given once, before the thread starts.
  private var value: Value?

  package init(_ value: Value) { self.value = value }

  /// Gives `body` what was handed over, whose giver does not touch it again, and drops it.
  package func use(_ body: (Value) -> Void) {
    guard let taken = value else { preconditionFailure("used once") }
    value = nil
    body(taken)
  }
}
