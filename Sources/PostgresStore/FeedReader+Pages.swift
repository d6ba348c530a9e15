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
    let viewer = PostgresValue.integer(viewerID.number)
    let time = PostgresValue.integer(cursor.position.time.microseconds)
    let number = PostgresValue.integer(cursor.position.number)
    let count = PostgresValue(limit)
    let direction = cursor.direction.ofFeed
    let found: PostgresRows
    switch feed {
    case .everything:
      found = try rows(ReadSQL.everything[direction], viewer, time, number, count)
    case .author(let author):
      let author = PostgresValue.integer(author.number)
      found = try rows(ReadSQL.author[direction], viewer, time, number, count, author)
    case .followed:
      found = try rows(ReadSQL.followed[direction], viewer, time, number, count)
    case .nobody: return []
    }
    return (0..<found.count).map { found[$0].post(viewerID: viewerID) }
  }

  private func hasRow(
    of feed: Feed,
    beyond cursor: PageToken,
    viewerID: UserID
  ) throws(StoreError) -> Bool {
    let time = PostgresValue.integer(cursor.position.time.microseconds)
    let number = PostgresValue.integer(cursor.position.number)
    let direction = cursor.direction.ofFeed
    let found: PostgresRows
    switch feed {
    case .everything: found = try rows(ReadSQL.exists[direction], time, number)
    case .author(let id):
      found = try rows(ReadSQL.authorExists[direction], .integer(id.number), time, number)
    case .followed:
      let viewer = PostgresValue.integer(viewerID.number)
      found = try rows(ReadSQL.followedExists[direction], viewer, time, number)
    case .nobody: return false
    }
    return found.first?.boolean(0) ?? false
  }

  /// Posts by id, in the order asked; what does not exist is left out.
  func posts(_ ids: [PostID], viewerID: UserID) throws(StoreError) -> [Post] {
    let list = PostgresValue.integers(ids.map(\.number))
    let rows = try rows(ReadSQL.posts, .integer(viewerID.number), list)
    var found: [PostID: Post] = [:]
    for index in 0..<rows.count {
      let post = rows[index].post(viewerID: viewerID)
      found[post.id] = post
    }
    return ids.compactMap { found[$0] }
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
