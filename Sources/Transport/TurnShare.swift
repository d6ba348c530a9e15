import Base

/// What a connection begins in one of its turns: so many calls, for so long.
///
/// A client that sends thousands of calls at once would otherwise keep the loop for all of them
/// before anybody else's first.
struct TurnShare: Sendable {
  private var callCount = 0
  private var beganAt: Instant?

  /// False where the rest has to wait for the next turn.
  ///
  /// The clock is read every `Limits.callsPerLookAtClock` calls.
  mutating func allowsCall(_ now: @autoclosure () -> Instant = .now()) -> Bool {
    guard callCount < Limits.callsPerTurn else { return false }
    guard callCount > 0, callCount % Limits.callsPerLookAtClock == 0 else { return true }
    let now = now()
    guard let beganAt else {
      // Short turns never come here.
      self.beganAt = now
      return true
    }
    return beganAt + Limits.callTimePerTurn > now
  }

  mutating func callBegins() { callCount += 1 }
}
