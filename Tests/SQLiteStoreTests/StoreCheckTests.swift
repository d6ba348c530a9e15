import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import SQLiteStore

/// Every kind of damage is told, and nothing else.
@Suite(.timeLimit(.minutes(10)))
struct StoreCheckTests {
  /// A store with something in every table: two users, posts 2 and 3, a like, a comment, a follow,
  /// a photo and a request; and what it takes to damage it.
  private struct Sample {
    let files: TemporaryStore

    init() async throws {
      files = try TemporaryStore()
      let store = try files.open()
      let fixture = files.fixture(store)
      let post = try await fixture.post("one", by: Person.mira, requestID: "make")
      try await fixture.post("two", by: Person.mira)
      try await fixture.like(post.id, by: Person.noor, requestID: "tap")
      try await fixture.comment(post.id, "hello", by: Person.noor)
      let request = FollowRequest(userID: post.author.id, isFollowing: true)
      _ = try await store.setFollow(request, viewer: Person.noor)
      _ = try await store.recordUpload(.sample(0), viewer: Person.noor)
      await store.close()
    }

    func damage(_ sql: String) throws {
      try SQLiteConnection(path: files.path).execute(sql)
    }

    func report() throws -> StoreReport { try SQLiteStore.check(path: files.path) }
  }

  @Test func aSoundStoreHasARowCountForEveryTable() async throws {
    let report = try await Sample().report()
    #expect(report.findings == [])
    let counts = report.tables.map { "\($0.name) \($0.rowCount.map { "\($0)" } ?? "-")" }
    #expect(
      counts == [
        "feed_head 1", "users 2", "posts 2", "comments 1", "likes 1", "follows 1", "requests 1",
        "events 7", "photos 1", "photo_copies 2", "uploads 1", "file -",
      ]
    )
  }

  @Test(
    arguments: [
      ("users", "post_count"), ("users", "follower_count"), ("users", "following_count"),
      ("photos", "use_count"),
      ("posts", "like_count"), ("posts", "comment_count"), ("feed_head", "post_count"),
      ("feed_head", "comment_count"), ("feed_head", "like_count"),
    ]
  )
  func aWrongCountIsTold(table: String, column: String) async throws {
    let sample = try await Sample()
    try sample.damage(
      "UPDATE \(table) SET \(column) = \(column) + 1 WHERE id = (SELECT min(id) FROM \(table))"
    )
    let report = try sample.report()
    let found = try #require(report.tables.first { $0.name == table }).mismatches
    guard case .count(_, column, let stored, let counted) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    #expect(found.count == 1 && stored == counted + 1)
    // The last event of the post tells the right count, so it disagrees with the wrong one.
    #expect(report.mismatchCount == (table == "posts" ? 2 : 1))
  }

  @Test(
    arguments: [
      (
        "UPDATE feed_head SET newest_time = 5",
        "feed_head: below(column: \"newest_time\", stored: 5"
      ),
      ("UPDATE feed_head SET sequence = 8", "feed_head: below(column: \"sequence\", stored: 8"),
      ("DELETE FROM events WHERE sequence = 1", "events: eventsMissing(first: 1, last: 1)"),
      ("DELETE FROM events WHERE sequence >= 8", "events: eventsMissing(first: 7, last: 9)"),
      ("UPDATE events SET kind = 6 WHERE sequence = 2", "posts: withoutEvent(row: 2)"),
      ("UPDATE events SET subject_id = 1 WHERE sequence = 8", "comments: withoutEvent(row: 7)"),
      ("UPDATE events SET subject_id = 1 WHERE kind = 3", "likes: withoutEvent(row: 5)"),
      ("UPDATE events SET subject_id = 1 WHERE sequence = 9", "follows: withoutEvent(row: 9)"),
      (
        "UPDATE events SET like_count = 3 WHERE sequence = 8",
        "events: eventDisagrees(sequence: 8, post: 2, column: \"like_count\", told: 3, "
          + "stored: 1)"
      ),
      ("UPDATE posts SET request_hash = NULL", "posts: halfRequest(row: 2)"),
      (
        "UPDATE requests SET method = 3, request_id = 'make', "
          + "user_id = (SELECT author_id FROM posts)",
        "requests: doubledRequest(row: 1)"
      ),
      ("UPDATE requests SET method = 9", "requests: strangeRequest(row: 1)"),
      ("UPDATE photos SET uploaded_at = 1", "photos: strangePhoto(row: 1)"),
      ("UPDATE posts SET image_id = 'photo:x.1x1'", "posts: strangePhoto(row: 2)"),
      ("UPDATE users SET avatar_id = 'photo:x.1x1'", "users: strangePhoto(row: "),
      ("UPDATE comments SET author_id = 5", "comments: refersToNothing(row: Optional(7)"),
      ("UPDATE likes SET user_id = 5", "likes: refersToNothing(row: nil"),
    ]
  )
  func whatTheEngineCannotHaveWrittenIsTold(sql: String, finding: String) async throws {
    let sample = try await Sample()
    try sample.damage(sql)
    let findings = try sample.report().findings
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
  }

  @Test func ofManyMismatchesOfAKindTheFirstAreTold() async throws {
    let sample = try await Sample()
    let limit = StoreLimits.toldMismatches
    let rows = (0...limit).map { "(\($0), 9, 'r', x'00', 5)" }.joined(separator: ", ")
    try sample.damage("INSERT INTO requests VALUES \(rows)")
    let report = try sample.report()
    let requests = try #require(report.tables.first { $0.name == "requests" })
    #expect(requests.mismatches.count == limit && requests.mismatchCount == limit + 1)
  }

  @Test func aRowThatAnIndexLacksIsTold() async throws {
    let sample = try await Sample()
    try sample.damage(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'created_at, number', 'number, created_at')
        WHERE name = 'comments_by_post';
      """
    )
    let findings = try sample.report().findings
    #expect(findings.contains { $0.hasPrefix("file: damage(\"row 1 missing") }, "\(findings)")
  }

  @Test func aPageOfZerosIsTold() async throws {
    let sample = try await Sample()
    try sample.damage("PRAGMA wal_checkpoint(TRUNCATE)")
    let url = URL(fileURLWithPath: sample.files.path)
    var bytes = try Data(contentsOf: url)
    let page = try #require(
      try SQLiteConnection(path: sample.files.path)
        .number("SELECT rootpage FROM sqlite_schema WHERE name = 'comments'")
    )
    let start = Int(page - 1) * 4_096
    bytes.replaceSubrange(start..<start + 4_096, with: Data(count: 4_096))
    try bytes.write(to: url)
    let report = try sample.report()
    #expect(report.mismatchCount > 0)
    let comments = try #require(report.tables.first { $0.name == "comments" })
    #expect(!comments.mismatches.isEmpty, "\(report)")
  }

  @Test func aNewerStoreAndOneWithoutAFeedAreRefused() async throws {
    let sample = try await Sample()
    let newer = Schema.version + 1
    try sample.damage("PRAGMA user_version = \(newer)")
    #expect(throws: StoreError.newerSchema(found: newer, supported: Schema.version)) {
      try sample.report()
    }
    let empty = try TemporaryStore()
    try SQLiteConnection(path: empty.path).execute("CREATE TABLE letters (text TEXT)")
    let failure = EngineFailure(code: 0, message: "no feed", statement: "")
    #expect(throws: StoreError.corrupt(failure)) { try SQLiteStore.check(path: empty.path) }
  }
}
