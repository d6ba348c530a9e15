import Base
package import RPC

/// Which calls are to go wrong on purpose, for people who build clients.
///
/// A pure struct: the same seed and the same calls in the same order give the same faults.
package struct FaultPlan: Sendable {
  /// Answers that are held back.
  package struct Latency: Equatable, Sendable {
    /// The method's name or `package.Service/Method`; nil: every method.
    package var method: String?
    /// Evenly distributed.
    package var range: ClosedRange<Duration>

    package init(method: String? = nil, range: ClosedRange<Duration>) {
      self.method = method
      self.range = range
    }
  }

  /// Calls that are refused before they do anything.
  package struct Failure: Equatable, Sendable {
    /// The method's name or `package.Service/Method`; nil: every method.
    package var method: String?
    /// Never `.ok`.
    package var code: StatusCode
    /// 0 to 1.
    package var probability: Double

    package init(method: String? = nil, code: StatusCode, probability: Double) {
      self.method = method
      self.code = code
      self.probability = probability
    }
  }

  private let latencies: [Latency]
  private let failures: [Failure]
  private var random: RandomGenerator

  package init(latencies: [Latency], failures: [Failure], seed: UInt64) {
    self.latencies = latencies
    self.failures = failures
    random = RandomGenerator(seed: seed)
  }

  /// True where nothing is planned.
  package var isEmpty: Bool { latencies.isEmpty && failures.isEmpty }

  /// True where answers are held back.
  package var delaysAnswers: Bool { !latencies.isEmpty }

  /// Names that no method of these has: what is planned for them never happens.
  package func unknownNames(among methods: [MethodDescriptor]) -> [String] {
    (latencies.map(\.method) + failures.map(\.method)).filter { name in
      !methods.contains { Self.matches(name, $0) }
    }.compactMap(\.self)
  }

  /// The failure of the next call of `method`, if it is to fail.
  package mutating func nextFailure(of method: MethodDescriptor) -> StatusCode? {
    for failure in failures where Self.matches(failure.method, method) {
      if random.nextFraction() < failure.probability { return failure.code }
    }
    return nil
  }

  /// How long the next answer of `method` is held back: the sum of what is planned for it.
  package mutating func nextLatency(of method: MethodDescriptor) -> Duration {
    var sum = Duration.zero
    for latency in latencies where Self.matches(latency.method, method) {
      let width = (latency.range.upperBound - latency.range.lowerBound).nanoseconds
      let part = Int64(Double(width) * random.nextFraction())
      sum += latency.range.lowerBound + .nanoseconds(part)
    }
    return sum
  }

  private static func matches(_ name: String?, _ method: MethodDescriptor) -> Bool {
    guard let name else { return true }
    return name == method.method || name == method.path
  }
}
