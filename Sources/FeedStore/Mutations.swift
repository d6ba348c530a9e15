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
  package var sequence: SequenceNumber

  package init(postID: PostID, isLiked: Bool, likeCount: Int, sequence: SequenceNumber) {
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
  /// Of an import, whose caller sees to it that it is not in the future; nil: the store gives it.
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
  package var sequence: SequenceNumber

  package init(comment: Comment, commentCount: Int, sequence: SequenceNumber) {
    self.comment = comment
    self.commentCount = commentCount
    self.sequence = sequence
  }
}

/// A post to be made.
package struct PostRequest: Hashable, Sendable {
  package let text: String
  package let image: PictureChoice?
  package let altText: String
  package let requestID: RequestID?
  /// Of an import, whose caller sees to it that it is not in the future; nil: the store gives it.
  package let createdAt: Timestamp?

  /// - Throws: `InvalidValue` where a text is too long, or empty in a post without a picture.
  package init(
    text: String,
    image: PictureChoice? = nil,
    altText: String = "",
    requestID: RequestID? = nil,
    createdAt: Timestamp? = nil
  ) throws(InvalidValue) {
    try (image == nil ? TextRule.postTextAlone : TextRule.postText).check(text)
    try TextRule.altText.check(altText)
    self.text = text
    self.image = image
    self.altText = altText
    self.requestID = requestID
    self.createdAt = createdAt
  }
}

/// A post that was made, now or by the first of equal requests.
package struct PostState: Hashable, Sendable {
  package var post: Post
  package var sequence: SequenceNumber

  package init(post: Post, sequence: SequenceNumber) {
    self.post = post
    self.sequence = sequence
  }
}

/// What the viewer's profile is to say.
package struct ProfileRequest: Hashable, Sendable {
  package let displayName: String
  package let bio: String
  /// Nil: the user's pattern.
  package let avatar: PictureChoice?

  /// - Throws: `InvalidValue` where a text is too short or too long.
  package init(
    displayName: String,
    bio: String = "",
    avatar: PictureChoice? = nil
  ) throws(InvalidValue) {
    try TextRule.displayName.check(displayName)
    try TextRule.bio.check(bio)
    self.displayName = displayName
    self.bio = bio
    self.avatar = avatar
  }
}

/// A user after a change of their profile.
package struct UserState: Hashable, Sendable {
  package var user: User
  package var sequence: SequenceNumber
  /// The photo that the profile showed, where nothing uses it any more: it is gone, and the caller
  /// sees to its bytes.
  package var removedPhoto: Photo?

  package init(user: User, sequence: SequenceNumber, removedPhoto: Photo? = nil) {
    self.user = user
    self.sequence = sequence
    self.removedPhoto = removedPhoto
  }
}

/// Whom the viewer wants to follow, or not.
package struct FollowRequest: Hashable, Sendable {
  package var userID: UserID
  package var isFollowing: Bool

  package init(userID: UserID, isFollowing: Bool) {
    self.userID = userID
    self.isFollowing = isFollowing
  }
}

/// A user's followers after a mutation.
package struct FollowState: Hashable, Sendable {
  package var followerCount: Int
  package var sequence: SequenceNumber

  package init(followerCount: Int, sequence: SequenceNumber) {
    self.followerCount = followerCount
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
