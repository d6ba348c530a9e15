package import FeedModel
package import FeedStore

/// Lists that are read onward only: comments, likes and follows.
extension FeedReader {
  package func commentCount(of id: PostID) throws(StoreError) -> Int? {
    try rows(ReadSQL.commentCount, .integer(id.number)).first?.count(0)
  }

  package func comments(
    of id: PostID,
    _ order: CommentOrder,
    beyond position: Position,
    limit: Int,
    viewerID: UserID
  ) throws(StoreError) -> [Comment] {
    let rows = try rows(
      ReadSQL.comments[order == .oldestFirst ? .newer : .older],
      .integer(id.number),
      .integer(position.time.microseconds),
      .integer(position.number),
      PostgresValue(limit)
    )
    return (0..<rows.count).map { rows[$0].comment(viewerID: viewerID) }
  }

  package func users(
    in list: UserListSource,
    beyond position: Position,
    limit: Int
  ) throws(StoreError) -> [(user: User, sequence: SequenceNumber)] {
    let (statement, subject) =
      switch list {
      case .likers(let post): (ReadSQL.likers, post.number)
      case .followers(let user): (ReadSQL.followers, user.number)
      case .followed(let user): (ReadSQL.following, user.number)
      }
    let rows = try rows(
      statement,
      .integer(subject),
      .integer(position.number),
      PostgresValue(limit)
    )
    return (0..<rows.count).map { index in
      (user: rows[index].user(from: 1), sequence: SequenceNumber(rows[index].integer(0)))
    }
  }
}
