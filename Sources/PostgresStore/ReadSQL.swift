import FeedStore

/// The statements that read.
///
/// Those that make pages exist once for each direction: towards older rows and towards newer.
enum ReadSQL {
  /// The columns of a post with its author; `$1` is the viewer.
  private static let postColumns = postColumns(viewer: "$1")

  /// Where there might be many rows EXISTS has a table made of all likes of the viewer, which takes
  /// a look at everybody's.
  private static func postColumns(viewer: String) -> String {
    """
    p.id, p.created_at, p.text, p.alt_text, p.image_id, p.image_width, p.image_height,
    p.image_blurhash, p.like_count, p.comment_count, p.request_id,
    (SELECT true FROM likes l WHERE l.post_id = p.id AND l.user_id = \(viewer)),
    \(userColumns)
    """
  }

  private static let userColumns = """
    u.id, u.username, u.display_name, u.avatar_id, u.avatar_width, u.avatar_height,
    u.avatar_blurhash
    """

  /// The columns of a comment with its author.
  private static let commentColumns = """
    c.id, c.post_id, c.created_at, c.text, c.request_id,
    \(userColumns)
    """

  /// What the write function before it has made.
  private static let made = "nullif(current_setting('feedrpc.made', true), '')::bigint"

  /// Towards older rows, or towards newer ones.
  enum Direction {
    case older
    case newer

    var comparison: String { self == .older ? "<" : ">" }
    var order: String { self == .older ? "DESC" : "ASC" }
  }

  /// A statement in both directions.
  struct Pair: Sendable {
    private let older: PostgresStatement
    private let newer: PostgresStatement

    init(_ name: String, _ sql: (Direction) -> String) {
      older = PostgresStatement("\(name)_older", sql(.older))
      newer = PostgresStatement("\(name)_newer", sql(.newer))
    }

    subscript(_ direction: Direction) -> PostgresStatement {
      direction == .older ? older : newer
    }
  }

  static let begin = PostgresStatement(
    "begin_read",
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )
  static let commit = PostgresStatement("commit_read", "COMMIT")

  static let head = PostgresStatement(
    "head",
    "SELECT sequence, newest_time, events_after, mark FROM feed_head"
  )
  static let statistics = PostgresStatement(
    "statistics",
    "SELECT post_count, comment_count, like_count FROM feed_head"
  )

  // $1 the viewer, $2 and $3 the position, $4 how many.
  static let everything = Pair("everything") { direction in
    """
    SELECT \(postColumns)
    FROM posts p JOIN users u ON u.id = p.author_id
    WHERE (p.created_at, p.id) \(direction.comparison) ($2, $3)
    ORDER BY p.created_at \(direction.order), p.id \(direction.order) LIMIT $4
    """
  }

  // As `everything`, and $5 the author.
  static let author = Pair("author") { direction in
    """
    SELECT \(postColumns)
    FROM posts p JOIN users u ON u.id = p.author_id
    WHERE p.author_id = $5 AND (p.created_at, p.id) \(direction.comparison) ($2, $3)
    ORDER BY p.created_at \(direction.order), p.id \(direction.order) LIMIT $4
    """
  }

  // $1 the viewer, $2 the ids as an array.
  static let posts = PostgresStatement(
    "posts",
    """
    SELECT \(postColumns)
    FROM unnest($2::bigint[]) AS wanted (id) JOIN posts p ON p.id = wanted.id
    JOIN users u ON u.id = p.author_id
    """
  )

  // As their authors see them; $1 the ids as an array.
  static let createdPosts = PostgresStatement(
    "created_posts",
    """
    SELECT \(postColumns(viewer: "p.author_id"))
    FROM unnest($1::bigint[]) AS wanted (id) JOIN posts p ON p.id = wanted.id
    JOIN users u ON u.id = p.author_id
    """
  )

  static let madePost = PostgresStatement(
    "made_post",
    """
    SELECT \(postColumns(viewer: "p.author_id"))
    FROM posts p JOIN users u ON u.id = p.author_id WHERE p.id = \(made)
    """
  )

  /// The users that the viewer follows, and the viewer: `$1`.
  private static let followedAuthors = """
    authors (id) AS (
      SELECT followee_id FROM follows WHERE follower_id = $1 UNION ALL SELECT $1::bigint
    )
    """

  /// The nearest posts of one author beyond a position.
  private static func nearest(
    of author: String,
    _ direction: Direction,
    limit: String
  ) -> String {
    """
    SELECT q.* FROM posts q
    WHERE q.author_id = \(author) AND (q.created_at, q.id) \(direction.comparison) ($2, $3)
    ORDER BY q.created_at \(direction.order), q.id \(direction.order) LIMIT \(limit)
    """
  }

  // $1 the viewer, $2 and $3 the position, $4 how many. An author whose nearest post is behind
  // those of so many others has none among the first: so it costs one search for each author that
  // is followed, and a few for each post that is shown, however many posts there are.
  static let followed = Pair("followed") { direction in
    """
    WITH \(followedAuthors), heads AS MATERIALIZED (
      SELECT a.id AS author_id FROM authors a
      CROSS JOIN LATERAL (\(nearest(of: "a.id", direction, limit: "1"))) h
      ORDER BY h.created_at \(direction.order), h.id \(direction.order) LIMIT $4
    )
    SELECT \(postColumns)
    FROM heads
    CROSS JOIN LATERAL (\(nearest(of: "heads.author_id", direction, limit: "$4"))) p
    JOIN users u ON u.id = p.author_id
    ORDER BY p.created_at \(direction.order), p.id \(direction.order) LIMIT $4
    """
  }

  // $1 and $2 the position.
  static let exists = Pair("exists") { direction in
    """
    SELECT EXISTS (
      SELECT FROM posts WHERE (created_at, id) \(direction.comparison) ($1, $2)
    )
    """
  }

  // $1 the author, $2 and $3 the position.
  static let authorExists = Pair("author_exists") { direction in
    """
    SELECT EXISTS (
      SELECT FROM posts
      WHERE author_id = $1 AND (created_at, id) \(direction.comparison) ($2, $3)
    )
    """
  }

  // $1 the viewer, $2 and $3 the position.
  static let followedExists = Pair("followed_exists") { direction in
    """
    WITH \(followedAuthors)
    SELECT EXISTS (
      SELECT FROM authors a
      CROSS JOIN LATERAL (\(nearest(of: "a.id", direction, limit: "1"))) h
    )
    """
  }

  // $1 the post, $2 and $3 the position, $4 how many.
  static let comments = Pair("comments") { direction in
    """
    SELECT \(commentColumns)
    FROM comments c JOIN users u ON u.id = c.author_id
    WHERE c.post_id = $1 AND (c.created_at, c.id) \(direction.comparison) ($2, $3)
    ORDER BY c.created_at \(direction.order), c.id \(direction.order) LIMIT $4
    """
  }

  // $1 the post, $2 the sequence, $3 how many.
  static let likers = PostgresStatement(
    "likers",
    """
    SELECT l.sequence, \(userColumns) FROM likes l JOIN users u ON u.id = l.user_id
    WHERE l.post_id = $1 AND l.sequence < $2 ORDER BY l.sequence DESC LIMIT $3
    """
  )

  // $1 the user, $2 the sequence, $3 how many.
  static let followers = PostgresStatement(
    "followers",
    """
    SELECT f.sequence, \(userColumns) FROM follows f JOIN users u ON u.id = f.follower_id
    WHERE f.followee_id = $1 AND f.sequence < $2 ORDER BY f.sequence DESC LIMIT $3
    """
  )

  // $1 the user, $2 the sequence, $3 how many.
  static let following = PostgresStatement(
    "following",
    """
    SELECT f.sequence, \(userColumns) FROM follows f JOIN users u ON u.id = f.followee_id
    WHERE f.follower_id = $1 AND f.sequence < $2 ORDER BY f.sequence DESC LIMIT $3
    """
  )

  // $1 the comment.
  static let comment = PostgresStatement(
    "comment",
    """
    SELECT \(commentColumns) FROM comments c JOIN users u ON u.id = c.author_id WHERE c.id = $1
    """
  )

  // $1 the ids as an array.
  static let addedComments = PostgresStatement(
    "added_comments",
    """
    SELECT \(commentColumns)
    FROM unnest($1::bigint[]) AS wanted (id) JOIN comments c ON c.id = wanted.id
    JOIN users u ON u.id = c.author_id
    """
  )

  static let madeComment = PostgresStatement(
    "made_comment",
    """
    SELECT \(commentColumns) FROM comments c JOIN users u ON u.id = c.author_id
    WHERE c.id = \(made)
    """
  )

  // $1 the post.
  static let commentCount = PostgresStatement(
    "comment_count",
    "SELECT comment_count FROM posts WHERE id = $1"
  )

  // $1 the user.
  static let user = PostgresStatement("user", "SELECT \(userColumns) FROM users u WHERE u.id = $1")

  // $1 the ids as an array.
  static let changedUsers = PostgresStatement(
    "changed_users",
    """
    SELECT \(userColumns)
    FROM unnest($1::bigint[]) AS wanted (id) JOIN users u ON u.id = wanted.id
    """
  )

  static let madeUser = PostgresStatement(
    "made_user",
    "SELECT \(userColumns) FROM users u WHERE u.id = \(made)"
  )

  // $1 the user.
  static let profile = PostgresStatement(
    "profile",
    """
    SELECT \(userColumns), u.bio, u.post_count, u.follower_count, u.following_count
    FROM users u WHERE u.id = $1
    """
  )

  // $1 the username.
  static let userID = PostgresStatement("user_id", "SELECT id FROM users WHERE username = $1")

  // $1 the number that they come after, $2 how many.
  static let events = PostgresStatement(
    "events",
    """
    SELECT sequence, kind, post_id, author_id, subject_id, is_set, like_count, comment_count
    FROM events WHERE sequence > $1 ORDER BY sequence LIMIT $2
    """
  )

  // $1 the number of a change, $2 the mark of its commit.
  static let isMarked = PostgresStatement(
    "is_marked",
    "SELECT EXISTS (SELECT FROM events WHERE sequence = $1 AND mark = $2)"
  )

  // $1 who follows, $2 whom.
  static let isFollowing = PostgresStatement(
    "is_following",
    "SELECT 1::bigint FROM follows WHERE follower_id = $1 AND followee_id = $2"
  )

  // MARK: - Photos

  // $1 the name.
  static let photoNamed = PostgresStatement(
    "photo_named",
    "SELECT c.* FROM photos p CROSS JOIN LATERAL photo_with_copies(p) c WHERE p.name = $1"
  )

  // $1 the hash.
  static let photoOfContent = PostgresStatement(
    "photo_of_content",
    """
    SELECT c.* FROM photos p CROSS JOIN LATERAL photo_with_copies(p) c WHERE p.content_hash = $1
    """
  )

  static let madePhoto = PostgresStatement(
    "made_photo",
    "SELECT c.* FROM photos p CROSS JOIN LATERAL photo_with_copies(p) c WHERE p.id = \(made)"
  )

  // $1 the name, $2 the user.
  static let hasUploaded = PostgresStatement(
    "has_uploaded",
    """
    SELECT 1::bigint FROM photos p JOIN uploads u ON u.photo_id = p.id
    WHERE p.name = $1 AND u.user_id = $2
    """
  )

  // $1 the photo's hash, $2 the side, $3 the piece.
  static let photoBytes = PostgresStatement(
    "photo_bytes",
    "SELECT bytes FROM photo_bytes WHERE content_hash = $1 AND side = $2 AND piece = $3"
  )

  // $1 the lowest hash, $2 the one above the highest, $3 how long ago they were written at least,
  // in seconds: what was written lately may belong to an upload that goes on.
  static let photosWithBytes = PostgresStatement(
    "photos_with_bytes",
    """
    SELECT content_hash FROM photo_bytes
    WHERE content_hash >= $1 AND content_hash < $2 AND side = 0 AND piece = 0
      AND written_at <= now() - make_interval(secs => $3::bigint)
    """
  )

  // $1 the hashes as an array.
  static let knownContent = PostgresStatement(
    "known_content",
    "SELECT content_hash FROM photos WHERE content_hash = ANY ($1::bytea[])"
  )
}
