import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import PostgresStore

/// Machines on one feed have one time.
@Suite(.timeLimit(.minutes(10)))
struct ClockTests {
  private static let limit = PostgresLimits.clockDifferenceMicroseconds
  private static let day: Int64 = 24 * 60 * 60

  @Test func aClockMayBeAMinuteAway() {
    let server = Timestamp(seconds: 1_800_000_000)
    for difference in [-Self.limit, 0, Self.limit] {
      let now = server.advanced(byMicroseconds: difference)
      #expect(Database.disagreement(of: now, with: server) == nil)
    }
    #expect(
      Database.disagreement(of: server.advanced(byMicroseconds: Self.limit + 1), with: server)
        == "this machine's clock is 60 s ahead of the database server's: set both by a time server"
    )
    #expect(
      Database.disagreement(of: server.advanced(byMicroseconds: -2 * Self.limit), with: server)
        == "this machine's clock is 120 s behind the database server's: set both by a time server"
    )
    let never = Timestamp(microseconds: .min)
    #expect(Database.disagreement(of: never, with: server)?.contains("many s behind") == true)
  }

  @Test(arguments: [-day, day])
  func aMachineOfAnotherDayDoesNotStart(difference: Int64) async throws {
    try await TemporaryDatabase.with { database in
      let clock = TestClock(at: .now())
      clock.advance(bySeconds: difference)
      let refusal = #expect(throws: StoreError.self) {
        try database.open(clock: clock, comparesClocks: true)
      }
      guard case .engine(let failure) = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      #expect(failure.message.hasPrefix("this machine's clock is "))
    }
  }

  /// Its request ids and photos would be forgotten by its time, and those of others too.
  @Test func aMachineThatLosesItsTimeWritesNothingUntilItHasIt() async throws {
    try await TemporaryDatabase.with { database in
      let clock = TestClock(at: .now())
      let store = try database.open(clock: clock, comparesClocks: true)
      let fixture = StoreFixture(store: store, clock: clock)
      try await fixture.post("before")
      clock.advance(bySeconds: Self.day)
      do {
        try await fixture.post("a day later")
        Issue.record("a write of another day")
      } catch let error as StoreError {
        guard case .unavailable(let failure) = error else { throw error }
        #expect(failure.message.hasPrefix("this machine's clock is "))
      }
      clock.advance(bySeconds: -Self.day)
      try await fixture.post("after")
      #expect(try await fixture.feed().posts.map(\.text) == ["after", "before"])
      await store.close()
    }
  }
}
