package import FeedModel
package import FeedStore

/// Lists that are read onward only: comments, likes and follows.
extension FeedReader {
  package func commentCount(of id: PostID) throws(StoreError) -> Int? {
    try statements.commentCount.first(.integer(id.number)) { $0.count(0) }
  }

  package func comments(
    of id: PostID,
    _ order: CommentOrder,
    beyond position: Position,
    limit: Int,
    viewerID: UserID
  ) throws(StoreError) -> [Comment] {
    var found: [Comment] = []
    try statements.comments[order == .oldestFirst ? .newer : .older].forEachRow(
      .integer(id.number),
      .integer(position.time.microseconds),
      .integer(position.number),
      SQLiteValue(limit)
    ) { found.append($0.comment(viewerID: viewerID)) }
    return found
  }

  package func users(
    in list: UserListSource,
    beyond position: Position,
    limit: Int
  ) throws(StoreError) -> [(user: User, sequence: SequenceNumber)] {
    let (statement, subject) =
      switch list {
      case .likers(let post): (statements.likers, post.number)
      case .followers(let user): (statements.followers, user.number)
      case .followed(let user): (statements.followed, user.number)
      }
    var found: [(user: User, sequence: SequenceNumber)] = []
    try statement.forEachRow(.integer(subject), .integer(position.number), SQLiteValue(limit)) {
      found.append(($0.user(from: 1), SequenceNumber($0.integer(0))))
    }
    return found
  }
}
