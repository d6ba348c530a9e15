import CSQLite
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import SQLiteStore

/// The feed of those one follows costs by how many they are, not by how much there is to read.
@Suite(.timeLimit(.minutes(10)))
struct FollowedFeedCostTests {
  private static let follower = UserID(number: 1)

  /// Steps of SQLite's machine on a connection.
  private final class StepCounter {
    var count = 0

    func follow(_ connection: SQLiteConnection) {
      let context = Unmanaged.passUnretained(self).toOpaque()
      sqlite3_progress_handler(
        connection.handle,
        1,
        { context in
          guard let context else { return 0 }
          Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().count += 1
          return 0
        },
        context
      )
    }
  }

  /// The steps that a page takes of one who follows so many users.
  ///
  /// Everybody who is followed has `postsEach`; a user whom nobody follows has `otherPosts`, all
  /// newer.
  private func stepCount(
    follows: Int,
    postsEach: Int,
    otherPosts: Int
  ) async throws -> Int {
    let files = try TemporaryStore()
    await (try files.open()).close()
    let connection = try Database(path: files.path).connect()
    try connection.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= \(follows) + 1)
      INSERT INTO users (id, username, display_name, bio, avatar_id, avatar_width, avatar_height,
        avatar_blurhash) SELECT i, 'user' || i, '', '', '', 0, 0, '' FROM n;
      INSERT INTO follows SELECT 1, id, id FROM users WHERE id BETWEEN 2 AND \(follows) + 1;
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(postsEach))
      INSERT INTO posts (author_id, created_at, text, alt_text)
        SELECT followee_id, i * 10000 + followee_id, '', '' FROM follows JOIN n;
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(otherPosts))
      INSERT INTO posts (author_id, created_at, text, alt_text)
        SELECT \(follows) + 2, 1000000000 + i, '', '' FROM n;
      """
    )
    let reader = try FeedReader(
      connection: connection,
      tokenKey: Array(repeating: 1, count: KeyedHash.keyByteCount),
      blurhash: TestClock.blurhash
    )
    let steps = StepCounter()
    steps.follow(connection)
    let query = FeedPageQuery(filter: FeedFilter(followingOnly: true), pageSize: 20)
    let page = try reader.page(query, viewer: .user(Self.follower))
    sqlite3_progress_handler(connection.handle, 0, nil, nil)
    #expect(page.posts.count == 20 && !page.nextPageToken.isEmpty)
    return steps.count
  }

  @Test func itIsBoundedByFollowsAndNotByPosts() async throws {
    let limit = StoreLimits.follows
    let few = try await stepCount(follows: limit, postsEach: 1, otherPosts: 100)
    let many = try await stepCount(follows: limit, postsEach: 8, otherPosts: 40_000)
    #expect(many < few + few / 10, "\(few) and \(many) steps")
    #expect(few < limit * 100, "\(few) steps")
    let fewFollows = try await stepCount(follows: limit / 10, postsEach: 8, otherPosts: 40_000)
    #expect(fewFollows < many / 5, "\(fewFollows) and \(many) steps")
  }
}
