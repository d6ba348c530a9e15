import Base
import Dispatch
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing
import Waiting

@testable import PostgresStore

/// Several daemons on one feed.
@Suite(.timeLimit(.minutes(10)))
struct SharedFeedTests {
  @Test func whatOneDaemonWritesTheOthersShow() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try database.open(), try database.open()]
      let (here, there) = (database.fixture(stores[0]), database.fixture(stores[1]))
      let post = try await here.post("post", requestID: "make")
      #expect(try await there.post("post", requestID: "make").id == post.id)
      let liked = try await there.like(post.id, .toggle, requestID: "tap")
      #expect(try await here.like(post.id, .toggle, requestID: "tap") == liked)
      try await here.post("newer")
      let page = try await here.feed(size: 1)
      let next = try await there.feed(size: 1, token: page.nextPageToken)
      #expect(next.posts.map(\.id) == [post.id] && next.posts[0].isLiked)
      for store in stores { await store.close() }
    }
  }

  @Test func everyDaemonIsToldOfEveryCommitOnce() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try database.open(), try database.open(), try database.open()]
      let told = stores.map { store in
        let told = Watched([FeedCommit]())
        store.observeCommits { commit in told.change { $0.append(commit) } }
        return told
      }
      let post = try await database.fixture(stores[0]).post("post")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, store) in stores.enumerated() {
          let fixture = database.fixture(store)
          for tap in 0..<60 {
            group.addTask {
              try await fixture.comment(post.id, "\(index)-\(tap)", requestID: "\(index)-\(tap)")
            }
          }
        }
        try await group.waitForAll()
      }
      let newest = try await database.fixture(stores[0]).feed().sequence
      for told in told {
        let commits = try await told.until { commits in
          let covered = commits.reduce(0) { $0 + $1.sequence.number - $1.previous.number }
          return covered >= newest.number ? commits.sorted { $0.sequence < $1.sequence } : nil
        }
        #expect(commits.allSatisfy { $0.isComplete })
        #expect(commits.map(\.previous) == [SequenceNumber(0)] + commits.map(\.sequence).dropLast())
        #expect(commits.last?.sequence == newest)
      }
      for store in stores { await store.close() }
      #expect(try database.damage() == [])
    }
  }

  @Test func aFillOfAnotherDaemonIsACommitWithoutChanges() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try database.open(), try database.open()]
      let told = Watched([FeedCommit]())
      stores[1].observeCommits { commit in told.change { $0.append(commit) } }
      let sample = SampleFeed(postCount: 3, seed: 1, patternBlurhash: TestClock.blurhash)
      #expect(try await stores[0].fill(with: sample))
      let commits = try await told.until { $0.isEmpty ? nil : $0 }
      #expect(commits.count == 1 && commits[0].changes == [] && !commits[0].isComplete)
      #expect(try await stores[1].fill(with: sample) == false)
      for store in stores { await store.close() }
    }
  }

  /// The connections of a daemon are ended, and another one writes before they are back.
  @Test func whatIsWrittenWhileNobodyListensIsToldAfterwards() async throws {
    try await TemporaryDatabase.with { database in
      let role = "listener_of_\(database.name)"
      try database.execute("DROP ROLE IF EXISTS \(role); CREATE ROLE \(role) SUPERUSER LOGIN")
      let stores = [try database.open(), try database.open(role: role)]
      let told = Watched(SequenceNumber(0))
      stores[1].observeCommits { commit in told.change { $0 = max($0, commit.sequence) } }
      let fixture = database.fixture(stores[0])
      for round in 0..<3 {
        try await fixture.post("heard \(round)")
        var newest = try await fixture.feed().sequence
        try await told.until { [newest] in $0 >= newest ? true : nil }
        try database.execute("ALTER ROLE \(role) NOLOGIN")
        let endedCount = try database.number(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE datname = current_database() AND usename = '\(role)'
          """
        )
        #expect(try #require(endedCount) > 0)
        try await waitUntil {
          let left = "SELECT count(*) FROM pg_stat_activity WHERE usename = '\(role)'"
          return try database.number(left) == 0
        }
        try await fixture.post("unheard \(round)")
        newest = try await fixture.feed().sequence
        #expect(told.value < newest)
        try database.execute("ALTER ROLE \(role) LOGIN")
        try await told.until { [newest] in $0 >= newest ? true : nil }
      }
      for store in stores { await store.close() }
    }
  }

  /// A name is looked up while nothing is held that others wait for, however long that takes.
  @Test func whoLooksUpANameHoldsNobodyUp() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try database.open(), try database.open()]
      let fixture = database.fixture(stores[0])
      let post = try await fixture.post("post")
      let asked = Watched(false)
      let gate = DispatchSemaphore(value: 0)
      defer { gate.signal() }
      @Sendable func name() -> String? {
        asked.change { $0 = true }
        gate.wait()
        return "late"
      }
      let newcomer = Viewer.account(.init(uid: 77, accountName: name()))
      // More than is kept back until all has been sent, before the one who has to be looked up.
      let text = String(repeating: "x", count: 2_000)
      let holder = try database.connection()
      try holder.execute("BEGIN; UPDATE feed_head SET sequence = sequence")
      let first = Task.immediate { _ = try await fixture.like(post.id, .toggle) }
      try await waitUntil {
        let waiting = """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """
        return try database.number(waiting) == 1
      }
      let comments = (0..<30).map { _ in
        Task.immediate { _ = try await fixture.comment(post.id, text) }
      }
      let last = Task.immediate { try await fixture.comment(post.id, "hello", by: newcomer) }
      try holder.execute("COMMIT")
      try await asked.until { $0 ? true : nil }
      try await database.fixture(stores[1]).comment(post.id, "meanwhile", by: Person.noor)
      gate.signal()
      for task in comments + [first] { try await task.value }
      #expect(try await last.value.comment.author.username.text == "late")
      for store in stores { await store.close() }
      #expect(try database.damage() == [])
    }
  }

  /// A store in a database, and the losses that it tells of: what had been told, what there is.
  private static func withLosses(
    _ body: (TemporaryDatabase, PostgresStore, StoreFixture, Watched<[[Int64]]>) async throws
      -> Void
  ) async throws {
    try await TemporaryDatabase.with { database in
      let losses = Watched([[Int64]]())
      let store = try database.open(
        whenCommitsAreLost: { told, newest in
          losses.change { $0.append([told.number, newest.number]) }
        }
      )
      try await body(database, store, database.fixture(store), losses)
      await store.close()
    }
  }

  /// As of a server in the place of one whose last commits it never had.
  @Test func whoLacksWhatWasToldIsNoticed() async throws {
    try await Self.withLosses { database, store, fixture, losses in
      try await fixture.post("post")
      let sequence = try await fixture.feed().sequence.number
      // Nobody lost anything.
      try database.execute("NOTIFY \(Schema.channel), '\(Int64.max)'")
      try await fixture.post("another")
      let newest = try await fixture.feed().sequence.number
      try await waitUntil { !store.teller.isBehind }
      #expect(losses.value == [])
      try database.execute(
        """
        UPDATE feed_head SET sequence = \(sequence);
        NOTIFY \(Schema.channel), '\(Int64.max)'
        """
      )
      let first = try await losses.until { $0.first }
      #expect(first == [newest, sequence])
    }
  }

  /// Nothing wakes the listener here: the writer looks for itself.
  @Test func aWriterThatFindsAnOlderHeadWritesNothing() async throws {
    try await Self.withLosses { database, store, fixture, losses in
      try await fixture.post("first")
      let older = try await fixture.feed().sequence.number
      try await fixture.post("second")
      let newest = try await fixture.feed().sequence.number
      try database.execute("UPDATE feed_head SET sequence = \(older)")
      do {
        try await fixture.post("third")
        Issue.record("what was written would take numbers that were told")
      } catch StoreError.unavailable(let failure) {
        #expect(failure.message == "the server lacks answered changes")
      }
      #expect(losses.value == [[newest, older]])
      try database.execute("UPDATE feed_head SET sequence = \(newest)")
      let texts = try await fixture.feed().posts.map(\.text)
      #expect(texts == ["second", "first"])
    }
  }

  /// The server was restored, and another daemon has written as many changes again, or more.
  ///
  /// Nothing but the number and the mark of the newest commit tells of the loss: to the writer, or
  /// to the listener, which somebody wakes.
  @Test(arguments: [true, false], [0, 1, 3])
  func whatOthersHaveOvertakenIsNoticed(byTheWriter: Bool, more: Int) async throws {
    try await Self.withLosses { database, store, fixture, losses in
      try await fixture.post("first")
      let older = try await fixture.feed().sequence.number
      try await fixture.post("lost")
      let newest = try await fixture.feed().sequence.number
      // As it was before the last commit, with the commits of somebody who never knew of it.
      let overtaken = newest + Int64(more)
      try database.execute(
        """
        DELETE FROM posts WHERE id > \(older);
        DELETE FROM events WHERE sequence > \(older);
        INSERT INTO events SELECT number, 6, NULL, NULL, 1, NULL, NULL, NULL, 77
          FROM generate_series(\(older + 1), \(overtaken)) number;
        UPDATE feed_head SET sequence = \(overtaken), mark = 77
        """
      )
      if byTheWriter {
        let error = await #expect(throws: StoreError.self) { try await fixture.post("third") }
        guard case .unavailable = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      } else {
        try database.execute("NOTIFY \(Schema.channel), '\(Int64.max)'")
      }
      let first = try await losses.until { $0.first }
      #expect(first == [newest, overtaken])
    }
  }

  /// Where so many changes were made since that the last known one is no longer kept.
  @Test func whatIsNoLongerKeptIsTakenForThere() async throws {
    try await Self.withLosses { database, store, fixture, losses in
      let post = try await fixture.post("first")
      let newest = try await fixture.feed().sequence.number
      try database.execute(
        """
        DELETE FROM events;
        UPDATE feed_head SET sequence = \(newest + 10), events_after = \(newest + 10), mark = 77
        """
      )
      try await fixture.like(post.id, .toggle)
      #expect(losses.value == [])
    }
  }

  /// Whoever may connect may notify.
  @Test func aNumberThatNobodyHasCommittedIsReadForOnce() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try database.open(), try database.open()]
      let fixture = database.fixture(stores[0])
      let told = Watched(SequenceNumber(0))
      stores[1].observeCommits { commit in told.change { $0 = max($0, commit.sequence) } }
      for text in ["9000000000000000000", "-1", "x"] {
        try database.execute("NOTIFY \(Schema.channel), '\(text)'")
        try await fixture.post("after \(text)")
        let newest = try await fixture.feed().sequence
        try await told.until { $0 >= newest ? true : nil }
        try await waitUntil { !stores[1].teller.isBehind }
      }
      for store in stores { await store.close() }
    }
  }
}
