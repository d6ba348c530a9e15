import Base
import Testing

@testable import Rendering

@Suite struct FlightTableTests {
  private func waiter(
    _ number: Int,
    _ priority: RenderPriority = .visible,
    deadline: Int? = nil
  ) -> FlightTable.Waiter {
    FlightTable.Waiter(
      id: WaiterID(number: UInt64(number)),
      client: sampleClient(number),
      priority: priority,
      deadline: deadline.map { .at(milliseconds: $0) }
    )
  }

  private func standing(_ number: Int, _ priority: RenderPriority) -> Standing {
    Standing(priority: priority, client: sampleClient(number))
  }

  private let start = Instant.at(milliseconds: 0)
  private let long = CostEstimate.lasting(milliseconds: 1000)
  private let flight = FlightID(number: 1)
  private let next = FlightID(number: 2)

  private func id(_ number: Int) -> WaiterID { WaiterID(number: UInt64(number)) }

  /// A table with one flight for `sampleKey()` that runs since the start.
  private func running(_ waiters: FlightTable.Waiter...) -> FlightTable {
    var table = FlightTable()
    for waiter in waiters { _ = table.join(waiter, for: sampleKey(), cost: long, at: start) }
    _ = table.start(flight, at: start)
    return table
  }

  @Test func whoAsksForTheSameSharesAFlight() {
    var table = FlightTable()
    #expect(table.join(waiter(1), for: sampleKey(), cost: long, at: start) == .new(flight))
    #expect(table.join(waiter(2), for: sampleKey(), cost: long, at: start) == .shared(flight, nil))
    #expect(table.join(waiter(3), for: sampleKey("b"), cost: long, at: start) == .new(next))
    _ = table.start(flight, at: start)
    #expect(table.join(waiter(4), for: sampleKey(), cost: long, at: start) == .shared(flight, nil))
    #expect(table.complete(flight, at: start).waiters == [id(1), id(2), id(4)])
  }

  @Test func theFirstMayLeaveAndTheOthersGetTheirPicture() {
    var table = running(waiter(1), waiter(2))
    #expect(table.leave(id(1), at: start) == .others(flight, standing(2, .visible)))
    let landing = table.complete(flight, at: .at(milliseconds: 5))
    #expect(landing.waiters == [id(2)] && landing.isCurrent && landing.starter == id(1))
    #expect(landing.runningTime == .milliseconds(5))
    #expect(table.isEmpty)
  }

  @Test func theLastToLeaveAQueuedFlightTakesItAlong() {
    var table = FlightTable()
    _ = table.join(waiter(1), for: sampleKey(), cost: long, at: start)
    #expect(table.leave(id(1), at: start) == .unqueued(flight))
    #expect(table.isEmpty)
    #expect(table.join(waiter(2), for: sampleKey(), cost: long, at: start) == .new(next))
  }

  /// Past its estimate, a render is thought to need as long again.
  @Test(arguments: [(849, true), (850, false), (999, false), (1000, true)])
  func whatIsNearlyDoneIsNotStopped(elapsed: Int, isStopped: Bool) {
    var table = running(waiter(1))
    let leave = table.leave(id(1), at: .at(milliseconds: elapsed))
    #expect(leave == (isStopped ? .stop(flight) : .unclaimed(flight)))
  }

  @Test func anUnclaimedFlightIsJoinedAgain() {
    var table = running(waiter(1))
    #expect(table.leave(id(1), at: .at(milliseconds: 900)) == .unclaimed(flight))
    let join = table.join(waiter(2, .prefetch), for: sampleKey(), cost: long, at: start)
    #expect(join == .shared(flight, standing(2, .prefetch)))
    #expect(table.complete(flight, at: start).isCurrent)
    #expect(table.isEmpty)
  }

  @Test func aDyingFlightIsNotJoined() {
    var table = running(waiter(1))
    #expect(table.leave(id(1), at: start) == .stop(flight))
    #expect(table.join(waiter(2), for: sampleKey(), cost: long, at: start) == .new(next))
    let dying = table.complete(flight, at: start)
    #expect(!dying.isCurrent && dying.waiters.isEmpty)
    #expect(table.join(waiter(3), for: sampleKey(), cost: long, at: start) == .shared(next, nil))
    _ = table.start(next, at: start)
    #expect(table.complete(next, at: start).waiters == [id(2), id(3)])
    #expect(table.isEmpty)
  }

  @Test func aFlightIsAsUrgentAsItsMostUrgentWaiter() {
    var table = FlightTable()
    _ = table.join(waiter(1, .prefetch), for: sampleKey(), cost: long, at: start)
    let urgent = table.join(waiter(2, .visible), for: sampleKey(), cost: long, at: start)
    #expect(urgent == .shared(flight, standing(2, .visible)))
    let later = table.join(waiter(3, .visible), for: sampleKey(), cost: long, at: start)
    #expect(later == .shared(flight, nil))
    #expect(table.leave(id(1), at: start) == .others(flight, nil))
    #expect(table.leave(id(2), at: start) == .others(flight, standing(3, .visible)))
    _ = table.join(waiter(4, .prefetch), for: sampleKey(), cost: long, at: start)
    #expect(table.leave(id(3), at: start) == .others(flight, standing(4, .prefetch)))
  }

  @Test func whoDoesNotWaitDoesNotLeave() {
    var table = running(waiter(1))
    #expect(table.leave(id(2), at: start) == .unknown)
    _ = table.complete(flight, at: start)
    #expect(table.leave(id(1), at: start) == .unknown)
  }

  @Test func aFlightThatIsGivenUpNamesItsWaitersOnce() {
    var table = running(waiter(1), waiter(2))
    #expect(table.abandon(flight) == [id(1), id(2)])
    #expect(table.abandon(flight).isEmpty)
    #expect(table.leave(id(1), at: start) == .unknown)
    #expect(table.join(waiter(3), for: sampleKey(), cost: long, at: start) == .new(next))
    let landing = table.complete(flight, at: start)
    #expect(landing.waiters.isEmpty && !landing.isCurrent)
    #expect(table.abandon(next) == [id(3)])
    #expect(table.isEmpty)
  }

  @Test func whoeverWaitedForAPreemptedFlightWaitsForTheNext() throws {
    var table = running(waiter(1, .prefetch), waiter(2, .prefetch))
    let preempted = table.preempt(flight)
    let again = try #require(preempted)
    #expect(again.id == next && again.1 == standing(1, .prefetch) && again.2 == long)
    #expect(
      table.join(waiter(3, .prefetch), for: sampleKey(), cost: long, at: start)
        == .shared(next, nil)
    )
    let landing = table.complete(flight, at: start)
    #expect(landing.waiters.isEmpty && !landing.isCurrent)
    #expect(table.leave(id(2), at: start) == .others(next, nil))
    _ = table.start(next, at: start)
    #expect(table.complete(next, at: start).waiters == [id(1), id(3)])
    #expect(table.isEmpty)
  }

  @Test func aPreemptedFlightThatNobodyWantedIsGone() {
    var table = running(waiter(1))
    #expect(table.leave(id(1), at: .at(milliseconds: 900)) == .unclaimed(flight))
    let again = table.preempt(flight)
    #expect(again == nil)
    #expect(!table.complete(flight, at: start).isCurrent)
    #expect(table.isEmpty)
  }

  @Test func aFlightThatComesTooLateForAllIsNotStarted() {
    var table = FlightTable()
    _ = table.join(waiter(1, deadline: 50), for: sampleKey(), cost: long, at: start)
    _ = table.join(waiter(2, deadline: 60), for: sampleKey(), cost: long, at: start)
    #expect(table.late(at: .at(milliseconds: 49)) == [])
    #expect(table.late(at: .at(milliseconds: 50)) == [id(1)])
    var early = table
    #expect(early.start(flight, at: .at(milliseconds: 59)).expired == [])
    #expect(table.start(flight, at: .at(milliseconds: 60)).expired == [id(1), id(2)])
    #expect(table.isEmpty)
  }

  @Test func aWaiterWithoutDeadlineKeepsAFlight() {
    var table = FlightTable()
    _ = table.join(waiter(1, deadline: 50), for: sampleKey(), cost: long, at: start)
    _ = table.join(waiter(2), for: sampleKey(), cost: long, at: start)
    #expect(table.start(flight, at: .at(milliseconds: 1000)).expired == [])
  }

  @Test func aSlotIsOccupiedUntilTheFlightHasCompleted() {
    var table = running(waiter(1))
    _ = table.leave(id(1), at: start)
    #expect(table.occupied(sinceBefore: start).isEmpty)
    #expect(table.occupied(sinceBefore: .at(milliseconds: 1)) == [flight])
    _ = table.complete(flight, at: start)
    #expect(table.occupied(sinceBefore: .at(milliseconds: 1)).isEmpty)
  }
}
