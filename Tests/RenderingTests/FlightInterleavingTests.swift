import Base
import Testing

@testable import Rendering

/// Every order in which things can happen to one key.
///
/// Three waiters each join once, and may leave at any time; each flight that is queued may start,
/// each that has started may complete; and once a flight is given up or preempted. All
/// orders are walked through, against a model that knows the rules and nothing of how the table
/// works.
@Suite struct FlightInterleavingTests {
  private enum Phase {
    case outside
    case waiting(FlightID)
    case answered
  }
  private enum Course { case queued, running, draining }

  private struct Walk {
    var table = FlightTable()
    var waiters = [Phase](repeating: .outside, count: 3)
    var flights: [FlightID: Course] = [:]
    var answers = [0, 0, 0]
    var interventionsLeft = 1
    let now: Instant
    let isStoppedWhenUnclaimed: Bool

    /// The flight that a newcomer joins.
    var open: FlightID? { flights.first { $0.value != .draining }?.key }

    func waiting(for flight: FlightID) -> [Int] {
      waiters.indices.filter { index in
        if case .waiting(flight) = waiters[index] { true } else { false }
      }
    }

    mutating func answer(_ ids: [WaiterID], of flight: FlightID) {
      FlightInterleavingTests.must(ids.map { Int($0.number) }.sorted() == waiting(for: flight))
      for id in ids {
        answers[Int(id.number)] += 1
        waiters[Int(id.number)] = .answered
      }
    }
  }

  @Test(arguments: [true, false])
  func everyOrderAnswersEachWaiterOnce(isStoppedWhenUnclaimed: Bool) {
    var ends = 0
    let walk = Walk(
      now: .at(milliseconds: isStoppedWhenUnclaimed ? 0 : 900),
      isStoppedWhenUnclaimed: isStoppedWhenUnclaimed
    )
    follow(walk, &ends)
    #expect(ends > 50_000)
  }

  /// As `#expect`, which takes too long for as often as this is asked.
  private static func must(_ isSo: Bool, line: Int = #line) {
    if !isSo { Issue.record("the rule in line \(line) is broken") }
  }

  private static let key = sampleKey()

  private func follow(_ walk: Walk, _ ends: inout Int) {
    var isOver = true
    for index in walk.waiters.indices {
      switch walk.waiters[index] {
      case .outside: follow(join(walk, index), &ends)
      case .waiting(let flight): follow(leave(walk, index, flight), &ends)
      case .answered: continue
      }
      isOver = false
    }
    for (flight, course) in walk.flights.sorted(by: { $0.key < $1.key }) {
      isOver = false
      follow(advance(walk, flight, course), &ends)
      guard walk.interventionsLeft > 0 else { continue }
      follow(abandon(walk, flight, course), &ends)
      if course == .running { follow(preempt(walk, flight), &ends) }
    }
    guard isOver else { return }
    ends += 1
    Self.must(walk.table.isEmpty)
    Self.must(walk.answers == [1, 1, 1])
  }

  private func join(_ walk: Walk, _ index: Int) -> Walk {
    var walk = walk
    let waiter = FlightTable.Waiter(
      id: WaiterID(number: UInt64(index)),
      client: sampleClient(index),
      priority: index == 1 ? .prefetch : .visible
    )
    let cost = CostEstimate.lasting(milliseconds: 1000)
    switch walk.table.join(waiter, for: Self.key, cost: cost, at: .at(milliseconds: 0)) {
    case .new(let flight):
      Self.must(walk.open == nil && walk.flights[flight] == nil)
      walk.flights[flight] = .queued
      walk.waiters[index] = .waiting(flight)
    case .shared(let flight, _):
      Self.must(walk.open == flight)
      walk.waiters[index] = .waiting(flight)
    }
    return walk
  }

  private func leave(_ walk: Walk, _ index: Int, _ flight: FlightID) -> Walk {
    var walk = walk
    walk.answers[index] += 1
    walk.waiters[index] = .answered
    let isLast = walk.waiting(for: flight).isEmpty
    switch walk.table.leave(WaiterID(number: UInt64(index)), at: walk.now) {
    case .unknown: Issue.record("a waiter that waits is known")
    case .others(let left, _): Self.must(left == flight && !isLast)
    case .unqueued(let left):
      Self.must(left == flight && isLast && walk.flights[flight] == .queued)
      walk.flights[flight] = nil
    case .stop(let left):
      Self.must(left == flight && isLast && walk.flights[flight] == .running)
      Self.must(walk.isStoppedWhenUnclaimed)
      walk.flights[flight] = .draining
    case .unclaimed(let left):
      Self.must(left == flight && isLast && walk.flights[flight] == .running)
      Self.must(!walk.isStoppedWhenUnclaimed)
    }
    return walk
  }

  private func advance(_ walk: Walk, _ flight: FlightID, _ course: Course) -> Walk {
    var walk = walk
    switch course {
    case .queued:
      Self.must(walk.table.start(flight, at: .at(milliseconds: 0)).expired.isEmpty)
      walk.flights[flight] = .running
    case .running, .draining:
      let landing = walk.table.complete(flight, at: walk.now)
      // Whoever is named gets the picture: nobody inherits another's cancellation.
      Self.must(landing.isCurrent == (course == .running))
      Self.must(landing.isCurrent || landing.waiters.isEmpty)
      walk.answer(landing.waiters, of: flight)
      walk.flights[flight] = nil
    }
    return walk
  }

  private func preempt(_ walk: Walk, _ flight: FlightID) -> Walk {
    var walk = walk
    let waiters = walk.waiting(for: flight)
    walk.interventionsLeft -= 1
    walk.flights[flight] = .draining
    guard let again = walk.table.preempt(flight) else {
      Self.must(waiters.isEmpty)
      return walk
    }
    Self.must(!waiters.isEmpty && walk.flights[again.id] == nil)
    walk.flights[again.id] = .queued
    for waiter in waiters { walk.waiters[waiter] = .waiting(again.id) }
    return walk
  }

  private func abandon(_ walk: Walk, _ flight: FlightID, _ course: Course) -> Walk {
    var walk = walk
    walk.interventionsLeft -= 1
    walk.answer(walk.table.abandon(flight), of: flight)
    walk.flights[flight] = course == .queued ? nil : .draining
    return walk
  }
}
