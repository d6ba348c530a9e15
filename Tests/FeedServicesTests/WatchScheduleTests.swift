import Base
import FeedModel
import FeedStore
import Testing

@testable import FeedServices

@Suite struct WatchScheduleTests {
  typealias WatchID = WatchSchedule.WatchID
  static let start = Instant(nanoseconds: 1_000_000_000_000)

  static func schedule(_ change: (inout WatchLimits) -> Void = { _ in }) -> WatchSchedule {
    var limits = WatchLimits()
    change(&limits)
    return WatchSchedule(limits: limits)
  }

  static func subscriber(
    _ viewer: UserID = Events.bob,
    _ filter: FeedFilter = .everything,
    on connection: UInt64 = 1,
    follows: Set<UserID>? = nil,
    asOf sequence: Int64 = 0
  ) -> WatchSchedule.Subscriber {
    WatchSchedule.Subscriber(
      connection: connection,
      viewerID: viewer,
      filter: filter,
      follows: follows.map { ($0, SequenceNumber(sequence)) }
    )
  }

  /// What a watcher sends until it waits or reads.
  static func drain(
    _ schedule: inout WatchSchedule,
    _ id: WatchID,
    at now: Instant = start
  ) throws -> [Told] {
    var told: [Told] = []
    while case .send(let messages) = schedule.next(id, at: now) {
      told += try messages.map(Told.init)
    }
    return told
  }

  // MARK: - The log

  @Test func aWatcherIsWokenForWhatItWantsAndIsToldOnce() throws {
    var schedule = Self.schedule()
    let id = try schedule.add(Self.subscriber(), at: .init(5), newest: .init(5), now: Self.start)
    #expect(schedule.wantsChangesAfter == SequenceNumber(5))
    #expect(schedule.next(id, at: Self.start) == .wait && schedule.isWaiting(id))
    #expect(schedule.append(Events.batch([Events.deletion(6)])) == [id])
    #expect(!schedule.isWaiting(id))
    #expect(try Self.drain(&schedule, id) == [.deletion(6)])
    #expect(schedule.append(Events.batch([Events.deletion(7)])) == [id])
    #expect(schedule.append(Events.batch([Events.deletion(8)])) == [], "it is awake")
    #expect(try Self.drain(&schedule, id) == [.deletion(7), .deletion(8)])
    #expect(schedule.wantsChangesAfter == SequenceNumber(8))
  }

  @Test func aBusyWatcherGetsTheLastCountsOfAPost() throws {
    var schedule = Self.schedule()
    let id = try schedule.add(Self.subscriber(), at: .init(0), newest: .init(0), now: Self.start)
    for number in 1...10_000 {
      _ = schedule.append(Events.batch([Events.counts(Int64(number), post: Int64(number % 3))]))
    }
    #expect(
      try Self.drain(&schedule, id) == [
        .counts(9_998, post: 2), .counts(9_999, post: 0), .counts(10_000, post: 1),
      ]
    )
  }

  @Test(arguments: [8, 9])
  func whoFallsOutOfTheLogGetsAGapAndOnlyThat(count: Int64) throws {
    var schedule = Self.schedule { $0.heldMessages = 8 }
    let id = try schedule.add(Self.subscriber(), at: .init(0), newest: .init(0), now: Self.start)
    for number in 1...count { _ = schedule.append(Events.batch([Events.deletion(number)])) }
    let expected = count == 8 ? (1...8).map { Told.deletion($0) } : [.gap(9)]
    #expect(try Self.drain(&schedule, id) == expected)
    #expect(schedule.append(Events.batch([Events.deletion(count + 1)])) == [id])
    #expect(try Self.drain(&schedule, id) == [.deletion(count + 1)])
  }

  @Test func whatIsFilteredOutNeverMakesAGap() throws {
    var schedule = Self.schedule { $0.heldMessages = 8 }
    let filter = FeedFilter(author: Events.bob)
    let id = try schedule.add(
      Self.subscriber(Events.bob, filter),
      at: .init(0),
      newest: .init(0),
      now: Self.start
    )
    #expect(schedule.next(id, at: Self.start) == .wait)
    for number in Int64(1)...100 {
      #expect(schedule.append(Events.batch([Events.deletion(number)])) == [])
    }
    #expect(schedule.append(Events.batch([Events.deletion(101, by: Events.bob)])) == [id])
    #expect(try Self.drain(&schedule, id) == [.deletion(101)])
  }

  // MARK: - Who is told what

  @Test func aLikeIsToldToItsViewerOnAllTheirWatches() throws {
    var schedule = Self.schedule()
    let ids = try [Events.ada, Events.bob, Events.bob].map {
      try schedule.add(Self.subscriber($0), at: .init(0), newest: .init(0), now: Self.start)
    }
    for id in ids { #expect(schedule.next(id, at: Self.start) == .wait) }
    let woken = schedule.append(Events.batch([Events.like(1, by: Events.bob)]))
    #expect(Set(woken) == Set(ids.dropFirst()))
    for id in woken { #expect(try Self.drain(&schedule, id) == [.like(1)]) }
    #expect(schedule.append(Events.batch([Events.like(2, by: UserID(number: 77))])) == [])
  }

  @Test func theFollowsOfTheMomentCount() throws {
    var schedule = Self.schedule()
    let filter = FeedFilter(followingOnly: true)
    let cleo = UserID(number: 3)
    let id = try schedule.add(
      Self.subscriber(Events.bob, filter, follows: [Events.ada], asOf: 4),
      at: .init(3),
      newest: .init(3),
      now: Self.start
    )
    #expect(schedule.next(id, at: Self.start) == .wait)
    let events = [
      // Known already: the follows are as of 4.
      Events.follow(4, Events.bob, Events.ada, false),
      Events.deletion(5, by: Events.ada), Events.deletion(6, by: cleo),
      Events.deletion(7, by: Events.bob),
    ]
    #expect(schedule.append(Events.batch(events)) == [id])
    #expect(try Self.drain(&schedule, id) == [.deletion(5), .deletion(7)])
    let changes = [
      Events.follow(8, Events.bob, cleo), Events.follow(9, Events.bob, Events.ada, false),
      Events.follow(10, Events.ada, cleo), Events.deletion(11, by: Events.ada),
      Events.deletion(12, by: cleo),
    ]
    #expect(schedule.append(Events.batch(changes)) == [id])
    #expect(try Self.drain(&schedule, id) == [.deletion(12)])
  }

  @Test func bothFiltersMustPass() throws {
    let interest = WatchInterest(
      viewerID: Events.bob,
      filter: FeedFilter(author: Events.ada, followingOnly: true)
    )
    let entry = try #require(WatchEntry(Events.deletion(1)))
    #expect(!interest.includes(entry))
    var following = interest
    following.follows = [Events.ada]
    #expect(following.includes(entry))
    let other = try #require(WatchEntry(Events.deletion(1, by: Events.bob)))
    #expect(!following.includes(other), "the viewer's own, but another author is wanted")
  }

  // MARK: - Progress

  @Test func aSilentWatcherIsToldHowFarItIs() throws {
    var schedule = Self.schedule()
    let limits = WatchLimits()
    #expect(limits.progressInterval + limits.lookInterval <= .seconds(30))
    let filter = FeedFilter(author: Events.bob)
    let id = try schedule.add(
      Self.subscriber(Events.bob, filter),
      at: .init(0),
      newest: .init(0),
      now: Self.start
    )
    #expect(schedule.next(id, at: Self.start) == .wait)
    #expect(schedule.append(Events.batch([Events.deletion(1)], end: 9)) == [])
    let due = Self.start + limits.progressInterval
    #expect(schedule.quietWatchers(at: due.advanced(byNanoseconds: -1)) == [])
    #expect(schedule.quietWatchers(at: due) == [id])
    #expect(try Self.drain(&schedule, id, at: due) == [.progress(9)])
    #expect(schedule.quietWatchers(at: due + limits.progressInterval) == [id])
  }

  @Test func aMessagePutsProgressOff() throws {
    var schedule = Self.schedule()
    let id = try schedule.add(Self.subscriber(), at: .init(0), newest: .init(0), now: Self.start)
    #expect(schedule.next(id, at: Self.start) == .wait)
    let later = Self.start + .seconds(19)
    #expect(schedule.append(Events.batch([Events.deletion(1)])) == [id])
    #expect(try Self.drain(&schedule, id, at: later) == [.deletion(1)])
    #expect(schedule.quietWatchers(at: later + .seconds(19)) == [])
    #expect(schedule.quietWatchers(at: later + .seconds(20)) == [id])
  }

  // MARK: - Turns to read from the store

  /// Watchers who are behind the log: the first reads, the others sleep.
  static func readers(_ schedule: inout WatchSchedule, _ count: Int) throws -> [WatchID] {
    let ids = try (0..<count).map { _ in
      try schedule.add(subscriber(), at: .init(0), newest: .init(5), now: start)
    }
    #expect(schedule.next(ids[0], at: start) == .read(after: .init(0)))
    for id in ids.dropFirst() { #expect(schedule.next(id, at: start) == .wait) }
    return ids
  }

  @Test func whoseTurnItIsAndWhoEndsPassesIt() throws {
    var schedule = Self.schedule()
    let ids = try Self.readers(&schedule, 4)
    #expect(schedule.take(Events.batch([], end: 5), for: ids[0], at: Self.start).wakes == ids[1])
    #expect(schedule.remove(ids[1]) == ids[2], "it was woken, and has not read")
    #expect(schedule.next(ids[2], at: Self.start) == .read(after: .init(0)))
    #expect(schedule.remove(ids[3]) == nil, "somebody reads")
    #expect(schedule.remove(ids[2]) == nil, "nobody is left who waits")
  }

  @Test func aTurnIsPassedToWhoSleeps() throws {
    var schedule = Self.schedule()
    let ids = try Self.readers(&schedule, 3)
    // The second has something to send, and a client that does not take it.
    let due = Self.start + WatchLimits().progressInterval
    schedule.stopWaiting(ids[1])
    #expect(schedule.next(ids[1], at: due) == .send([WatchMessage.progress(.init(0))]))
    #expect(schedule.take(Events.batch([], end: 5), for: ids[0], at: due).wakes == ids[2])
    #expect(schedule.next(ids[2], at: Self.start) == .read(after: .init(0)))
  }

  // MARK: - Limits

  @Test func watchesAreCountedByConnectionAndInAll() throws {
    var schedule = Self.schedule {
      $0.watches = 3
      $0.watchesPerConnection = 2
    }
    func add(_ connection: UInt64) throws -> WatchID {
      try schedule.add(
        Self.subscriber(on: connection),
        at: .init(0),
        newest: .init(0),
        now: Self.start
      )
    }
    let first = try add(1)
    _ = try add(1)
    #expect(throws: WatchSchedule.Refusal.tooManyOfConnection(limit: 2)) { try add(1) }
    _ = try add(2)
    #expect(throws: WatchSchedule.Refusal.tooMany(limit: 3)) { try add(3) }
    _ = schedule.remove(first)
    _ = schedule.remove(first)
    #expect(schedule.watcherCount == 2)
    _ = try add(1)
  }
}
