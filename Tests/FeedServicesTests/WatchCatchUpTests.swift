import Base
import FeedModel
import FeedStore
import Testing

@testable import FeedServices

/// Watchers who are behind what the log holds read from the store, one at a time.
@Suite struct WatchCatchUpTests {
  typealias WatchID = WatchSchedule.WatchID
  static let now = WatchScheduleTests.start

  @Test func whoResumesReadsUntilTheLogHasTheRest() throws {
    var schedule = WatchSchedule()
    let first = try schedule.add(
      WatchScheduleTests.subscriber(Events.ada),
      at: .init(10),
      newest: .init(10),
      now: Self.now
    )
    _ = schedule.append(Events.batch([Events.like(11, by: Events.bob), Events.deletion(12)]))
    let id = try schedule.add(
      WatchScheduleTests.subscriber(Events.bob),
      at: .init(7),
      newest: .init(12),
      now: Self.now
    )
    // What the log has is not enough: nobody kept the like for a viewer who did not watch.
    _ = schedule.append(Events.batch([Events.like(13, by: Events.bob), Events.deletion(14)]))
    #expect(schedule.next(id, at: Self.now) == .read(after: SequenceNumber(7)))
    var batch = Events.batch([Events.deletion(8), Events.deletion(9)])
    batch.newest = SequenceNumber(14)
    let took = schedule.take(batch, for: id, at: Self.now)
    #expect(try took.messages.map(Told.init) == [.deletion(8), .deletion(9)])
    #expect(schedule.next(id, at: Self.now) == .read(after: SequenceNumber(9)))
    batch = Events.batch([Events.like(11, by: Events.bob), Events.deletion(12)])
    let rest = schedule.take(batch, for: id, at: Self.now).messages
    #expect(try rest.map(Told.init) == [.like(11), .deletion(12)])
    let expected: [Told] = [.like(13), .deletion(14)]
    #expect(try WatchScheduleTests.drain(&schedule, id) == expected)
    let told = try WatchScheduleTests.drain(&schedule, first)
    #expect(told == [.deletion(12), .deletion(14)])
  }

  @Test func countsOfOneReadAreMerged() throws {
    var schedule = WatchSchedule()
    let id = try schedule.add(
      WatchScheduleTests.subscriber(),
      at: .init(0),
      newest: .init(9),
      now: Self.now
    )
    #expect(schedule.next(id, at: Self.now) == .read(after: SequenceNumber(0)))
    let events = (1...9).map { Events.counts(Int64($0), post: Int64($0 % 2)) }
    let messages = schedule.take(Events.batch(events), for: id, at: Self.now).messages
    #expect(try messages.map(Told.init) == [.counts(8, post: 0), .counts(9, post: 1)])
    #expect(schedule.next(id, at: Self.now) == .wait)
  }

  @Test(arguments: [Int64(4), 5])
  func whatIsNoLongerKeptIsAGap(forgotten: Int64) throws {
    var schedule = WatchSchedule()
    let id = try schedule.add(
      WatchScheduleTests.subscriber(),
      at: .init(4),
      newest: .init(9),
      now: Self.now
    )
    #expect(schedule.next(id, at: Self.now) == .read(after: SequenceNumber(4)))
    let batch = Events.batch([Events.deletion(6), Events.deletion(9)], forgotten: forgotten)
    let messages = schedule.take(batch, for: id, at: Self.now).messages
    let expected: [Told] = forgotten == 4 ? [.deletion(6), .deletion(9)] : [.gap(9)]
    #expect(try messages.map(Told.init) == expected)
    #expect(schedule.next(id, at: Self.now) == .wait)
  }

  @Test func watchersReadInTurnsAndOneWhoLeavesPassesItOn() throws {
    var schedule = WatchSchedule()
    let ids = try (0..<4).map { _ in
      try schedule.add(
        WatchScheduleTests.subscriber(),
        at: .init(0),
        newest: .init(9),
        now: Self.now
      )
    }
    #expect(schedule.next(ids[0], at: Self.now) == .read(after: SequenceNumber(0)))
    for id in ids.dropFirst() { #expect(schedule.next(id, at: Self.now) == .wait) }
    let batch = Events.batch([Events.deletion(9)])
    #expect(schedule.take(batch, for: ids[0], at: Self.now).wakes == ids[1])
    #expect(schedule.next(ids[1], at: Self.now) == .read(after: SequenceNumber(0)))
    #expect(schedule.remove(ids[2]) == nil)
    #expect(schedule.remove(ids[1]) == ids[3])
    #expect(schedule.next(ids[3], at: Self.now) == .read(after: SequenceNumber(0)))
    #expect(schedule.remove(ids[3]) == nil)
    #expect(schedule.next(ids[0], at: Self.now) == .wait)
  }

  @Test func whoWaitsForTheTurnIsToldProgressAndNotWokenByNews() throws {
    var schedule = WatchSchedule()
    let ids = try (0..<2).map { _ in
      try schedule.add(
        WatchScheduleTests.subscriber(),
        at: .init(0),
        newest: .init(9),
        now: Self.now
      )
    }
    #expect(schedule.next(ids[0], at: Self.now) == .read(after: SequenceNumber(0)))
    #expect(schedule.next(ids[1], at: Self.now) == .wait)
    #expect(schedule.append(Events.batch([Events.deletion(10)])) == [])
    let later = Self.now + .seconds(20)
    #expect(schedule.quietWatchers(at: later) == [ids[1]])
    #expect(try WatchScheduleTests.drain(&schedule, ids[1], at: later) == [.progress(0)])
  }

  @Test func aReaderThatFoundTheChangesForgottenGivesAllAGap() throws {
    var schedule = WatchSchedule()
    let id = try schedule.add(
      WatchScheduleTests.subscriber(),
      at: .init(3),
      newest: .init(3),
      now: Self.now
    )
    #expect(schedule.next(id, at: Self.now) == .wait)
    let batch = Events.batch([Events.deletion(8), Events.deletion(9)], forgotten: 7)
    #expect(schedule.append(batch) == [id])
    #expect(try WatchScheduleTests.drain(&schedule, id) == [.gap(9)])
  }

  /// Random watchers of a random feed against the list of all events.
  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func everybodyHearsEverythingOnceInOrderOrAGap(seed: UInt64) throws {
    var limits = WatchLimits()
    limits.heldMessages = 12
    limits.messagesPerTurn = 3
    var world = WatchWorld(seed: seed, limits: limits)
    for _ in 0..<3_000 { try world.step() }
    try world.finish()
    #expect(world.gapCount > 0 && world.readCount > 0 && world.messageCount > 500)
  }
}

/// A feed, a schedule, and watchers that check what they hear.
private struct WatchWorld {
  struct Watcher {
    var id: WatchSchedule.WatchID
    var viewer: UserID
    var filter: FeedFilter
    var position: Int64
    /// What it was told since its last gap or its start, and where that was.
    var told: [Told] = []
    var since: Int64
  }

  var random: SplitMix64
  var schedule: WatchSchedule
  var events: [FeedEvent] = []
  var newest: Int64 = 0
  var watchers: [Watcher] = []
  var gapCount = 0
  var readCount = 0
  var messageCount = 0
  let users = [Events.ada, Events.bob, UserID(number: 3)]

  init(seed: UInt64, limits: WatchLimits) {
    random = SplitMix64(seed: seed)
    schedule = WatchSchedule(limits: limits)
  }

  mutating func step() throws {
    switch random.number(below: 12) {
    case 0: try addWatcher()
    case 1:
      guard watchers.count > 3 else { return }
      let watcher = watchers.remove(at: random.number(below: watchers.count))
      try check(watcher)
      _ = schedule.remove(watcher.id)
    case 2...5: change()
    case 6, 7: deliver()
    default:
      guard !watchers.isEmpty else { return }
      try run(random.number(below: watchers.count))
    }
  }

  private mutating func addWatcher() throws {
    guard watchers.count < 8 else { return }
    let viewer = random.element(of: users)
    let filter = random.element(of: [.everything, FeedFilter(author: Events.ada)])
    let isFresh = random.number(below: 2) == 0
    let position = isFresh ? newest : Int64(random.number(below: Int(newest) + 1))
    let id = try schedule.add(
      WatchScheduleTests.subscriber(viewer, filter),
      at: SequenceNumber(position),
      newest: SequenceNumber(newest),
      now: WatchScheduleTests.start
    )
    watchers.append(
      Watcher(id: id, viewer: viewer, filter: filter, position: position, since: position)
    )
  }

  private mutating func change() {
    newest += 1
    let author = random.element(of: users)
    switch random.number(below: 3) {
    case 0: events.append(Events.deletion(newest, by: author))
    case 1: events.append(Events.like(newest, by: random.element(of: users), of: author))
    default:
      let post = Int64(random.number(below: 4))
      events.append(Events.counts(newest, post: post, by: users[Int(post) % 3]))
    }
  }

  private func batch(after sequence: SequenceNumber, limit: Int) -> EventBatch {
    let found = Array(events.filter { $0.sequence > sequence }.prefix(limit))
    var batch = Events.batch(found, end: found.count == limit ? nil : newest)
    batch.newest = SequenceNumber(newest)
    return batch
  }

  private mutating func deliver() {
    guard let after = schedule.wantsChangesAfter, after.number < newest else { return }
    _ = schedule.append(batch(after: after, limit: 1 + random.number(below: 6)))
  }

  private mutating func run(_ index: Int) throws {
    let now = WatchScheduleTests.start
    switch schedule.next(watchers[index].id, at: now) {
    case .wait, .readFollows: break
    case .send(let messages): try hear(messages, index)
    case .read(let after):
      readCount += 1
      let batch = batch(after: after, limit: 5)
      try hear(schedule.take(batch, for: watchers[index].id, at: now).messages, index)
    }
  }

  private mutating func hear(_ messages: [Bytes], _ index: Int) throws {
    for told in try messages.map(Told.init) {
      #expect(told.sequence > watchers[index].position, "numbers rise")
      messageCount += 1
      if case .gap = told {
        gapCount += 1
        watchers[index].told = []
        watchers[index].since = told.sequence
      } else {
        watchers[index].told.append(told)
      }
      watchers[index].position = told.sequence
    }
  }

  mutating func finish() throws {
    while let after = schedule.wantsChangesAfter, after.number < newest { deliver() }
    for _ in 0..<2_000 { for index in watchers.indices { try run(index) } }
    for watcher in watchers {
      var watcher = watcher
      watcher.position = newest
      try check(watcher)
    }
  }

  /// What a watcher was told is what there was, but for counts and likes that later ones replaced.
  private func check(_ watcher: Watcher) throws {
    let interest = WatchInterest(viewerID: watcher.viewer, filter: watcher.filter)
    let entries = events.filter { $0.sequence.number > watcher.since }
      .filter { $0.sequence.number <= watcher.position }
      .compactMap { WatchEntry($0) }.filter { interest.includes($0) }
    let heard = Set(watcher.told.map(\.sequence))
    #expect(heard.count == watcher.told.count)
    for (index, entry) in entries.enumerated() where !heard.contains(entry.sequence.number) {
      let isReplaced =
        entry.subject != nil
        && events.contains { later in
          later.sequence > entry.sequence && WatchEntry(later)?.subject == entry.subject
        }
      #expect(isReplaced, "\(index) of \(entries.count)")
    }
    #expect(heard.subtracting(entries.map(\.sequence.number)).isEmpty)
  }
}
