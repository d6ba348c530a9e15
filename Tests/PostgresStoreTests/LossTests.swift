import Base
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing
import Waiting

@testable import PostgresStore

/// The connection is lost at every step of a write, before and after the server got it.
@Suite(.timeLimit(.minutes(10)))
struct LossTests {
  /// A tap without a request id, which nobody but the store can tell from a second one.
  ///
  /// A write takes two steps, the group and its commit; a look at what became of it two more, the
  /// head and the group's number.
  @Test(
    arguments: ConnectionFault.Moment.allCases,
    [[0], [1], [0, 0, 0], [0, 1], [1, 0], [1, 1], [1, 0, 1], [1, 1, 1, 0]]
  )
  func aTapIsAppliedOnceWhereverTheConnectionEnds(
    moment: ConnectionFault.Moment,
    losses: [Int]
  ) async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let told = Watched([FeedCommit]())
      store.observeCommits { commit in told.change { $0.append(commit) } }
      let post = try await fixture.post("post")
      try await fixture.like(post.id, .toggle)
      database.fault.lose(after: losses, moment)
      let tapped = try await fixture.like(post.id, .toggle)
      #expect(!database.fault.disarm(), "each loss took place")
      #expect(!tapped.isLiked && tapped.likeCount == 0)
      #expect(try await fixture.feed().posts.map(\.isLiked) == [false])
      #expect(try await fixture.feed().sequence == tapped.sequence)
      let again = try await fixture.like(post.id, .toggle)
      #expect(again.isLiked && again.sequence.number == tapped.sequence.number + 2)
      let commits = try await told.until { $0.last?.sequence == again.sequence ? $0 : nil }
      #expect(commits.allSatisfy { $0.isComplete })
      #expect(commits.map(\.previous) == [SequenceNumber(0)] + commits.map(\.sequence).dropLast())
      await store.close()
      #expect(try database.damage() == [])
    }
  }

  /// As while another daemon's group is under way.
  @Test func aWriteWaitsForWhoHasTheHead() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let post = try await fixture.post("post")
      let holder = try database.connection()
      try holder.execute("BEGIN; UPDATE feed_head SET sequence = sequence + 10")
      let tap = Task.immediate { try await fixture.like(post.id, .toggle) }
      try await waitUntil {
        let waiting = """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """
        return try database.number(waiting) == 1
      }
      #expect(try await fixture.feed().sequence.number == post.id.number)
      try holder.execute("COMMIT")
      #expect(try await tap.value.sequence.number == post.id.number + 12)
      await store.close()
    }
  }

  /// A deadlock, a row that somebody else has: the same again may succeed.
  @Test func aGroupThatGivesWayIsSentAgain() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let post = try await fixture.post("post")
      // The first two taps are refused as a deadlock's victim is.
      try database.execute(
        """
        CREATE SEQUENCE attempts;
        CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('attempts') <= 2 THEN
            RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01';
          END IF;
          RETURN new;
        END $$;
        CREATE TRIGGER give_way BEFORE INSERT ON likes FOR EACH ROW
          EXECUTE FUNCTION give_way();
        """
      )
      #expect(try await fixture.like(post.id, .toggle).likeCount == 1)
      #expect(try database.number("SELECT last_value FROM attempts") == 3)
      try database.execute("ALTER SEQUENCE attempts RESTART; DELETE FROM likes")
      try database.execute("ALTER SEQUENCE attempts MINVALUE -100 RESTART WITH -100")
      do {
        try await fixture.like(post.id, .toggle)
        Issue.record("a group that never gets through is given up")
      } catch let error as StoreError {
        guard case .unavailable = error else { throw error }
      }
      await store.close()
    }
  }

  @Test(arguments: ConnectionFault.Moment.allCases)
  func aGroupThatNeverGetsThroughIsGivenUp(moment: ConnectionFault.Moment) async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let post = try await fixture.post("post")
      let losses = Array(repeating: 0, count: PostgresLimits.groupTries)
      database.fault.lose(after: losses, moment)
      try await Self.expectUnavailable { _ = try await fixture.like(post.id, .toggle) }
      #expect(!database.fault.disarm(), "it was tried so often")
      #expect(try await fixture.like(post.id, .toggle).likeCount == 1)
      await store.close()
    }
  }

  /// The answer of a commit is lost, and so is the look at what became of it.
  @Test(arguments: ConnectionFault.Moment.allCases)
  func whatNobodyKnowsIsNoSuccessAndToldWhereItIsOne(
    moment: ConnectionFault.Moment
  ) async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open(doubtTime: .zero)
      let fixture = database.fixture(store)
      let told = Watched([FeedCommit]())
      store.observeCommits { commit in told.change { $0.append(commit) } }
      let post = try await fixture.post("post")
      database.fault.lose(after: [1, 0], moment)
      try await Self.expectUnavailable {
        _ = try await fixture.like(post.id, .toggle, requestID: "tap")
      }
      #expect(!database.fault.disarm(), "both losses took place")
      let tapped = try await fixture.like(post.id, .toggle, requestID: "tap")
      #expect(tapped.isLiked && tapped.likeCount == 1)
      let commits = try await told.until { commits in
        let count = commits.reduce(0) { $0 + $1.sequence.number - $1.previous.number }
        return count >= tapped.sequence.number ? commits.sorted { $0.sequence < $1.sequence } : nil
      }
      #expect(commits.allSatisfy { $0.isComplete })
      #expect(commits.map(\.previous) == [SequenceNumber(0)] + commits.map(\.sequence).dropLast())
      await store.close()
      #expect(try database.damage() == [])
    }
  }

  /// As of a server that lets nobody listen: each try finds it, and ends at its first read.
  @Test func aListenerThatNeverReadsTriesRarerAndRarer() async throws {
    try await TemporaryDatabase.with { database in
      let fault = ConnectionFault()
      // Two for each try: what was lost in a read is read again at once.
      fault.lose(after: Array(repeating: 0, count: 12), .before)
      let start = Instant.now()
      let store = try database.open(listenerFault: fault)
      try await waitUntil { fault.lossCount == 0 }
      #expect(Instant.now() - start >= .milliseconds(50 + 100 + 200 + 400 + 800))
      let told = Watched(SequenceNumber(0))
      store.observeCommits { commit in told.change { $0 = max($0, commit.sequence) } }
      let other = try database.open()
      try await database.fixture(other).post("post")
      let newest = try await database.fixture(other).feed().sequence
      try await told.until { $0 >= newest ? true : nil }
      for store in [store, other] { await store.close() }
    }
  }

  private static func expectUnavailable(_ body: () async throws -> Void) async throws {
    do {
      try await body()
      Issue.record("it is not known to be done")
    } catch let error as StoreError {
      guard case .unavailable = error else { throw error }
    }
  }

  @Test func readsAreAnsweredThoughTheirConnectionsWereEnded() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let post = try await fixture.post("post")
      for _ in 0..<5 {
        try database.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          """
        )
        #expect(try await fixture.feed().posts.map(\.id) == [post.id])
        #expect(try await fixture.feed().posts.map(\.id) == [post.id])
        try await fixture.like(post.id, .toggle)
      }
      await store.close()
    }
  }

  @Test func whatIsDamagedInTheMiddleOfAnAnswerIsTold() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      try await fixture.post("post")
      try database.execute("ALTER TABLE posts RENAME TO posts_elsewhere")
      do {
        _ = try await fixture.feed()
        Issue.record("a page of a table that is not there")
      } catch let error as StoreError {
        guard case .engine(let failure) = error else { throw error }
        #expect(SQLState(of: failure).text == "42P01")
      }
      try database.execute("ALTER TABLE posts_elsewhere RENAME TO posts")
      #expect(try await fixture.feed().posts.count == 1)
      await store.close()
    }
  }
}
