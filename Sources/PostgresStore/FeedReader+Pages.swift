package import FeedModel
package import FeedStore

extension FeedReader {
  package func rows(
    of feed: FeedSelection,
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

  package func hasRow(
    of feed: FeedSelection,
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

  package func posts(_ ids: [PostID], viewerID: UserID) throws(StoreError) -> [Post] {
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
