/// The tables of a store, as the steps that made them.
///
/// SQLite's own `user_version` counts the steps that a file has taken. A new file takes all of
/// them, so it is the same as one that grew up; a step that has been released is never changed.
///
/// Posts and comments are sorted by (created_at, number). `number` is the id under a name that
/// is not the rowid's, because SQLite searches an index by both parts of a row value only where
/// neither is the rowid.
///
/// Counts are kept by triggers, so they change with their rows or not at all.
enum Schema {
  /// What takes a file from one version to the next.
  struct Step {
    let statements: String
    let triggers: [Trigger]
  }

  static let steps = [Step(statements: tables, triggers: countTriggers), photoStep]

  /// The version that this program makes and reads.
  static var version: Int { steps.count }

  /// Each trigger's name and what it says.
  ///
  /// The bulk fill drops them and sets the counts once, from the rows, in the same transaction.
  static var triggers: [Trigger] { steps.flatMap(\.triggers) }

  private static let tables = """
    CREATE TABLE feed_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      feed_id TEXT NOT NULL,
      token_key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      newest_time INTEGER NOT NULL,
      events_after INTEGER NOT NULL,  -- changes up to this one are no longer kept
      post_count INTEGER NOT NULL DEFAULT 0,
      comment_count INTEGER NOT NULL DEFAULT 0,
      like_count INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE users (
      id INTEGER PRIMARY KEY,
      username TEXT NOT NULL UNIQUE,
      display_name TEXT NOT NULL,
      bio TEXT NOT NULL,
      avatar_id TEXT NOT NULL,
      avatar_width INTEGER NOT NULL,
      avatar_height INTEGER NOT NULL,
      avatar_blurhash TEXT NOT NULL,
      post_count INTEGER NOT NULL DEFAULT 0 CHECK (post_count >= 0),
      follower_count INTEGER NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
      following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0)
    ) STRICT;

    CREATE TABLE posts (
      id INTEGER PRIMARY KEY,
      number INTEGER NOT NULL AS (id) VIRTUAL,
      author_id INTEGER NOT NULL REFERENCES users,
      created_at INTEGER NOT NULL,  -- microseconds since 1970
      like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
      comment_count INTEGER NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
      image_id TEXT,
      image_width INTEGER,
      image_height INTEGER,
      image_blurhash TEXT,
      text TEXT NOT NULL,
      alt_text TEXT NOT NULL,
      request_id TEXT,
      request_hash BLOB
    ) STRICT;
    CREATE INDEX posts_by_time ON posts (created_at, number);
    CREATE INDEX posts_by_author ON posts (author_id, created_at, number);
    CREATE UNIQUE INDEX posts_by_request ON posts (author_id, request_id)
      WHERE request_id IS NOT NULL;

    CREATE TABLE comments (
      id INTEGER PRIMARY KEY,
      number INTEGER NOT NULL AS (id) VIRTUAL,
      post_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE,
      author_id INTEGER NOT NULL REFERENCES users,
      created_at INTEGER NOT NULL,
      text TEXT NOT NULL,
      request_id TEXT,
      request_hash BLOB
    ) STRICT;
    CREATE INDEX comments_by_post ON comments (post_id, created_at, number);
    CREATE UNIQUE INDEX comments_by_request ON comments (author_id, request_id)
      WHERE request_id IS NOT NULL;

    CREATE TABLE likes (
      post_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE,
      user_id INTEGER NOT NULL REFERENCES users,
      sequence INTEGER NOT NULL,  -- of the change that made it: newest like first
      PRIMARY KEY (post_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX likes_by_age ON likes (post_id, sequence);

    CREATE TABLE follows (
      follower_id INTEGER NOT NULL REFERENCES users,
      followee_id INTEGER NOT NULL REFERENCES users,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (follower_id, followee_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX follows_by_follower ON follows (follower_id, sequence);
    CREATE UNIQUE INDEX follows_by_followee ON follows (followee_id, sequence);

    -- Request ids that no row holds: of taps, and of what was deleted.
    CREATE TABLE requests (
      user_id INTEGER NOT NULL,
      method INTEGER NOT NULL,
      request_id TEXT NOT NULL,
      request_hash BLOB NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (user_id, method, request_id)
    ) STRICT;
    CREATE INDEX requests_by_expiry ON requests (expires_at);

    -- Every change, with the counts of its post after it.
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY,  -- the last that it took
      kind INTEGER NOT NULL,
      post_id INTEGER,
      author_id INTEGER,   -- of the post, or who follows
      subject_id INTEGER,  -- the comment, or the user who liked, changed or is followed
      is_set INTEGER,      -- liked or followed from now on
      like_count INTEGER,
      comment_count INTEGER
    ) STRICT;
    """

  private static let countTriggers = [
    trigger("posts_added", "INSERT ON posts") {
      """
      UPDATE users SET post_count = post_count + 1 WHERE id = new.author_id;
      UPDATE feed_head SET post_count = post_count + 1;
      """
    },
    trigger("posts_removed", "DELETE ON posts") {
      """
      UPDATE users SET post_count = post_count - 1 WHERE id = old.author_id;
      UPDATE feed_head SET post_count = post_count - 1;
      """
    },
    trigger("comments_added", "INSERT ON comments") {
      """
      UPDATE posts SET comment_count = comment_count + 1 WHERE id = new.post_id;
      UPDATE feed_head SET comment_count = comment_count + 1;
      """
    },
    trigger("comments_removed", "DELETE ON comments") {
      """
      UPDATE posts SET comment_count = comment_count - 1 WHERE id = old.post_id;
      UPDATE feed_head SET comment_count = comment_count - 1;
      """
    },
    trigger("likes_added", "INSERT ON likes") {
      """
      UPDATE posts SET like_count = like_count + 1 WHERE id = new.post_id;
      UPDATE feed_head SET like_count = like_count + 1;
      """
    },
    trigger("likes_removed", "DELETE ON likes") {
      """
      UPDATE posts SET like_count = like_count - 1 WHERE id = old.post_id;
      UPDATE feed_head SET like_count = like_count - 1;
      """
    },
    trigger("follows_added", "INSERT ON follows") {
      """
      UPDATE users SET following_count = following_count + 1 WHERE id = new.follower_id;
      UPDATE users SET follower_count = follower_count + 1 WHERE id = new.followee_id;
      """
    },
    trigger("follows_removed", "DELETE ON follows") {
      """
      UPDATE users SET following_count = following_count - 1 WHERE id = old.follower_id;
      UPDATE users SET follower_count = follower_count - 1 WHERE id = old.followee_id;
      """
    },
  ]

  /// A trigger that follows each change of a kind.
  struct Trigger {
    let name: String
    let sql: String
  }

  static func trigger(_ name: String, _ event: String, body: () -> String) -> Trigger {
    Trigger(
      name: name,
      sql: "CREATE TRIGGER \(name) AFTER \(event) BEGIN\n\(body())\nEND;"
    )
  }
}
