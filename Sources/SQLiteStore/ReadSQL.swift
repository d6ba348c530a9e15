/// The statements that read, as text.
///
/// Those that make pages exist once for each direction: towards older rows and towards newer.
enum ReadSQL {
  /// The columns of a post with its author; `?1` is the viewer.
  private static let postColumns = """
    p.id, p.created_at, p.text, p.alt_text, p.image_id, p.image_width, p.image_height,
    p.image_blurhash, p.like_count, p.comment_count, p.request_id,
    EXISTS (SELECT 1 FROM likes l WHERE l.post_id = p.id AND l.user_id = ?1),
    \(userColumns)
    """

  private static let userColumns = """
    u.id, u.username, u.display_name, u.avatar_id, u.avatar_width, u.avatar_height,
    u.avatar_blurhash
    """

  /// The columns of a comment with its author.
  private static let commentColumns = """
    c.id, c.post_id, c.created_at, c.text, c.request_id,
    \(userColumns)
    """

  /// Towards older rows, or towards newer ones.
  enum Direction {
    case older
    case newer

    var comparison: String { self == .older ? "<" : ">" }
    var order: String { self == .older ? "DESC" : "ASC" }
  }

  static let head = "SELECT sequence, newest_time FROM feed_head"
  static let eventsAfter = "SELECT events_after FROM feed_head"
  static let statistics = "SELECT post_count, comment_count, like_count FROM feed_head"

  // ?1 the viewer, ?2 and ?3 the position, ?4 how many.
  static func everything(_ direction: Direction) -> String {
    """
    SELECT \(postColumns)
    FROM posts p CROSS JOIN users u ON u.id = p.author_id
    WHERE (p.created_at, p.number) \(direction.comparison) (?2, ?3)
    ORDER BY p.created_at \(direction.order), p.number \(direction.order) LIMIT ?4
    """
  }

  // As `everything`, and ?5 the author.
  static func author(_ direction: Direction) -> String {
    """
    SELECT \(postColumns)
    FROM posts p CROSS JOIN users u ON u.id = p.author_id
    WHERE p.author_id = ?5 AND (p.created_at, p.number) \(direction.comparison) (?2, ?3)
    ORDER BY p.created_at \(direction.order), p.number \(direction.order) LIMIT ?4
    """
  }

  // ?1 the viewer, ?2 the ids as a JSON array.
  static let posts = """
    SELECT \(postColumns)
    FROM json_each(?2) wanted CROSS JOIN posts p ON p.id = wanted.value
    CROSS JOIN users u ON u.id = p.author_id
    """

  /// The users that the viewer follows, and the viewer: `?1`.
  private static let followedAuthors = """
    WITH authors (id) AS (
      SELECT followee_id FROM follows WHERE follower_id = ?1 UNION ALL SELECT ?1
    )
    """

  /// The nearest post of one author beyond a position, as a scalar.
  private static func nearest(_ author: String, _ direction: Direction) -> String {
    """
    (
      SELECT q.id FROM posts q
      WHERE q.author_id = \(author) AND (q.created_at, q.number) \(direction.comparison) (?2, ?3)
      ORDER BY q.created_at \(direction.order), q.number \(direction.order) LIMIT 1
    )
    """
  }

  // ?1 the viewer, ?2 and ?3 the position: of each followed author the nearest post.
  static func followedHeads(_ direction: Direction) -> String {
    """
    \(followedAuthors)
    SELECT p.author_id, p.created_at, p.id
    FROM authors a CROSS JOIN posts p ON p.id = \(nearest("a.id", direction))
    """
  }

  // ?1 the author, ?2 and ?3 the position.
  static func authorHead(_ direction: Direction) -> String {
    """
    SELECT p.author_id, p.created_at, p.id FROM posts p WHERE p.id = \(nearest("?1", direction))
    """
  }

  // ?2 and ?3 the position.
  static func exists(_ direction: Direction) -> String {
    """
    SELECT EXISTS (
      SELECT 1 FROM posts WHERE (created_at, number) \(direction.comparison) (?2, ?3)
    )
    """
  }

  // ?1 the author, ?2 and ?3 the position.
  static func authorExists(_ direction: Direction) -> String {
    """
    SELECT EXISTS (
      SELECT 1 FROM posts
      WHERE author_id = ?1 AND (created_at, number) \(direction.comparison) (?2, ?3)
    )
    """
  }

  // ?1 the viewer, ?2 and ?3 the position.
  static func followedExists(_ direction: Direction) -> String {
    """
    \(followedAuthors)
    SELECT EXISTS (
      SELECT 1 FROM authors a WHERE EXISTS (
        SELECT 1 FROM posts q
        WHERE q.author_id = a.id AND (q.created_at, q.number) \(direction.comparison) (?2, ?3)
      )
    )
    """
  }

  // ?1 the post, ?2 and ?3 the position, ?4 how many.
  static func comments(_ direction: Direction) -> String {
    """
    SELECT \(commentColumns)
    FROM comments c CROSS JOIN users u ON u.id = c.author_id
    WHERE c.post_id = ?1 AND (c.created_at, c.number) \(direction.comparison) (?2, ?3)
    ORDER BY c.created_at \(direction.order), c.number \(direction.order) LIMIT ?4
    """
  }

  // ?1 the post, ?2 the sequence, ?3 how many.
  static let likers = """
    SELECT l.sequence, \(userColumns) FROM likes l CROSS JOIN users u ON u.id = l.user_id
    WHERE l.post_id = ?1 AND l.sequence < ?2 ORDER BY l.sequence DESC LIMIT ?3
    """

  // ?1 the user, ?2 the sequence, ?3 how many.
  static let followers = """
    SELECT f.sequence, \(userColumns) FROM follows f CROSS JOIN users u ON u.id = f.follower_id
    WHERE f.followee_id = ?1 AND f.sequence < ?2 ORDER BY f.sequence DESC LIMIT ?3
    """

  // ?1 the user, ?2 the sequence, ?3 how many.
  static let followed = """
    SELECT f.sequence, \(userColumns) FROM follows f CROSS JOIN users u ON u.id = f.followee_id
    WHERE f.follower_id = ?1 AND f.sequence < ?2 ORDER BY f.sequence DESC LIMIT ?3
    """

  static let comment = """
    SELECT \(commentColumns) FROM comments c CROSS JOIN users u ON u.id = c.author_id
    WHERE c.id = ?1
    """

  static let commentCount = "SELECT comment_count FROM posts WHERE id = ?1"

  // ?1 the user.
  static let user = "SELECT \(userColumns) FROM users u WHERE u.id = ?1"

  static let profile = """
    SELECT \(userColumns), u.bio, u.post_count, u.follower_count, u.following_count
    FROM users u WHERE u.id = ?1
    """

  // ?1 the username.
  static let userID = "SELECT id FROM users WHERE username = ?1"

  // ?1 the number that they come after, ?2 how many.
  static let events = """
    SELECT sequence, kind, post_id, author_id, subject_id, is_set, like_count, comment_count
    FROM events WHERE sequence > ?1 ORDER BY sequence LIMIT ?2
    """

  // ?1 who follows, ?2 whom.
  static let isFollowing = "SELECT 1 FROM follows WHERE follower_id = ?1 AND followee_id = ?2"

  /// The columns of a photo, without its copies.
  private static let photoColumns = """
    p.id, p.name, p.content_hash, p.byte_count, p.format, p.width, p.height, p.blurhash, p.taken_at
    """

  // ?1 the name.
  static let photoNamed = "SELECT \(photoColumns) FROM photos p WHERE p.name = ?1"

  // ?1 the hash.
  static let photoOfContent = "SELECT \(photoColumns) FROM photos p WHERE p.content_hash = ?1"

  // ?1 the photo's row.
  static let photoCopies = """
    SELECT side, content_hash FROM photo_copies WHERE photo_id = ?1 ORDER BY side DESC
    """

  // ?1 the name, ?2 the user.
  static let uploadedPhoto = """
    SELECT \(photoColumns) FROM photos p CROSS JOIN uploads u ON u.photo_id = p.id
    WHERE p.name = ?1 AND u.user_id = ?2
    """
}
