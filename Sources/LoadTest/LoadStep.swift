package import Base

/// What happened while a load kept to one of the numbers that it goes by.
package struct LoadStep: Equatable, Sendable {
  /// The number, as it is written.
  package let name: String
  package var callCount = 0
  package var failedCount = 0
  /// Nanoseconds, of calls that went well.
  package var responseTimes = LogHistogram(precisionBits: LoadReport.precisionBits)

  package init(_ name: String) { self.name = name }
}

/// The steps of a load, each for an equal part of its time.
package struct LoadSteps: Equatable, Sendable {
  /// How long each lasts.
  package let length: Duration
  package private(set) var steps: [LoadStep]

  /// The steps of a shape; nil where it has none.
  package init?(_ shape: LoadShape) {
    guard case .duration(let duration) = shape.extent else { return nil }
    let names: [String]
    if let rate = shape.rate {
      guard case .steps(let rates) = rate else { return nil }
      names = rates.map { "\($0.loadText) calls/s" }
    } else {
      guard case .steps(let numbers) = shape.concurrency else { return nil }
      names = numbers.map { "\($0) at a time" }
    }
    length = .nanoseconds(duration.nanoseconds / Int64(names.count))
    steps = names.map { LoadStep($0) }
  }

  /// Counts a call that should have started at a time of the load.
  mutating func record(startedAt elapsed: Duration, isWell: Bool, response: Int64) {
    let index = Int(max(elapsed.nanoseconds, 0) / max(length.nanoseconds, 1))
    count(&steps[min(index, steps.count - 1)])

    func count(_ step: inout LoadStep) {
      step.callCount += 1
      if isWell { step.responseTimes.record(response) } else { step.failedCount += 1 }
    }
  }

  /// Calls of a step that started in it, a second.
  package func callsPerSecond(_ step: LoadStep) -> Double {
    Double(step.callCount) / max(length.seconds, 1e-9)
  }
}
