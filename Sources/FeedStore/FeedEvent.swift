package import FeedModel

/// One thing that watchers of the feed are told.
///
/// Counts and likes are those of the moment. What people see of a user may be newer: then a later
/// event says the same again.
package struct FeedEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// As its author sees it, before anybody liked it or commented.
    case postCreated(Post)
    case postDeleted(PostID)
    case countsChanged(PostCounts)
    /// For the user alone.
    case viewerLike(PostID, by: UserID, isLiked: Bool)
    /// As its author sees it.
    case commentAdded(Comment)
    case commentDeleted(CommentID, of: PostID)
    case userChanged(User)
    /// For nobody to see: it changes whose posts the follower is told of.
    case followChanged(follower: UserID, followee: UserID, isFollowing: Bool)
  }

  package var sequence: SequenceNumber
  /// Of the post that it is about; nil: it is about none.
  package var postAuthorID: UserID?
  package var kind: Kind

  package init(sequence: SequenceNumber, postAuthorID: UserID? = nil, kind: Kind) {
    self.sequence = sequence
    self.postAuthorID = postAuthorID
    self.kind = kind
  }
}

/// Events that follow each other, and where they stand.
package struct EventBatch: Hashable, Sendable {
  /// By rising number; those of rows that are gone are left out.
  package var events: [FeedEvent]
  /// There are no other events up to this number.
  package var end: SequenceNumber
  /// The number of the last change in the snapshot.
  package var newest: SequenceNumber
  /// Events up to this number are no longer kept: whoever has seen less than it missed some.
  package var forgotten: SequenceNumber

  package init(
    events: [FeedEvent],
    end: SequenceNumber,
    newest: SequenceNumber,
    forgotten: SequenceNumber
  ) {
    self.events = events
    self.end = end
    self.newest = newest
    self.forgotten = forgotten
  }
}
