import Base
import Testing

@testable import Rendering

@Suite struct RenderQueueTests {
  private let start = Instant.at(milliseconds: 0)

  private func id(_ number: Int) -> FlightID { FlightID(number: UInt64(number)) }

  private func visible(_ connection: Int = 1, uid: Int = 1) -> Standing {
    Standing(priority: .visible, client: sampleClient(connection, uid: uid))
  }

  private func prefetch(_ connection: Int = 1, uid: Int = 1) -> Standing {
    Standing(priority: .prefetch, client: sampleClient(connection, uid: uid))
  }

  @discardableResult
  private func add(
    _ queue: inout RenderQueue,
    _ number: Int,
    _ standing: Standing,
    milliseconds: Int = 50,
    byteCount: Int = 0,
    deadline: Int? = nil
  ) -> RenderQueue.Insertion {
    queue.insert(
      id(number),
      standing,
      cost: .lasting(milliseconds: milliseconds, byteCount: byteCount),
      deadline: deadline.map { .at(milliseconds: $0) },
      at: start
    )
  }

  /// Takes and releases until nothing waits, each render taking what it was estimated.
  private func drain(_ queue: inout RenderQueue, milliseconds: Int = 50) -> [Int] {
    var order: [Int] = []
    while let flight = queue.take(at: start) {
      order.append(Int(flight.number))
      queue.release(flight, spent: .milliseconds(milliseconds))
    }
    return order
  }

  @Test func noMoreRunThanThereAreSlots() {
    var queue = RenderQueue(slots: 2)
    for number in 1...3 { add(&queue, number, visible()) }
    #expect(
      queue.take(at: start) == id(1) && queue.take(at: start) == id(2)
        && queue.take(at: start) == nil
    )
    #expect(queue.runningCount == 2 && queue.visibleCount == 1)
    queue.release(id(2), spent: .zero)
    #expect(queue.take(at: start) == id(3) && queue.take(at: start) == nil)
    queue.release(id(1), spent: .zero)
    queue.release(id(3), spent: .zero)
    #expect(queue.isEmpty)
  }

  @Test func whatIsVisibleGoesFirst() {
    var queue = RenderQueue(slots: 1)
    add(&queue, 1, prefetch())
    add(&queue, 2, visible())
    add(&queue, 3, prefetch())
    add(&queue, 4, visible())
    #expect(drain(&queue) == [2, 4, 1, 3])
  }

  @Test func the400thOf500PrefetchesIsNextOnceItIsVisible() {
    var queue = RenderQueue(slots: 1)
    for number in 1...500 { add(&queue, number, prefetch(), milliseconds: 1) }
    queue.move(id(400), to: visible(2))
    #expect(queue.visibleCount == 1 && queue.prefetchCount == 499)
    #expect(queue.take(at: start) == id(400))
    queue.release(id(400), spent: .zero)
    #expect(drain(&queue, milliseconds: 1) == Array(1...399) + Array(401...500))
  }

  @Test func whatIsRemovedIsNotStartedAndNothingElseChanges() {
    var queue = RenderQueue(slots: 1)
    for number in 1...6 { add(&queue, number, prefetch()) }
    for number in [1, 4, 6] { #expect(queue.remove(id(number)) == true) }
    #expect(queue.remove(id(4)) == false)
    #expect(queue.remove(id(77)) == false)
    #expect(drain(&queue) == [2, 3, 5])
    #expect(queue.isEmpty)
  }

  @Test(arguments: 0..<200)
  func theQueueIsTheListItSeemsToBe(seed: Int) {
    var random = SeededRandom(seed: "\(seed)")
    var queue = RenderQueue(slots: 1)
    var visibleList: [Int] = []
    var prefetchList: [Int] = []
    for number in 0..<60 {
      let isVisible = random.flag(oneIn: 3)
      add(&queue, number, isVisible ? visible() : prefetch())
      if isVisible { visibleList.append(number) } else { prefetchList.append(number) }
      let other = random.index(below: 60)
      if random.flag(oneIn: 3) {
        let isThere = visibleList.contains(other) || prefetchList.contains(other)
        #expect(queue.remove(id(other)) == isThere)
        visibleList.removeAll { $0 == other }
        prefetchList.removeAll { $0 == other }
      } else if prefetchList.contains(other) {
        queue.move(id(other), to: visible())
        prefetchList.removeAll { $0 == other }
        visibleList.append(other)
      }
      #expect(queue.visibleCount == visibleList.count)
      #expect(queue.prefetchCount == prefetchList.count)
    }
    #expect(drain(&queue) == visibleList + prefetchList)
  }

  @Test func prefetchesTakeHalfTheSlotsWhileSomethingVisibleIsRendered() {
    var queue = RenderQueue(slots: 4)
    for number in 1...8 { add(&queue, number, prefetch()) }
    add(&queue, 9, visible())
    #expect(queue.take(at: start) == id(9))
    #expect(
      queue.take(at: start) == id(1) && queue.take(at: start) == id(2)
        && queue.take(at: start) == nil
    )
    // Claimed, a prefetch counts as visible; unclaimed, a visible one as a prefetch.
    queue.move(id(1), to: visible(2))
    #expect(queue.take(at: start) == id(3) && queue.take(at: start) == nil)
    queue.release(id(9), spent: .zero)
    #expect(queue.take(at: start) == nil)
    queue.disclaim(id(1))
    #expect(queue.take(at: start) == id(4) && queue.take(at: start) == nil)
    for number in 1...4 { queue.release(id(number), spent: .zero) }
    #expect(queue.take(at: start) == id(5))
  }

  @Test func aPrefetchYieldsToWhatIsVisible() {
    var queue = RenderQueue(slots: 2)
    add(&queue, 1, prefetch(), milliseconds: 1000)
    add(&queue, 2, prefetch(), milliseconds: 2000)
    #expect(queue.take(at: start) == id(1) && queue.take(at: start) == id(2))
    #expect(queue.preempt(at: start) == nil)
    add(&queue, 3, visible())
    add(&queue, 4, visible())
    // The one that would take longest goes; half of the slots stay with prefetches.
    #expect(queue.preempt(at: start) == id(2))
    #expect(queue.preempt(at: start) == nil && queue.take(at: start) == nil)
    queue.release(id(2), spent: .zero)
    #expect(queue.preempt(at: start) == nil)
    #expect(queue.take(at: start) == id(3) && queue.preempt(at: start) == nil)
  }

  @Test(arguments: [(849, true), (850, false)])
  func aPrefetchThatIsNearlyDoneMayFinish(elapsed: Int, isStopped: Bool) {
    var queue = RenderQueue(slots: 1)
    add(&queue, 1, prefetch(), milliseconds: 1000)
    _ = queue.take(at: start)
    add(&queue, 2, visible())
    #expect(queue.preempt(at: .at(milliseconds: elapsed)) == (isStopped ? id(1) : nil))
  }

  @Test func aSlotThatIsAboutToBeFreeIsWaitedFor() {
    var queue = RenderQueue(slots: 2)
    for number in 1...2 { add(&queue, number, prefetch(), milliseconds: 1000) }
    #expect(queue.take(at: start) == id(1) && queue.take(at: start) == id(2))
    queue.stop(id(1))
    add(&queue, 3, visible())
    #expect(queue.preempt(at: start) == nil)
  }

  @Test func withNothingVisiblePrefetchesTakeAllSlots() {
    var queue = RenderQueue(slots: 3)
    for number in 1...4 { add(&queue, number, prefetch()) }
    #expect((1...4).map { _ in queue.take(at: start) } == [id(1), id(2), id(3), nil])
  }

  @Test func memoryIsABudgetAndNothingOvertakes() {
    var queue = RenderQueue(slots: 4, workingByteCount: 100)
    add(&queue, 1, visible(), byteCount: 60)
    add(&queue, 2, visible(), byteCount: 40)
    add(&queue, 3, visible(), byteCount: 1)
    add(&queue, 4, prefetch(), byteCount: 0)
    add(&queue, 5, visible(), byteCount: 500)
    #expect(
      queue.take(at: start) == id(1) && queue.take(at: start) == id(2)
        && queue.take(at: start) == nil
    )
    queue.release(id(2), spent: .zero)
    #expect(queue.take(at: start) == id(3) && queue.take(at: start) == nil)
    queue.release(id(1), spent: .zero)
    // A single one beyond the budget runs alone.
    #expect(queue.take(at: start) == nil)
    queue.release(id(3), spent: .zero)
    #expect(queue.take(at: start) == id(5) && queue.take(at: start) == nil)
    queue.release(id(5), spent: .zero)
    #expect(queue.take(at: start) == id(4))
  }

  @Test func connectionsTakeTurns() {
    var queue = RenderQueue(slots: 1)
    for number in 1...4 { add(&queue, number, visible(1)) }
    for number in 5...6 { add(&queue, number, visible(2)) }
    #expect(drain(&queue) == [1, 5, 2, 6, 3, 4])
  }

  @Test func usersTakeTurnsHoweverManyConnectionsEachHas() {
    var queue = RenderQueue(slots: 1)
    for number in 1...6 { add(&queue, number, visible(number, uid: 1)) }
    for number in 11...13 { add(&queue, number, visible(number, uid: 2)) }
    #expect(drain(&queue) == [1, 11, 2, 12, 3, 13, 4, 5, 6])
  }

  @Test func turnsAreMeasuredInTheTimeThatWasSpent() {
    var queue = RenderQueue(slots: 1)
    for number in 1...4 { add(&queue, number, visible(1), milliseconds: 50) }
    for number in 11...14 { add(&queue, number, visible(2), milliseconds: 50) }
    var order: [Int] = []
    while let flight = queue.take(at: start) {
      order.append(Int(flight.number))
      // What the first client asks for takes three times what was thought.
      queue.release(flight, spent: .milliseconds(flight.number < 10 ? 150 : 50))
    }
    #expect(order == [1, 11, 12, 13, 2, 14, 3, 4])
  }

  @Test func theQueueHasAnEnd() {
    var queue = RenderQueue(slots: 1, capacity: 3)
    for number in 1...3 { #expect(add(&queue, number, prefetch()) == .queued) }
    guard case .refused(let wait) = add(&queue, 4, prefetch()) else {
      Issue.record("a full queue refuses")
      return
    }
    #expect(wait >= .milliseconds(100))
    queue.remove(id(1))
    #expect(add(&queue, 5, prefetch()) == .queued)
    #expect(drain(&queue) == [2, 3, 5])
  }

  @Test func whatIsVisibleTakesThePlaceOfAPrefetch() {
    var queue = RenderQueue(slots: 1, capacity: 3)
    for number in 1...3 { add(&queue, number, prefetch()) }
    #expect(add(&queue, 4, visible()) == .queuedInsteadOf(id(3)))
    #expect(drain(&queue) == [4, 1, 2])
  }

  @Test func whoeverHasMostInAFullQueueYields() {
    var queue = RenderQueue(slots: 1, capacity: 4)
    for number in 1...4 { add(&queue, number, visible(1), milliseconds: 1) }
    #expect(add(&queue, 5, visible(2), milliseconds: 1) == .queuedInsteadOf(id(4)))
    #expect(add(&queue, 6, visible(2), milliseconds: 1) == .queuedInsteadOf(id(3)))
    // Two each: now the next has to wait its turn outside.
    guard case .refused = add(&queue, 7, visible(2), milliseconds: 1) else {
      Issue.record("shares are equal")
      return
    }
    #expect(drain(&queue, milliseconds: 1) == [1, 2, 5, 6])
  }

  @Test func whatCannotBeThereInTimeIsRefusedAtOnce() {
    var queue = RenderQueue(slots: 1)
    // With a slot free, it is tried.
    #expect(add(&queue, 1, visible(), deadline: 10) == .queued)
    #expect(queue.take(at: start) == id(1))
    // It is some 50 ms, and a retry before 100 ms is no use.
    #expect(add(&queue, 2, visible(), deadline: 99) == .refused(retryAfter: .milliseconds(100)))
    #expect(add(&queue, 2, visible(), deadline: 100) == .queued)
    #expect(add(&queue, 3, visible(), deadline: 149) == .refused(retryAfter: .milliseconds(100)))
    #expect(add(&queue, 3, visible(), deadline: 150) == .queued)
    // Another connection waits for one turn of the first's.
    #expect(add(&queue, 4, visible(2), deadline: 149) == .refused(retryAfter: .milliseconds(100)))
    #expect(add(&queue, 4, visible(2), deadline: 150) == .queued)
    #expect(add(&queue, 5, prefetch(3), deadline: 249) == .refused(retryAfter: .milliseconds(200)))
    #expect(add(&queue, 5, prefetch(3), deadline: 250) == .queued)
  }

  /// Twice as much is asked for as can be rendered, for 30 s, each with a deadline of 1 s.
  @Test func underOverloadWhatIsAcceptedIsInTimeAndTheRestIsToldAtOnce() {
    var queue = RenderQueue(slots: 2)
    var deadlines: [FlightID: Int] = [:]
    var ends: [Int: [FlightID]] = [:]
    var inTime = 0
    var late = 0
    var refused = 0
    for now in 0..<32_000 {
      for flight in ends.removeValue(forKey: now) ?? [] {
        queue.release(flight, spent: .milliseconds(50))
        if now <= deadlines[flight] ?? 0 { inTime += 1 } else { late += 1 }
      }
      // 80 a second, of which 40 can be served.
      if now < 30_000, now % 25 < 2 {
        let flight = id(2 * now)
        deadlines[flight] = now + 1000
        let insertion = queue.insert(
          flight,
          visible(now % 3),
          cost: .lasting(milliseconds: 50),
          deadline: .at(milliseconds: now + 1000),
          at: .at(milliseconds: now)
        )
        if case .refused = insertion { refused += 1 }
      }
      while let flight = queue.take(at: .at(milliseconds: now)) {
        ends[now + 50, default: []].append(flight)
      }
      if now == 31_000 { #expect(queue.isEmpty) }
    }
    #expect(late == 0, "in time \(inTime), refused \(refused)")
    #expect(inTime >= 1190 && inTime + refused == 2400)
  }
}
