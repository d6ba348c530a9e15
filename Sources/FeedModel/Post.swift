/// A post as one viewer sees it.
package struct Post: Hashable, Sendable {
  package var id: PostID
  package var author: User
  /// 0 to 2,200 Unicode scalars.
  package var text: String
  /// Nil: a post of text only.
  package var image: ImageReference?
  /// 0 to 1,000 Unicode scalars.
  package var altText: String
  package var createdAt: Timestamp
  /// Always the number of likes stored.
  package var likeCount: Int
  /// By the viewer.
  package var isLiked: Bool
  /// Always the number of comments stored.
  package var commentCount: Int
  /// Told to the author only.
  package var requestID: RequestID?

  package init(
    id: PostID,
    author: User,
    text: String,
    image: ImageReference?,
    altText: String,
    createdAt: Timestamp,
    likeCount: Int,
    isLiked: Bool,
    commentCount: Int,
    requestID: RequestID?
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.image = image
    self.altText = altText
    self.createdAt = createdAt
    self.likeCount = likeCount
    self.isLiked = isLiked
    self.commentCount = commentCount
    self.requestID = requestID
  }

  /// Where the post stands in every feed.
  package var position: Position { Position(time: createdAt, number: id.number) }
  /// What people send to each other.
  package var shareURL: String { "feedrpc://post/\(id.text)" }
}
