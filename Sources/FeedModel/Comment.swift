/// A comment on a post, as one viewer sees it.
package struct Comment: Hashable, Sendable {
  package var id: CommentID
  package var postID: PostID
  package var author: User
  /// 1 to 2,200 Unicode scalars.
  package var text: String
  package var createdAt: Timestamp
  /// Told to the author only.
  package var requestID: RequestID?

  package init(
    id: CommentID,
    postID: PostID,
    author: User,
    text: String,
    createdAt: Timestamp,
    requestID: RequestID?
  ) {
    self.id = id
    self.postID = postID
    self.author = author
    self.text = text
    self.createdAt = createdAt
    self.requestID = requestID
  }

  /// Where the comment stands among those of its post.
  package var position: Position { Position(time: createdAt, number: id.number) }
}

/// Which end of the conversation comes first.
package enum CommentOrder: UInt8, CaseIterable, Sendable {
  case oldestFirst = 1
  case newestFirst = 2
}

/// What a tap on the heart means.
package enum LikeIntent: UInt8, CaseIterable, Sendable {
  case toggle = 1
  case like = 2
  case unlike = 3

  /// Whether the viewer likes the post afterwards.
  @inlinable
  package func isLiked(before isLiked: Bool) -> Bool {
    switch self {
    case .toggle: !isLiked
    case .like: true
    case .unlike: false
    }
  }
}

/// Which posts a feed shows; where both are set, those that pass both.
package struct FeedFilter: Hashable, Sendable {
  /// Only this user's posts.
  package var author: UserID?
  /// Only posts of users that the viewer follows, and the viewer's own.
  package var followingOnly: Bool

  package init(author: UserID? = nil, followingOnly: Bool = false) {
    self.author = author
    self.followingOnly = followingOnly
  }

  /// Every post.
  package static let everything = FeedFilter()
}
