/// The statements that write.
///
/// Each mutation is a call of one function of the schema's; where it makes something to show, a
/// statement of `ReadSQL` follows it.
enum WriteSQL {
  static let begin = PostgresStatement("begin", "BEGIN ISOLATION LEVEL READ COMMITTED")
  static let commit = PostgresStatement("commit", "COMMIT")
  static let rollback = PostgresStatement("rollback", "ROLLBACK")

  // $1 the writer, $2 the group's number, $3 now, $4 when what is remembered now is forgotten, $5
  // the group's mark, $6 and $7 the number and the mark of a commit that the server must have.
  static let beginGroup = PostgresStatement(
    "begin_group",
    """
    SELECT found_version, first_sequence, server_time, has_lost
    FROM begin_group($1, $2, $3, $4, $5, $6, $7)
    """
  )

  // $1 how many events are kept, $2 how many requests are forgotten at most.
  static let finishGroup = PostgresStatement("finish_group", "SELECT finish_group($1, $2)")

  /// Waits for the group that has the head.
  static let awaitHead = PostgresStatement(
    "await_head",
    "SELECT sequence FROM feed_head FOR UPDATE"
  )

  // $1 the writer: its last group that was committed.
  static let groupNumber = PostgresStatement(
    "group_number",
    "SELECT group_number FROM writers WHERE id = $1"
  )

  // $1 how long writers are known, in microseconds. One that writes just now is not waited for.
  static let sweepWriters = PostgresStatement(
    once: """
      DELETE FROM writers WHERE id IN (
        SELECT id FROM writers
        WHERE seen_at < (extract(epoch FROM clock_timestamp()) * 1000000)::bigint - $1
        FOR UPDATE SKIP LOCKED
      )
      """
  )

  /// The viewer as every function takes them.
  private static let viewer = """
    $1, $2, ROW($3::text, $4::text, $5::bigint, $6::bigint, $7::text)::newcomer
    """

  /// A call whose arguments after the viewer are numbered from `$8` on.
  private static func call(
    _ function: String,
    _ columns: String,
    arguments: Int
  ) -> PostgresStatement {
    let list = (0..<arguments).map { ", $\(8 + $0)" }.joined()
    return PostgresStatement(
      function,
      """
      SELECT outcome, viewer, is_new, last_sequence\(columns)
      FROM \(function)(\(viewer)\(list))
      """
    )
  }

  static let toggleLike = call(
    "toggle_like",
    ", has_changed, author, likes, comments, is_liked",
    arguments: 4
  )
  static let addComment = call(
    "add_comment",
    ", has_changed, author, likes, comments",
    arguments: 5
  )
  static let createPost = call("create_post", ", has_changed, post", arguments: 10)
  static let deletePost = call("delete_post", ", has_changed, author, (removed).*", arguments: 1)
  static let deleteComment = call(
    "delete_comment",
    ", has_changed, author, likes, comments, post",
    arguments: 1
  )
  static let setFollow = call("set_follow", ", has_changed, followers", arguments: 3)
  static let updateProfile = call("update_profile", ", has_changed, (removed).*", arguments: 7)
  static let recordUpload = call("record_upload", "", arguments: 11)

  // $1 when they were last uploaded at the latest, $2 how many.
  static let removeUnusedPhotos = PostgresStatement(
    "remove_unused_photos",
    "SELECT * FROM remove_unused_photos($1, $2)"
  )

  // $1 the photo's hash. In a group, so that no photo comes to be meanwhile; nobody who has the
  // head waits for who writes the same bytes, which a sweep finds later.
  static let removePhotoBytes = PostgresStatement(
    "remove_photo_bytes",
    """
    DELETE FROM photo_bytes WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM photo_bytes
      WHERE content_hash = $1 AND NOT EXISTS (SELECT FROM photos WHERE content_hash = $1)
      FOR UPDATE SKIP LOCKED
    ))
    """
  )

  // $1 of whom there is one at a time, until the transaction ends.
  static let lockPhotoBytes = PostgresStatement(
    "lock_photo_bytes",
    "SELECT pg_advisory_xact_lock($1)"
  )

  // $1 the photo's hash.
  static let clearPhotoBytes = PostgresStatement(
    "clear_photo_bytes",
    "DELETE FROM photo_bytes WHERE content_hash = $1"
  )

  // $1 the photo's hash, $2 the side, $3 the piece, $4 its bytes, $5 the hash of the side.
  static let insertPhotoBytes = PostgresStatement(
    "insert_photo_bytes",
    """
    INSERT INTO photo_bytes (content_hash, side, piece, bytes, part_hash)
    VALUES ($1, $2, $3, $4, $5)
    """
  )

  // MARK: - The fill

  static let hasUsers = PostgresStatement(once: "SELECT EXISTS (SELECT FROM users)")

  /// What a transaction sets that fills the tables.
  static let beginFill = """
    SET LOCAL feedrpc.filling = 'on';
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL plan_cache_mode = auto;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_hashjoin = on;
    """

  /// The counts from the rows.
  static let setCounts = """
    UPDATE posts p SET like_count = l.number FROM (
      SELECT post_id, count(*) AS number FROM likes GROUP BY post_id
    ) l WHERE l.post_id = p.id;
    UPDATE posts p SET comment_count = c.number FROM (
      SELECT post_id, count(*) AS number FROM comments GROUP BY post_id
    ) c WHERE c.post_id = p.id;
    UPDATE users u SET post_count = p.number FROM (
      SELECT author_id, count(*) AS number FROM posts GROUP BY author_id
    ) p WHERE p.author_id = u.id;
    UPDATE users u SET follower_count = f.number FROM (
      SELECT followee_id, count(*) AS number FROM follows GROUP BY followee_id
    ) f WHERE f.followee_id = u.id;
    UPDATE users u SET following_count = f.number FROM (
      SELECT follower_id, count(*) AS number FROM follows GROUP BY follower_id
    ) f WHERE f.follower_id = u.id;
    SELECT set_config('feedrpc.posts', (SELECT count(*) FROM posts)::text, true),
      set_config('feedrpc.comments', (SELECT count(*) FROM comments)::text, true),
      set_config('feedrpc.likes', (SELECT count(*) FROM likes)::text, true);
    """

  // $1 the last number, $2 the newest time.
  static let setHead = PostgresStatement(
    once: """
      SELECT set_config('feedrpc.sequence', $1::bigint::text, true),
        set_config('feedrpc.newest_time', $2::bigint::text, true)
      """
  )
  // $1 the last number.
  static let forgetFill = PostgresStatement(once: "UPDATE feed_head SET events_after = $1")
}
