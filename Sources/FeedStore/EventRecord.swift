package import FeedModel

/// What an engine looks up to tell of a change.
package protocol EventContents {
  /// The post as its author sees it; nil: it has been deleted.
  func createdPost(_ id: PostID, authorID: UserID) throws(StoreError) -> Post?
  /// The comment as its author sees it; nil: it has been deleted.
  func addedComment(_ id: CommentID) throws(StoreError) -> Comment?
  func changedUser(_ id: UserID) throws(StoreError) -> User?
}

/// A change with its numbers.
package struct EventRecord: Hashable, Sendable {
  /// The last of the numbers that it takes.
  package var sequence: SequenceNumber
  package var change: FeedChange

  package init(sequence: SequenceNumber, change: FeedChange) {
    self.sequence = sequence
    self.change = change
  }

  /// What watchers are told, without what is gone: its end is an event of its own.
  package func events(_ contents: some EventContents) throws(StoreError) -> [FeedEvent] {
    switch change {
    case .postCreated(let id, let author):
      guard var post = try contents.createdPost(id, authorID: author) else { return [] }
      post.likeCount = 0
      post.commentCount = 0
      post.isLiked = false
      return [event(.postCreated(post), author)]
    case .postDeleted(let id, let author): return [event(.postDeleted(id), author)]
    case .postLiked(let counts, let user, let isLiked):
      let like = FeedEvent.Kind.viewerLike(counts.postID, by: user, isLiked: isLiked)
      return pair(like, counts)
    case .commentAdded(let id, let counts):
      return pair(try contents.addedComment(id).map { .commentAdded($0) }, counts)
    case .commentDeleted(let id, let counts):
      return pair(.commentDeleted(id, of: counts.postID), counts)
    case .userChanged(let id):
      return try contents.changedUser(id).map { [event(.userChanged($0), nil)] } ?? []
    case .followChanged(let follower, let followee, let isFollowing):
      let kind = FeedEvent.Kind.followChanged(
        follower: follower,
        followee: followee,
        isFollowing: isFollowing
      )
      return [event(kind, nil)]
    }
  }

  private func event(_ kind: FeedEvent.Kind, _ author: UserID?) -> FeedEvent {
    FeedEvent(sequence: sequence, postAuthorID: author, kind: kind)
  }

  /// What happened takes the first number, what it did to the counts the second.
  private func pair(_ first: FeedEvent.Kind?, _ counts: PostCounts) -> [FeedEvent] {
    let firstNumber = SequenceNumber(sequence.number - 1)
    let author = counts.authorID
    let second = event(.countsChanged(counts), author)
    guard let first else { return [second] }
    return [FeedEvent(sequence: firstNumber, postAuthorID: author, kind: first), second]
  }
}
