package import FeedModel

/// A tap on a post's heart.
package struct LikeRequest: Hashable, Sendable {
  package var postID: PostID
  package var intent: LikeIntent
  package var requestID: RequestID?

  package init(postID: PostID, intent: LikeIntent, requestID: RequestID? = nil) {
    self.postID = postID
    self.intent = intent
    self.requestID = requestID
  }
}

/// A post's likes after a mutation, or as they are when one is repeated.
package struct LikeState: Hashable, Sendable {
  package var postID: PostID
  /// By the viewer.
  package var isLiked: Bool
  package var likeCount: Int
  package var sequence: Sequence

  package init(postID: PostID, isLiked: Bool, likeCount: Int, sequence: Sequence) {
    self.postID = postID
    self.isLiked = isLiked
    self.likeCount = likeCount
    self.sequence = sequence
  }
}

/// A comment to be added.
package struct CommentRequest: Hashable, Sendable {
  package let postID: PostID
  package let text: String
  package let requestID: RequestID?
  /// Of an import; nil: the store gives it.
  package let createdAt: Timestamp?

  /// - Throws: `InvalidValue` where the text is empty or too long.
  package init(
    postID: PostID,
    text: String,
    requestID: RequestID? = nil,
    createdAt: Timestamp? = nil
  ) throws(InvalidValue) {
    try TextRule.commentText.check(text)
    self.postID = postID
    self.text = text
    self.requestID = requestID
    self.createdAt = createdAt
  }
}

/// A comment that was added, now or by the first of equal requests.
package struct CommentState: Hashable, Sendable {
  package var comment: Comment
  /// Of the post.
  package var commentCount: Int
  package var sequence: Sequence

  package init(comment: Comment, commentCount: Int, sequence: Sequence) {
    self.comment = comment
    self.commentCount = commentCount
    self.sequence = sequence
  }
}

/// What is stored, and how well writes were grouped.
package struct StoreStatistics: Hashable, Sendable {
  package var posts = 0
  package var comments = 0
  package var likes = 0
  /// Transactions committed since the store was opened.
  package var commits = 0
  /// Mutations in them.
  package var mutations = 0

  package init() {}
}
