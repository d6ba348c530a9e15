import Base
import FeedStore
import Testing

@Suite struct GatheringTests {
  /// A moment in microseconds.
  private func at(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1_000) }

  /// After a group that committed from 0 to 1,000 µs.
  private func gathering(
    afterGroupOf count: Int,
    queuedCount: Int,
    timeLimit: Duration = .seconds(1)
  ) -> Gathering {
    var gathering = Gathering(groupLimit: 100, timeLimit: timeLimit)
    gathering.committed(count: count, queuedCount: queuedCount, began: at(0), at: at(1_000))
    return gathering
  }

  // MARK: - How long

  @Test func whoIsTheOnlyOneNeverWaits() {
    var gathering = Gathering()
    #expect(gathering.end(queuedCount: 1) == nil)
    for round in 0..<100 as Range<Int64> {
      gathering.committed(
        count: 1,
        queuedCount: 0,
        began: at(round * 1_000),
        at: at(round * 1_000 + 900)
      )
      _ = gathering.arrived(queuedCount: 1, at: at(round * 1_000 + 950))
      #expect(gathering.end(queuedCount: 1) == nil)
    }
  }

  @Test func aGroupGoesAtOnceWhenAllAreThere() {
    let gathering = gathering(afterGroupOf: 4, queuedCount: 4)
    #expect(gathering.end(queuedCount: 7) == at(3_000))
    #expect(gathering.end(queuedCount: 8) == nil)
    #expect(gathering.end(queuedCount: 9) == nil)
  }

  @Test func nobodyWaitsForMoreThanAGroupHolds() {
    let gathering = gathering(afterGroupOf: 100, queuedCount: 20)
    #expect(gathering.end(queuedCount: 99) != nil)
    #expect(gathering.end(queuedCount: 100) == nil)
  }

  @Test func theWaitHasALimitInAnyCase() {
    let gathering = gathering(afterGroupOf: 4, queuedCount: 4, timeLimit: .microseconds(500))
    #expect(gathering.end(queuedCount: 4) == at(1_500))
  }

  @Test func onceMostAreBackItEndsHalfAsLongAfterTheLast() {
    var gathering = gathering(afterGroupOf: 10, queuedCount: 2)
    // Five of ten are half of them, not most.
    for queued in 3...7 { _ = gathering.arrived(queuedCount: queued, at: at(1_200)) }
    #expect(gathering.end(queuedCount: 7) == at(3_000))
    _ = gathering.arrived(queuedCount: 8, at: at(1_220))
    #expect(gathering.end(queuedCount: 8) == at(1_330))
    _ = gathering.arrived(queuedCount: 9, at: at(1_300))
    #expect(gathering.end(queuedCount: 9) == at(1_450))
    _ = gathering.arrived(queuedCount: 10, at: at(2_900))
    #expect(gathering.end(queuedCount: 10) == at(3_000))
  }

  @Test func theWriterLooksAgainWhenMostAreBackAndWhenAllAre() {
    var gathering = gathering(afterGroupOf: 4, queuedCount: 2)
    let looks = (3...8).map { gathering.arrived(queuedCount: $0, at: at(1_100)) }
    #expect(looks == [false, false, true, true, false, false])
  }

  // MARK: - For whom

  /// Commits a group and tells whether the next one waits.
  private func waits(
    _ gathering: inout Gathering,
    afterGroupOf count: Int,
    queuedCount: Int
  ) -> Bool {
    gathering.committed(count: count, queuedCount: queuedCount, began: at(0), at: at(1_000))
    return gathering.end(queuedCount: queuedCount) != nil
  }

  @Test(arguments: [(10, true), (9, false)])
  func mostOfThoseAnsweredHaveToComeBack(count: Int, waitsAgain: Bool) {
    // Four wait, and ten are answered, of whom six are most.
    var gathering = gathering(afterGroupOf: 10, queuedCount: 4)
    #expect(waits(&gathering, afterGroupOf: count, queuedCount: 0) == waitsAgain)
  }

  @Test(arguments: [(2, true), (3, false)])
  func fewMayComeWhileTheirGroupCommits(queuedCount: Int, waitsAgain: Bool) {
    var gathering = gathering(afterGroupOf: 8, queuedCount: 0)
    #expect(waits(&gathering, afterGroupOf: 8, queuedCount: queuedCount) == waitsAgain)
  }

  /// How many groups go without waiting before each of the next waits in vain.
  private func rests(_ gathering: inout Gathering, waitCount: Int) -> [Int] {
    (0..<waitCount).map { _ in
      var restCount = 0
      while !waits(&gathering, afterGroupOf: 4, queuedCount: 4) {
        restCount += 1
        if restCount > 1_000 { break }
      }
      return restCount
    }
  }

  @Test func afterWaitsInVainTheyAreRarer() {
    var gathering = Gathering()
    #expect(rests(&gathering, waitCount: 10) == [0, 1, 2, 4, 8, 16, 32, 64, 64, 64])
  }

  @Test func afterWaitsThatPayTheyAreLessRare() {
    var gathering = Gathering()
    _ = rests(&gathering, waitCount: 5)
    // The last of these has paid, as have the two that follow.
    for _ in 0..<3 { #expect(waits(&gathering, afterGroupOf: 8, queuedCount: 0)) }
    #expect(rests(&gathering, waitCount: 3) == [2, 4, 8])
  }
}
