import Base
import Testing

@testable import Rendering

/// Every order in which things can happen to one key.
///
/// Three waiters each join once, and may leave at any time; each flight that is queued may start,
/// each that has started may complete, and flights may be given up. All orders are walked through,
/// against a model that knows the rules and nothing of how the table works.
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
    var abandonsLeft = 1
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
      #expect(ids.map { Int($0.number) }.sorted() == waiting(for: flight))
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
    #expect(ends > 5000)
  }

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
      if walk.abandonsLeft > 0 { follow(abandon(walk, flight, course), &ends) }
    }
    guard isOver else { return }
    ends += 1
    #expect(walk.table.isEmpty)
    #expect(walk.answers == [1, 1, 1])
  }

  private func join(_ walk: Walk, _ index: Int) -> Walk {
    var walk = walk
    let waiter = FlightTable.Waiter(
      id: WaiterID(number: UInt64(index)),
      client: sampleClient(index),
      priority: index == 1 ? .prefetch : .visible
    )
    let cost = CostEstimate.lasting(milliseconds: 1000)
    switch walk.table.join(waiter, for: sampleKey(), cost: cost, at: .at(milliseconds: 0)) {
    case .new(let flight):
      #expect(walk.open == nil && walk.flights[flight] == nil)
      walk.flights[flight] = .queued
      walk.waiters[index] = .waiting(flight)
    case .shared(let flight, _):
      #expect(walk.open == flight)
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
    case .others(let left, _): #expect(left == flight && !isLast)
    case .unqueued(let left):
      #expect(left == flight && isLast && walk.flights[flight] == .queued)
      walk.flights[flight] = nil
    case .stop(let left):
      #expect(left == flight && isLast && walk.flights[flight] == .running)
      #expect(walk.isStoppedWhenUnclaimed)
      walk.flights[flight] = .draining
    case .unclaimed(let left):
      #expect(left == flight && isLast && walk.flights[flight] == .running)
      #expect(!walk.isStoppedWhenUnclaimed)
    }
    return walk
  }

  private func advance(_ walk: Walk, _ flight: FlightID, _ course: Course) -> Walk {
    var walk = walk
    switch course {
    case .queued:
      #expect(walk.table.start(flight, at: .at(milliseconds: 0)).expired.isEmpty)
      walk.flights[flight] = .running
    case .running, .draining:
      let landing = walk.table.complete(flight, at: walk.now)
      // Whoever is named gets the picture: nobody inherits another's cancellation.
      #expect(landing.isCurrent == (course == .running))
      #expect(landing.isCurrent || landing.waiters.isEmpty)
      walk.answer(landing.waiters, of: flight)
      walk.flights[flight] = nil
    }
    return walk
  }

  private func abandon(_ walk: Walk, _ flight: FlightID, _ course: Course) -> Walk {
    var walk = walk
    walk.abandonsLeft -= 1
    walk.answer(walk.table.abandon(flight), of: flight)
    walk.flights[flight] = course == .queued ? nil : .draining
    return walk
  }
}
