import FeedModel

/// What changed; the numbers are stored.
package enum EventKind: Int64, CaseIterable, Sendable {
  case postCreated = 1
  case postDeleted = 2
  case postLiked = 3
  case commentAdded = 4
  case commentDeleted = 5
  case userChanged = 6
  case followChanged = 7

  /// As `FeedChange.numberCount`.
  package var numberCount: Int {
    switch self {
    case .postCreated, .postDeleted, .userChanged, .followChanged: 1
    case .postLiked, .commentAdded, .commentDeleted: 2
    }
  }
}

/// A row of `events`, but for its number.
package struct EventRow: Hashable, Sendable {
  package var kind: EventKind
  package var postID: Int64?
  /// Of the post, or who follows.
  package var authorID: Int64?
  /// The comment, or the user who liked, changed or is followed.
  package var subjectID: Int64?
  /// Liked or followed from now on.
  package var isSet: Bool?
  package var likeCount: Int?
  package var commentCount: Int?

  package init(
    kind: EventKind,
    postID: Int64? = nil,
    authorID: Int64? = nil,
    subjectID: Int64? = nil,
    isSet: Bool? = nil,
    likeCount: Int? = nil,
    commentCount: Int? = nil
  ) {
    self.kind = kind
    self.postID = postID
    self.authorID = authorID
    self.subjectID = subjectID
    self.isSet = isSet
    self.likeCount = likeCount
    self.commentCount = commentCount
  }
}

extension EventRow {
  package init(_ change: FeedChange) {
    switch change {
    case .postCreated(let id, let author):
      self.init(kind: .postCreated, postID: id.number, authorID: author.number)
    case .postDeleted(let id, let author):
      self.init(kind: .postDeleted, postID: id.number, authorID: author.number)
    case .postLiked(let counts, let user, let isLiked):
      self.init(.postLiked, counts, subjectID: user.number)
      isSet = isLiked
    case .commentAdded(let id, let counts):
      self.init(.commentAdded, counts, subjectID: id.number)
    case .commentDeleted(let id, let counts):
      self.init(.commentDeleted, counts, subjectID: id.number)
    case .userChanged(let id): self.init(kind: .userChanged, subjectID: id.number)
    case .followChanged(let follower, let followee, let isFollowing):
      self.init(
        kind: .followChanged,
        authorID: follower.number,
        subjectID: followee.number,
        isSet: isFollowing
      )
    }
  }

  private init(_ kind: EventKind, _ counts: PostCounts, subjectID: Int64) {
    self.init(
      kind: kind,
      postID: counts.postID.number,
      authorID: counts.authorID.number,
      subjectID: subjectID,
      likeCount: counts.likeCount,
      commentCount: counts.commentCount
    )
  }

  /// The change, or nil for a row that the writer can't have made.
  package var change: FeedChange? {
    let post = postID.map { PostID(number: $0) }
    let author = authorID.map { UserID(number: $0) }
    switch (kind, post, author, subjectID) {
    case (.postCreated, let post?, let author?, _): return .postCreated(post, author: author)
    case (.postDeleted, let post?, let author?, _): return .postDeleted(post, author: author)
    case (.postLiked, _, _, let user?):
      guard let counts, let isSet else { return nil }
      return .postLiked(counts, by: UserID(number: user), isLiked: isSet)
    case (.commentAdded, _, _, let comment?):
      return counts.map { .commentAdded(CommentID(number: comment), $0) }
    case (.commentDeleted, _, _, let comment?):
      return counts.map { .commentDeleted(CommentID(number: comment), $0) }
    case (.userChanged, _, _, let user?): return .userChanged(UserID(number: user))
    case (.followChanged, _, let follower?, let user?):
      let followee = UserID(number: user)
      return isSet.map { .followChanged(follower: follower, followee: followee, isFollowing: $0) }
    case (_, _, _, _): return nil
    }
  }

  private var counts: PostCounts? {
    guard let postID, let authorID, let likeCount, let commentCount else { return nil }
    return PostCounts(
      postID: PostID(number: postID),
      authorID: UserID(number: authorID),
      likeCount: likeCount,
      commentCount: commentCount
    )
  }
}
