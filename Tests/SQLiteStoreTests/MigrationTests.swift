import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import SQLiteStore

/// Files of older versions grow up when they are opened.
@Suite(.timeLimit(.minutes(10)))
struct MigrationTests {
  /// A file as version 1 left it, with a user, a post, a like and a comment.
  private static func writeVersion1(_ path: String) throws {
    let connection = try SQLiteConnection(path: path)
    try connection.execute(Schema.steps[0].statements)
    for trigger in Schema.steps[0].triggers { try connection.execute(trigger.sql) }
    try connection.execute(
      """
      INSERT INTO feed_head (id, feed_id, token_key, sequence, newest_time, events_after)
      VALUES (1, 'old', zeroblob(32), 6, 20, 0);
      INSERT INTO users
        (id, username, display_name, bio, avatar_id, avatar_width, avatar_height, avatar_blurhash)
      VALUES (7, 'ann', 'Ann', 'walks', 'pattern:a.8x8', 8, 8, 'L');
      INSERT INTO posts (
        id, author_id, created_at, image_id, image_width, image_height, image_blurhash, text,
        alt_text
      ) VALUES (2, 7, 10, 'pattern:b.4x6', 4, 6, 'M', 'text', 'alt');
      INSERT INTO likes (post_id, user_id, sequence) VALUES (2, 7, 3);
      INSERT INTO comments (id, post_id, author_id, created_at, text) VALUES (5, 2, 7, 20, 'hi');
      INSERT INTO events (sequence, kind, subject_id) VALUES (1, 6, 7);
      INSERT INTO events (sequence, kind, post_id, author_id) VALUES (2, 1, 2, 7);
      INSERT INTO events
        (sequence, kind, post_id, author_id, subject_id, is_set, like_count, comment_count)
      VALUES (4, 3, 2, 7, 7, 1, 1, 0), (6, 4, 2, 7, 5, NULL, 1, 1);
      PRAGMA user_version = 1;
      """
    )
  }

  /// A step that has been released is never changed: files exist that have taken it.
  @Test func releasedStepsAreAsTheyWere() {
    let step = Schema.steps[0]
    let text = step.statements + step.triggers.map(\.sql).joined()
    let hash = KeyedHash.hash(Array(text.utf8), byteCount: 16)
    let expected: [UInt8] = [
      70, 61, 253, 31, 181, 69, 76, 27, 123, 244, 209, 30, 12, 19, 161, 210,
    ]
    #expect(hash == expected)
  }

  @Test func aFileOfVersion1KeepsWhatItHas() async throws {
    let files = try TemporaryStore()
    try Self.writeVersion1(files.path)
    let store = try files.open()
    let fixture = files.fixture(store)
    #expect(store.feedID == FeedID(text: "old"))
    let page = try await fixture.feed()
    #expect(page.sequence == SequenceNumber(6))
    let post = try #require(page.posts.first)
    #expect(post.text == "text" && post.image?.id == "pattern:b.4x6")
    #expect(post.likeCount == 1 && post.commentCount == 1)
    #expect(post.author.username.text == "ann")
    let ann = Viewer.user(UserID(number: 7))
    let photo = try await fixture.upload(1, by: ann)
    #expect(try await fixture.post(photo.id, by: ann).image == photo.reference)
    #expect(try await fixture.setAvatar(photo.id, of: ann).user.avatar == photo.reference)
    await store.close()
    #expect(try files.damage() == [])
    let again = try files.open()
    #expect(try await again.photo(.name(photo.name)) == photo)
    await again.close()
  }

  @Test func aFileThatGrewUpIsTheSameAsANewOne() async throws {
    let old = try TemporaryStore()
    let new = try TemporaryStore()
    try Self.writeVersion1(old.path)
    for files in [old, new] { await (try files.open()).close() }
    #expect(try Self.schema(old.path) == Self.schema(new.path))
  }

  @Test func aStepThatFailsLeavesTheFileAsItWas() async throws {
    let files = try TemporaryStore()
    try Self.writeVersion1(files.path)
    let before = try Self.schema(files.path)
    // The last table of the step is there already, so that the step fails near its end.
    let connection = try SQLiteConnection(path: files.path)
    try connection.execute("CREATE TABLE uploads (x)")
    #expect(throws: StoreError.self) { try files.open() }
    #expect(try connection.number("PRAGMA user_version") == 1)
    try connection.execute("DROP TABLE uploads")
    #expect(try Self.schema(files.path) == before)
    await (try files.open()).close()
    #expect(try files.damage() == [])
  }

  private static func schema(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path)
    var rows: [String] = []
    try SQLiteStatement("SELECT name, sql FROM sqlite_schema ORDER BY name", on: connection)
      .forEachRow { rows.append("\($0.text(0)): \($0.text(1))") }
    return rows
  }
}
