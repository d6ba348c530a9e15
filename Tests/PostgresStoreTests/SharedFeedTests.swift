import Base
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

  /// The listener's connection is ended, and another daemon writes before it is back.
  @Test func whatIsWrittenWhileNobodyListensIsToldAfterwards() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try database.open(), try database.open()]
      let told = Watched(SequenceNumber(0))
      stores[1].observeCommits { commit in told.change { $0 = max($0, commit.sequence) } }
      let fixture = database.fixture(stores[0])
      for round in 0..<5 {
        try database.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%'
          """
        )
        try await fixture.post("\(round)")
        let newest = try await fixture.feed().sequence
        try await told.until { $0 >= newest ? true : nil }
      }
      for store in stores { await store.close() }
    }
  }
}
