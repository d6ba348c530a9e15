import FeedModel
import FeedStore

/// Lists that are read onward only: comments, likes and follows.
extension FeedReader {
  func page(_ query: CommentsQuery, viewer: Viewer) throws(StoreError) -> CommentPage {
    let viewerID = try id(of: viewer)
    let page = try query.page(viewerID: viewerID, key: tokenKey)
    guard let count = try commentCount(of: query.postID) else { throw .notFound(.post) }
    let rows = try rows(
      ReadSQL.comments[query.order == .oldestFirst ? .newer : .older],
      .integer(query.postID.number),
      .integer(page.start.time.microseconds),
      .integer(page.start.number),
      PostgresValue(page.rowLimit)
    )
    let found = (0..<rows.count).map { rows[$0].comment(viewerID: viewerID) }
    let (shown, token) = page.cut(found, position: \.position)
    return CommentPage(
      comments: shown,
      nextPageToken: token,
      commentCount: count,
      sequence: try head().sequence
    )
  }

  /// How many comments the post has; nil where there is no such post.
  func commentCount(of id: PostID) throws(StoreError) -> Int? {
    try rows(ReadSQL.commentCount, .integer(id.number)).first?.count(0)
  }

  func page(_ query: UsersQuery, viewer: Viewer) throws(StoreError) -> UserPage {
    let viewerID = try id(of: viewer)
    let page = try query.page(viewerID: viewerID, key: tokenKey)
    let (statement, subject) = try source(of: query.list, viewerID: viewerID)
    let rows = try rows(
      statement,
      .integer(subject),
      .integer(page.start.number),
      PostgresValue(page.rowLimit)
    )
    let found = (0..<rows.count).map { index in
      (user: rows[index].user(from: 1), sequence: SequenceNumber(rows[index].integer(0)))
    }
    let (shown, token) = page.cut(found) { $0.sequence.position }
    return UserPage(
      users: shown.map(\.user),
      nextPageToken: token,
      sequence: try head().sequence
    )
  }

  /// The statement that reads a list, and the number of the post or user whose list it is.
  private func source(
    of list: UserList,
    viewerID: UserID
  ) throws(StoreError) -> (PostgresStatement, Int64) {
    switch list {
    case .likers(let post):
      if try commentCount(of: post) == nil { throw .notFound(.post) }
      return (ReadSQL.likers, post.number)
    case .followers(let user):
      return (ReadSQL.followers, try existing(user, viewerID).number)
    case .followed(let user):
      return (ReadSQL.following, try existing(user, viewerID).number)
    }
  }

  /// The user asked for, who exists or is the viewer.
  private func existing(_ id: UserID?, _ viewerID: UserID) throws(StoreError) -> UserID {
    guard let id, id != viewerID else { return viewerID }
    if try user(id) == nil { throw .notFound(.user) }
    return id
  }
}
