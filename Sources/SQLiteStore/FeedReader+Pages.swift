package import FeedModel
package import FeedStore

extension FeedReader {
  package func rows(
    of feed: FeedSelection,
    beyond cursor: PageToken,
    limit: Int,
    viewerID: UserID
  ) throws(StoreError) -> [Post] {
    let viewer = SQLiteValue.integer(viewerID.number)
    let time = SQLiteValue.integer(cursor.position.time.microseconds)
    let number = SQLiteValue.integer(cursor.position.number)
    let count = SQLiteValue(limit)
    let direction = cursor.direction.ofFeed
    var posts: [Post] = []
    func take(_ row: SQLiteRow) { posts.append(row.post(viewerID: viewerID)) }
    switch feed {
    case .everything:
      try statements.everything[direction].forEachRow(viewer, time, number, count, body: take)
    case .author(let author):
      let author = SQLiteValue.integer(author.number)
      try statements.author[direction]
        .forEachRow(viewer, time, number, count, author, body: take)
    case .followed:
      let ids = try followedPosts(beyond: cursor, limit: limit, viewerID: viewerID)
      posts = try self.posts(ids, viewerID: viewerID)
    case .nobody: break
    }
    return posts
  }

  package func hasRow(
    of feed: FeedSelection,
    beyond cursor: PageToken,
    viewerID: UserID
  ) throws(StoreError) -> Bool {
    let time = SQLiteValue.integer(cursor.position.time.microseconds)
    let number = SQLiteValue.integer(cursor.position.number)
    let direction = cursor.direction.ofFeed
    func answer(_ row: SQLiteRow) -> Bool { row.integer(0) != 0 }
    let found: Bool? =
      switch feed {
      case .everything:
        try statements.exists[direction].first(nil, time, number, body: answer)
      case .author(let id):
        try statements.authorExists[direction]
          .first(.integer(id.number), time, number, body: answer)
      case .followed:
        try statements.followedExists[direction]
          .first(.integer(viewerID.number), time, number, body: answer)
      case .nobody: false
      }
    return found ?? false
  }

  package func posts(_ ids: [PostID], viewerID: UserID) throws(StoreError) -> [Post] {
    let list = "[" + ids.map { String($0.number) }.joined(separator: ",") + "]"
    var found: [PostID: Post] = [:]
    try statements.posts.forEachRow(.integer(viewerID.number), .text(list)) { row in
      let post = row.post(viewerID: viewerID)
      found[post.id] = post
    }
    return ids.compactMap { found[$0] }
  }
}

// MARK: - The feed of those one follows

extension FeedReader {
  /// An author's nearest post beyond a position.
  private struct AuthorHead {
    var author: Int64
    var position: Position

    init(_ row: SQLiteRow) {
      author = row.integer(0)
      position = Position(
        time: Timestamp(microseconds: row.integer(1)),
        number: row.integer(2)
      )
    }
  }

  /// The nearest posts of all followed authors together, by merging their lists.
  ///
  /// It costs one search an author and one a post found, however many posts there are.
  private func followedPosts(
    beyond cursor: PageToken,
    limit: Int,
    viewerID: UserID
  ) throws(StoreError) -> [PostID] {
    let direction = cursor.direction.ofFeed
    func isNearer(_ left: AuthorHead, _ right: AuthorHead) -> Bool {
      direction == .older ? left.position > right.position : left.position < right.position
    }
    var heads: [AuthorHead] = []
    try statements.followedHeads[direction].forEachRow(
      .integer(viewerID.number),
      .integer(cursor.position.time.microseconds),
      .integer(cursor.position.number)
    ) { heads.append(AuthorHead($0)) }
    // An author whose nearest post is behind `limit` others has none among the first `limit`.
    heads = Array(heads.sorted(by: isNearer).prefix(limit))
    var found: [PostID] = []
    while found.count < limit, !heads.isEmpty {
      let nearest = heads.removeFirst()
      found.append(PostID(number: nearest.position.number))
      let next = try statements.authorHead[direction].first(
        .integer(nearest.author),
        .integer(nearest.position.time.microseconds),
        .integer(nearest.position.number)
      ) { AuthorHead($0) }
      guard let next else { continue }
      heads.insert(next, at: heads.firstIndex { isNearer(next, $0) } ?? heads.endIndex)
    }
    return found
  }
}

extension PageToken.Direction {
  /// A feed shows the newest first, so onward leads to older posts.
  fileprivate var ofFeed: ReadSQL.Direction {
    switch self {
    case .onward: .older
    case .back: .newer
    }
  }
}
