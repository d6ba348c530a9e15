import FeedModel

extension SQLiteRow {
  /// A user whose seven columns begin at `column`.
  func user(from column: Int32) -> User {
    User(
      id: UserID(number: integer(column)),
      username: Username(stored: text(column + 1)),
      displayName: text(column + 2),
      avatar: ImageReference(
        id: text(column + 3),
        width: count(column + 4),
        height: count(column + 5),
        blurhash: text(column + 6)
      )
    )
  }

  /// A post in the columns of `ReadSQL`, as the viewer sees it.
  func post(viewerID: UserID) -> Post {
    let author = user(from: 12)
    return Post(
      id: PostID(number: integer(0)),
      author: author,
      text: text(2),
      image: isNull(4)
        ? nil
        : ImageReference(id: text(4), width: count(5), height: count(6), blurhash: text(7)),
      altText: text(3),
      createdAt: Timestamp(microseconds: integer(1)),
      likeCount: count(8),
      isLiked: integer(11) != 0,
      commentCount: count(9),
      requestID: author.id == viewerID ? requestID(10) : nil
    )
  }

  /// A comment in the columns of `ReadSQL`, as the viewer sees it; nil: as its author does.
  func comment(viewerID: UserID?) -> Comment {
    let author = user(from: 5)
    return Comment(
      id: CommentID(number: integer(0)),
      postID: PostID(number: integer(1)),
      author: author,
      text: text(3),
      createdAt: Timestamp(microseconds: integer(2)),
      requestID: viewerID == nil || author.id == viewerID ? requestID(4) : nil
    )
  }

  private func requestID(_ column: Int32) -> RequestID? {
    isNull(column) ? nil : RequestID(stored: text(column))
  }
}
