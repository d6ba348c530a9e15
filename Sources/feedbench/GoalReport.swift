import Base

/// What was measured, a line each, and whether every goal was met.
struct GoalReport {
  private(set) var isMet = true

  /// Prints a figure beside its goal.
  mutating func note(_ what: String, _ value: Double, goal: Double) {
    let isMet = value <= goal
    self.isMet = self.isMet && isMet
    print("\(what)=\(value.short) goal<=\(goal.short) \(isMet ? "met" : "missed")")
  }
}

extension Double {
  /// With at most two decimals.
  var short: Double { (self * 100).rounded() / 100 }
}

extension Duration {
  var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
  var microseconds: Double { Double(nanoseconds) / 1_000 }
}

extension [Duration] {
  /// - Precondition: It is not empty.
  var median: Duration { quantile(0.5) }

  /// The value that a part of all is below.
  ///
  /// - Precondition: It is not empty.
  func quantile(_ part: Double) -> Duration {
    sorted()[Swift.min(Int(Double(count) * part), count - 1)]
  }
}
