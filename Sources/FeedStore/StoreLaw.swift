/// A rule that rows keep, as a query that every engine understands.
package struct StoreLaw: Sendable {
  package let table: String
  /// Selects what breaks the rule.
  package let query: String
  /// What is wrong, from a row of the query.
  package let mismatch: @Sendable (any StoredRow) -> StoreReport.Mismatch

  package init(
    table: String,
    query: String,
    mismatch: @escaping @Sendable (any StoredRow) -> StoreReport.Mismatch
  ) {
    self.table = table
    self.query = query
    self.mismatch = mismatch
  }
}

/// What must hold between the rows; a new table adds its name and its laws here.
extension StoreLaw {
  /// The tables that every engine has.
  package static let tables = [
    "feed_head", "users", "posts", "comments", "likes", "follows", "requests", "events",
    "photos", "photo_copies", "uploads",
  ]

  /// The laws that hold in every engine.
  package static let all = counts + heads + events + requests + photos

  // MARK: - Counts

  package static let counts = [
    count("users", "post_count", of: "posts WHERE author_id = t.id"),
    count("users", "follower_count", of: "follows WHERE followee_id = t.id"),
    count("users", "following_count", of: "follows WHERE follower_id = t.id"),
    count("posts", "like_count", of: "likes WHERE post_id = t.id"),
    count("posts", "comment_count", of: "comments WHERE post_id = t.id"),
    count("photos", "use_count", of: uses),
    count("feed_head", "post_count", of: "posts"),
    count("feed_head", "comment_count", of: "comments"),
    count("feed_head", "like_count", of: "likes"),
  ]

  private static let uses = """
    (
      SELECT id FROM posts WHERE photo_id = t.id
      UNION ALL SELECT id FROM users WHERE avatar_photo_id = t.id
    ) AS uses
    """

  private static func count(_ table: String, _ column: String, of rows: String) -> StoreLaw {
    StoreLaw(
      table: table,
      query: """
        SELECT id, stored, counted FROM (
          SELECT id, \(column) AS stored, (SELECT count(*) FROM \(rows)) AS counted
          FROM \(table) t
        ) AS counts WHERE stored <> counted
        """
    ) { row in
      .count(
        row: row.integer(0),
        column: column,
        stored: row.integer(1),
        counted: row.integer(2)
      )
    }
  }

  // MARK: - The head

  private static let heads = [
    atLeast(
      "newest_time",
      "SELECT max(created_at) FROM posts UNION ALL SELECT max(created_at) FROM comments"
    ),
    atLeast(
      "sequence",
      """
      SELECT max(sequence) FROM events UNION ALL SELECT max(id) FROM posts
      UNION ALL SELECT max(id) FROM comments UNION ALL SELECT max(sequence) FROM likes
      UNION ALL SELECT max(sequence) FROM follows UNION ALL SELECT events_after FROM feed_head
      """
    ),
  ]

  private static func atLeast(_ column: String, _ values: String) -> StoreLaw {
    StoreLaw(
      table: "feed_head",
      query: """
        WITH needed (value) AS (\(values))
        SELECT \(column), (SELECT max(value) FROM needed) FROM feed_head
        WHERE \(column) < (SELECT max(value) FROM needed)
        """
    ) { .below(column: column, stored: $0.integer(0), needed: $0.integer(1)) }
  }

  // MARK: - Events

  /// Kinds of events that took two numbers, of which the row has the last.
  private static let pairs = EventKind.allCases.filter { $0.numberCount == 2 }
    .map { String($0.rawValue) }.joined(separator: ", ")

  private static let events = [
    StoreLaw(
      table: "events",
      query: """
        WITH numbers (sequence) AS (
          SELECT events_after FROM feed_head
          UNION SELECT sequence FROM events WHERE sequence > (SELECT events_after FROM feed_head)
          UNION SELECT sequence - 1 FROM events
          WHERE sequence > (SELECT events_after FROM feed_head) AND kind IN (\(pairs))
          UNION SELECT sequence + 1 FROM feed_head
        ), pairs (sequence, before) AS (
          SELECT sequence, lag(sequence) OVER (ORDER BY sequence) FROM numbers
        )
        SELECT before + 1, sequence - 1 FROM pairs WHERE sequence > before + 1
        """
    ) { .eventsMissing(first: $0.integer(0), last: $0.integer(1)) },
    hasEvent("posts", .postCreated, row: "id", told: "e.post_id = t.id"),
    hasEvent("comments", .commentAdded, row: "id", told: "e.subject_id = t.id"),
    hasEvent(
      "likes",
      .postLiked,
      row: "sequence",
      told: "e.post_id = t.post_id AND e.subject_id = t.user_id"
    ),
    hasEvent("follows", .followChanged, row: "sequence", told: "e.subject_id = t.followee_id"),
    lastEventAgrees("like_count"),
    lastEventAgrees("comment_count"),
  ]

  /// Each row numbered since events are kept has the event whose first number that is.
  private static func hasEvent(
    _ table: String,
    _ kind: EventKind,
    row: String,
    told: String
  ) -> StoreLaw {
    StoreLaw(
      table: table,
      query: """
        SELECT t.\(row) FROM \(table) t
        WHERE t.\(row) > (SELECT events_after FROM feed_head) AND NOT EXISTS (
          SELECT 1 FROM events e
          WHERE e.sequence = t.\(row) + \(kind.numberCount - 1)
            AND e.kind = \(kind.rawValue) AND \(told)
        )
        """
    ) { .withoutEvent(row: $0.integer(0)) }
  }

  /// The last event that tells a count of a post tells the one that it has.
  private static func lastEventAgrees(_ column: String) -> StoreLaw {
    StoreLaw(
      table: "events",
      query: """
        WITH told (sequence, post_id, count, place) AS (
          SELECT sequence, post_id, \(column),
            row_number() OVER (PARTITION BY post_id ORDER BY sequence DESC)
          FROM events WHERE post_id IS NOT NULL AND \(column) IS NOT NULL
        )
        SELECT t.sequence, t.post_id, t.count, p.\(column)
        FROM told t JOIN posts p ON p.id = t.post_id
        WHERE t.place = 1 AND t.count IS DISTINCT FROM p.\(column)
        """
    ) { row in
      .eventDisagrees(
        sequence: row.integer(0),
        post: row.integer(1),
        column: column,
        told: row.integer(2),
        stored: row.integer(3)
      )
    }
  }

  // MARK: - Photos

  /// What is shown as a photo is one, and one that nobody uploads is not there.
  private static let photos = [
    shown(in: "posts", "photo_id", as: "image_id"),
    shown(in: "users", "avatar_photo_id", as: "avatar_id"),
    StoreLaw(
      table: "photos",
      query: """
        SELECT id FROM photos p
        WHERE uploaded_at IS DISTINCT FROM (
          SELECT max(uploaded_at) FROM uploads WHERE photo_id = p.id
        )
        """
    ) { .strangePhoto(row: $0.integer(0)) },
  ]

  private static func shown(in table: String, _ photo: String, as image: String) -> StoreLaw {
    StoreLaw(
      table: table,
      query: """
        SELECT id FROM \(table)
        WHERE (\(photo) IS NULL)
          = (\(image) IS NOT NULL AND \(image) LIKE 'photo:%')
        """
    ) { .strangePhoto(row: $0.integer(0)) }
  }

  // MARK: - Request ids

  private static let requests = [
    wholeRequest("posts"), wholeRequest("comments"),
    heldOnce("posts", .createPost), heldOnce("comments", .addComment),
    StoreLaw(
      table: "requests",
      query: """
        SELECT rowid FROM requests WHERE method NOT IN (\(methods))
        """
    ) { .strangeRequest(row: $0.integer(0)) },
  ]

  private static let methods = RequestMethod.allCases.map { String($0.rawValue) }
    .joined(separator: ", ")

  private static func wholeRequest(_ table: String) -> StoreLaw {
    StoreLaw(
      table: table,
      query: "SELECT id FROM \(table) WHERE (request_id IS NULL) <> (request_hash IS NULL)"
    ) { .halfRequest(row: $0.integer(0)) }
  }

  /// What a row holds is not remembered elsewhere too.
  private static func heldOnce(_ table: String, _ method: RequestMethod) -> StoreLaw {
    StoreLaw(
      table: "requests",
      query: """
        SELECT r.rowid FROM requests r JOIN \(table) t
          ON t.author_id = r.user_id AND t.request_id = r.request_id
        WHERE r.method = \(method.rawValue) AND r.expires_at > (SELECT newest_time FROM feed_head)
        """
    ) { .doubledRequest(row: $0.integer(0)) }
  }
}
