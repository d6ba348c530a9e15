/// The statements that write, as text, and those that only writers read with.
enum WriteSQL {
  static let updateHead = "UPDATE feed_head SET sequence = ?1, newest_time = ?2"

  /// Changes the one page of the head, and back: SQLite writes a page that was changed meanwhile.
  static let moveHead = "UPDATE feed_head SET sequence = sequence + ?1"

  static let insertUser = """
    INSERT INTO users (
      id, username, display_name, bio, avatar_id, avatar_width, avatar_height, avatar_blurhash
    ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """

  static let updateUser = """
    UPDATE users SET display_name = ?2, bio = ?3, avatar_id = ?4, avatar_width = ?5,
      avatar_height = ?6, avatar_blurhash = ?7, avatar_photo_id = ?8
    WHERE id = ?1
    """

  static let insertPost = """
    INSERT INTO posts (
      id, author_id, created_at, image_id, image_width, image_height, image_blurhash, text,
      alt_text, request_id, request_hash, photo_id
    ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    """

  static let insertComment = """
    INSERT INTO comments (id, post_id, author_id, created_at, text, request_id, request_hash)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    """

  static let insertLike = "INSERT INTO likes (post_id, user_id, sequence) VALUES (?1, ?2, ?3)"
  static let deleteLike = "DELETE FROM likes WHERE post_id = ?1 AND user_id = ?2"
  static let deletePost = "DELETE FROM posts WHERE id = ?1"
  static let deleteComment = "DELETE FROM comments WHERE id = ?1"

  static let insertFollow = """
    INSERT INTO follows (follower_id, followee_id, sequence) VALUES (?1, ?2, ?3)
    """

  static let deleteFollow = "DELETE FROM follows WHERE follower_id = ?1 AND followee_id = ?2"

  /// Of a post: its author, its counts, and whether user `?2` likes it.
  static let postFacts = """
    SELECT author_id, like_count, comment_count,
      EXISTS (SELECT 1 FROM likes WHERE post_id = ?1 AND user_id = ?2)
    FROM posts WHERE id = ?1
    """

  /// Of a comment: its post, its author and the post's author.
  static let commentFacts = """
    SELECT c.post_id, c.author_id, p.author_id
    FROM comments c CROSS JOIN posts p ON p.id = c.post_id WHERE c.id = ?1
    """

  /// Of a user: followers and followed.
  static let followCounts = "SELECT follower_count, following_count FROM users WHERE id = ?1"

  static let postOfRequest = """
    SELECT id, request_hash FROM posts WHERE author_id = ?1 AND request_id = ?2
    """

  static let commentOfRequest = """
    SELECT id, request_hash FROM comments WHERE author_id = ?1 AND request_id = ?2
    """

  /// The hash of a remembered request that has not expired: user, method, id, now.
  static let request = """
    SELECT request_hash FROM requests
    WHERE user_id = ?1 AND method = ?2 AND request_id = ?3 AND expires_at > ?4
    """

  static let rememberRequest = """
    INSERT OR REPLACE INTO requests (user_id, method, request_id, request_hash, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5)
    """

  /// `?1` the post, `?2` the method, `?3` when they expire.
  static let rememberRequestOfPost = """
    INSERT OR REPLACE INTO requests (user_id, method, request_id, request_hash, expires_at)
    SELECT author_id, ?2, request_id, request_hash, ?3 FROM posts
    WHERE id = ?1 AND request_id IS NOT NULL
    """

  static let rememberRequestsOfComments = """
    INSERT OR REPLACE INTO requests (user_id, method, request_id, request_hash, expires_at)
    SELECT author_id, ?2, request_id, request_hash, ?3 FROM comments
    WHERE post_id = ?1 AND request_id IS NOT NULL
    """

  static let rememberRequestOfComment = """
    INSERT OR REPLACE INTO requests (user_id, method, request_id, request_hash, expires_at)
    SELECT author_id, ?2, request_id, request_hash, ?3 FROM comments
    WHERE id = ?1 AND request_id IS NOT NULL
    """

  /// Some that have expired: `?1` now, `?2` how many at most.
  static let sweepRequests = """
    DELETE FROM requests WHERE rowid IN (
      SELECT rowid FROM requests WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2
    )
    """

  static let insertEvent = """
    INSERT INTO events (
      sequence, kind, post_id, author_id, subject_id, is_set, like_count, comment_count
    ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """

  static let sweepEvents = "DELETE FROM events WHERE sequence <= ?1"
  static let raiseEventsAfter = "UPDATE feed_head SET events_after = max(events_after, ?1)"
}
