import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import PostgresStore

@Suite(.timeLimit(.minutes(10)))
struct PostgresStoreTests {
  @Test(arguments: ConformanceCheck.all)
  func thePostgreSQLEngineConforms(to check: ConformanceCheck) async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      try await check.run(database.fixture(store))
      await store.close()
      let damage = try database.damage()
      #expect(damage == [], "\(damage)")
    }
  }

  @Test func theEngineAnswersAsTheModelDoes() async throws {
    let steps =
      ProcessInfo.processInfo.environment["FEEDRPC_MODEL_STEPS"].flatMap { Int($0) } ?? 4_000
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let walk = ModelWalk(
        store,
        secret: try database.secret(),
        clock: database.clock,
        seed: seed
      )
      let connection = try database.connection()
      try await walk.run(stepCount: steps) {
        var wrong: [String] = []
        for law in StoreLaw.counts {
          let rows = try connection.rows(PostgresStatement(once: law.query))
          wrong += (0..<rows.count).map { "\(law.mismatch(rows[$0]))" }
        }
        return wrong
      } findings: {
        try database.damage()
      }
      await store.close()
      #expect(try database.damage() == [], "seed \(seed)")
    }
  }

  @Test func everythingIsThereAfterReopening() async throws {
    try await TemporaryDatabase.with { database in
      let first = try database.open()
      let before = database.fixture(first)
      for index in 0..<5 { try await before.post("\(index)") }
      let page = try await before.feed(size: 2)
      try await before.like(page.posts[0].id, .toggle, requestID: "tap")
      let comment = try await before.comment(page.posts[0].id, "hello", requestID: "say")
      await first.close()

      let second = try database.open()
      let after = database.fixture(second)
      #expect(second.feedID == first.feedID)
      #expect(try await after.feed(size: 2).sequence == comment.sequence)
      #expect(try await after.feed(size: 2, token: page.nextPageToken).posts.count == 2)
      let tapped = try await after.like(page.posts[0].id, .toggle, requestID: "tap")
      #expect(tapped.isLiked && tapped.sequence == comment.sequence)
      let said = try await after.comment(page.posts[0].id, "hello", requestID: "say")
      #expect(said == comment)
      await second.close()
    }
  }

  @Test func whatQueuesMeanwhileSharesATransaction() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let post = try await fixture.post("post")
      let before = try await store.statistics()
      let taps = (0..<200).map { _ in
        Task.immediate { try await fixture.like(post.id, .toggle) }
      }
      for tap in taps { _ = try await tap.value }
      let after = try await store.statistics()
      #expect(after.mutations - before.mutations == 200)
      #expect(after.commits - before.commits < 100)
      await store.close()
    }
  }

  /// PostgreSQL has no NUL in its texts; the others of the group are applied all the same.
  @Test func aMutationThatTheServerRefusesLeavesTheOthersOfItsGroup() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      let post = try await fixture.post("post")
      let texts = ["one", "bad\0text", "two", "three"]
      let comments = texts.map { text in
        Task.immediate { try? await fixture.comment(post.id, text) }
      }
      var made: [String] = []
      for comment in comments {
        if let state = await comment.value { made.append(state.comment.text) }
      }
      #expect(made == ["one", "two", "three"])
      #expect(try await fixture.comments(of: post.id).comments.map(\.text) == made)
      await store.close()
      #expect(try database.damage() == [])
    }
  }

  @Test func textsAreKeptAsTheyAre() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      for text in ["a\\b\tc\nd\re'f\"g", "\u{1F600} é e\u{301}", "$1 {1,2} \\N", "\u{1}\u{7F}"] {
        let post = try await fixture.post(text, requestID: text)
        #expect(post.text == text && post.requestID?.text == text)
        #expect(try await fixture.feed(size: 1).posts.map(\.text) == [text])
      }
      await store.close()
    }
  }
}
