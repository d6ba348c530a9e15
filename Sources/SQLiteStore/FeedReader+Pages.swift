import FeedModel
import FeedStore

extension FeedReader {
  func page(_ query: FeedPageQuery, viewer: Viewer) throws(StoreError) -> FeedPage {
    let viewerID = try id(of: viewer)
    let assembly = try FeedPageAssembly(query, viewerID: viewerID, key: tokenKey)
    let feed = try Feed(query.filter, viewerID: viewerID, reader: self)
    return try assembly.page(
      of: rows(of: feed, beyond: assembly.cursor, limit: assembly.rowLimit, viewerID: viewerID),
      sequence: try head().sequence
    ) { (cursor) throws(StoreError) in
      try hasRow(of: feed, beyond: cursor, viewerID: viewerID)
    }
  }

  /// What a filter comes down to.
  enum Feed {
    case everything
    case author(UserID)
    /// The viewer and whom they follow.
    case followed
    case nobody

    init(
      _ filter: FeedFilter,
      viewerID: UserID,
      reader: FeedReader
    ) throws(StoreError) {
      switch (filter.author, filter.followingOnly) {
      case (nil, false): self = .everything
      case (nil, true): self = .followed
      case (let author?, false): self = .author(author)
      case (let author?, true):
        let isFollowed = try reader.isFollowing(viewerID, author)
        self = isFollowed || author == viewerID ? .author(author) : .nobody
      }
    }
  }

  private func rows(
    of feed: Feed,
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

  private func hasRow(
    of feed: Feed,
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

  /// Posts by id, in the order asked; what does not exist is left out.
  func posts(_ ids: [PostID], viewerID: UserID) throws(StoreError) -> [Post] {
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
