package import FeedModel

/// A change of the feed, as engines write it down: which rows it is about, not what is in them.
package enum FeedChange: Hashable, Sendable {
  case postCreated(PostID, author: UserID)
  /// With its likes and comments.
  case postDeleted(PostID, author: UserID)
  case postLiked(PostCounts, by: UserID, isLiked: Bool)
  case commentAdded(CommentID, PostCounts)
  case commentDeleted(CommentID, PostCounts)
  /// Also the making of the user's row.
  case userChanged(UserID)
  case followChanged(follower: UserID, followee: UserID, isFollowing: Bool)

  /// How many numbers it takes, one for each thing that watchers are told.
  ///
  /// A like is told to its viewer and changes a count for all, so somebody who heard the first
  /// alone can ask for what comes after it.
  package var numberCount: Int {
    switch self {
    case .postCreated, .postDeleted, .userChanged, .followChanged: 1
    case .postLiked, .commentAdded, .commentDeleted: 2
    }
  }
}

/// What one transaction changed.
package struct FeedCommit: Hashable, Sendable {
  /// The number of the last change before it.
  package var previous: SequenceNumber
  /// The number of its last change.
  package var sequence: SequenceNumber
  /// In their order; the bulk fill tells none.
  package var changes: [FeedChange]

  package init(previous: SequenceNumber, sequence: SequenceNumber, changes: [FeedChange]) {
    self.previous = previous
    self.sequence = sequence
    self.changes = changes
  }

  /// True where `changes` account for every number.
  package var isComplete: Bool {
    let numberCount = changes.reduce(0) { $0 + $1.numberCount }
    return sequence.number - previous.number == Int64(numberCount)
  }
}
