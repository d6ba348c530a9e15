import Base

/// When the calls of an open loop are to start, whatever becomes of those before.
///
/// In a stretch whose rate goes evenly from `r` to `s` within `d` seconds, `r t + (s - r) t^2 / 2d`
/// calls start within its first `t` seconds; the schedule is the inverse of that.
package struct StartSchedule: Hashable, Sendable {
  private struct Stretch: Hashable, Sendable {
    /// Seconds from the beginning of the schedule.
    var start: Double
    /// Calls that start before it.
    var firstCall: Double
    /// Calls a second.
    var from: Double
    /// How much the rate grows in a second.
    var slope: Double
  }

  /// In order; the last has no end.
  private var stretches: [Stretch] = []

  /// A schedule that has its first rate until `warmup` is over, then the whole course of `rate`
  /// within `duration`, and its last rate afterwards.
  package init(_ rate: LoadRate, over duration: Duration, after warmup: Duration = .zero) {
    let seconds = duration.seconds
    var end = Stretch(start: 0, firstCall: 0, from: 0, slope: 0)
    func add(from: Double, to: Double, seconds: Double) {
      var stretch = end
      stretch.from = from
      stretch.slope = seconds > 0 ? (to - from) / seconds : 0
      stretches.append(stretch)
      end.start += seconds
      end.firstCall += (from + to) / 2 * seconds
    }
    switch rate {
    case .constant(let rate): add(from: rate, to: rate, seconds: 0)
    case .steps(let rates):
      add(from: rates[0], to: rates[0], seconds: warmup.seconds)
      for rate in rates { add(from: rate, to: rate, seconds: seconds / Double(rates.count)) }
    case .ramp(let from, let to):
      add(from: from, to: from, seconds: warmup.seconds)
      add(from: from, to: to, seconds: seconds)
      add(from: to, to: to, seconds: 0)
    }
  }

  /// No call starts later: about 30 years.
  static let horizon = Duration.seconds(1_000_000_000)

  /// When the call with this number, from 0, is to start, from the beginning of the schedule.
  package func start(ofCall number: Int) -> Duration {
    let number = Double(number)
    var index = stretches.count - 1
    while index > 0, stretches[index].firstCall > number { index -= 1 }
    let stretch = stretches[index]
    let rest = number - stretch.firstCall
    // The quadratic formula in the form that loses nothing where the slope is small or zero.
    let root = max(stretch.from * stretch.from + 2 * stretch.slope * rest, 0).squareRoot()
    let seconds = stretch.start + 2 * rest / (stretch.from + root)
    return .nanoseconds(Int64((min(seconds, Self.horizon.seconds) * 1e9).rounded()))
  }

  /// How many calls are to start before a moment.
  package func callCount(before end: Duration) -> Int {
    var (low, high) = (0, 1)
    let end = min(end, Self.horizon)
    while start(ofCall: high) < end { (low, high) = (high, high * 2) }
    guard start(ofCall: low) < end else { return 0 }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if start(ofCall: middle) < end { low = middle } else { high = middle }
    }
    return high
  }
}

extension Duration {
  package var seconds: Double { Double(nanoseconds) / 1e9 }
}
