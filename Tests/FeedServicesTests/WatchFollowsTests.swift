import Base
import FeedMessages
import FeedModel
import FeedStore
import RPC
import Testing

@testable import FeedServices

/// Watchers of whom they follow, where changes of that were not told.
@Suite(.timeLimit(.minutes(10)))
struct WatchFollowsTests {
  typealias Base = WatchScheduleTests
  private static let filter = FeedModel.FeedFilter(followingOnly: true)
  private static let cleo = UserID(number: 3)

  private static func add(
    _ schedule: inout WatchSchedule,
    asOf sequence: Int64,
    newest: Int64
  ) throws -> WatchSchedule.WatchID {
    try schedule.add(
      Base.subscriber(Events.bob, filter, follows: [Events.ada], asOf: sequence),
      at: .init(newest),
      newest: .init(newest),
      now: Base.start
    )
  }

  @Test func afterAForgottenStretchFollowsAreReadAgain() throws {
    var schedule = Base.schedule()
    let id = try Self.add(&schedule, asOf: 4, newest: 4)
    let all = try schedule.add(Base.subscriber(), at: .init(4), newest: .init(4), now: Base.start)
    for id in [id, all] { #expect(schedule.next(id, at: Base.start) == .wait) }
    #expect(schedule.append(Events.batch([], end: 20, forgotten: 20)).count == 2)
    #expect(schedule.next(all, at: Base.start) == .send([WatchMessage.gap(.init(20))]))
    #expect(schedule.next(id, at: Base.start) == .readFollows)
    // What was read before the stretch's end is no answer.
    schedule.learn([Self.cleo], asOf: .init(19), for: id)
    #expect(schedule.next(id, at: Base.start) == .readFollows)
    schedule.learn([Self.cleo], asOf: .init(20), for: id)
    #expect(try Base.drain(&schedule, id) == [.gap(20)])
    let events = [Events.deletion(21, by: Self.cleo), Events.deletion(22, by: Events.ada)]
    #expect(schedule.append(Events.batch(events)).contains(id))
    #expect(try Base.drain(&schedule, id) == [.deletion(21)])
  }

  @Test func aChangeThatWasToldIsNotTakenBackByAnEarlierAnswer() throws {
    var schedule = Base.schedule()
    let id = try Self.add(&schedule, asOf: 4, newest: 4)
    _ = schedule.append(Events.batch([], end: 20, forgotten: 20))
    _ = schedule.append(Events.batch([Events.follow(21, Events.bob, Self.cleo)]))
    schedule.learn([], asOf: .init(20), for: id)
    #expect(schedule.next(id, at: Base.start) == .readFollows)
    schedule.learn([Self.cleo], asOf: .init(21), for: id)
    _ = schedule.append(Events.batch([Events.deletion(22, by: Self.cleo)]))
    #expect(try Base.drain(&schedule, id) == [.gap(22)])
    #expect(schedule.append(Events.batch([Events.deletion(23, by: Self.cleo)])) == [id])
    #expect(try Base.drain(&schedule, id) == [.deletion(23)])
  }

  /// Others watched while the follows were read, and the log went on.
  @Test(arguments: [Int64(9), 10])
  func whatChangedBeforeTheWatchBeganCounts(asOf sequence: Int64) throws {
    var schedule = Base.schedule()
    _ = try schedule.add(
      Base.subscriber(Events.ada),
      at: .init(5),
      newest: .init(5),
      now: Base.start
    )
    _ = schedule.append(Events.batch([Events.follow(10, Events.bob, Self.cleo)]))
    let id = try Self.add(&schedule, asOf: sequence, newest: 10)
    let isMissed = sequence < 10
    #expect((schedule.next(id, at: Base.start) == .readFollows) == isMissed)
    if isMissed { schedule.learn([Events.ada, Self.cleo], asOf: .init(10), for: id) }
    #expect(schedule.next(id, at: Base.start) == .wait)
  }

  @Test func otherWatchersReadNothingMore() throws {
    var schedule = Base.schedule()
    let id = try schedule.add(Base.subscriber(), at: .init(4), newest: .init(4), now: Base.start)
    _ = schedule.append(Events.batch([], end: 20, forgotten: 20))
    #expect(try Base.drain(&schedule, id) == [.gap(20)])
    schedule.learn([], asOf: .init(30), for: id)
    _ = schedule.remove(id)
    schedule.learn([], asOf: .init(30), for: id)
    #expect(schedule.watcherCount == 0)
  }

  /// A fill is a stretch that nobody is told of.
  @Test func whoWatchedAnEmptyFeedHearsOfWhomTheyFollowAfterItsFill() async throws {
    let feed = Feed()
    let sample = SampleFeed(postCount: 10, seed: 1) { seed, _, _ in "hash of \(seed)" }
    let index = try #require(
      (0..<sample.userCount).first { sample.user(at: $0).follows.count > 0 }
    )
    let person = sample.user(at: index)
    let followed = sample.user(at: person.follows[0]).user
    let request = WatchFeedRequest(filter: FeedFilter(followingOnly: true))
    let watch = WatchCall(uid: FakeCall.ownerID, as: person.user.username.text)
      .start(request, of: feed)
    #expect(try await watch.next()?.name == "subscribed")
    #expect(try await feed.store.fill(with: sample))
    func post(_ text: String) async throws {
      _ = try await feed.store.createPost(try PostRequest(text: text), viewer: .user(followed.id))
    }
    try await post("shown by the page that a gap asks for, or heard")
    #expect(try await watch.next()?.name == "gap")
    try await post("heard")
    var isHeard = false
    while !isHeard, let message = try await watch.next() {
      if case .postCreated(let post) = message.event { isHeard = post.text == "heard" }
    }
    #expect(isHeard)
    await watch.stop()
  }
}
