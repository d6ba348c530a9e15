import Base
import FeedModel
import FeedStore

/// One message for watchers, encoded once for all who get it.
struct WatchEntry: Sendable {
  /// What only the last message is of interest about.
  enum Subject: Hashable, Sendable {
    case counts(PostID)
    case like(PostID, by: UserID)
  }

  /// What one user gets in place of what all get.
  struct Variant: Sendable {
    var userID: UserID
    var message: Bytes
  }

  var sequence: SequenceNumber
  /// Whose post it is about; nil: no filter keeps it out.
  var postAuthorID: UserID?
  /// Who alone gets it; nil: all.
  var onlyUserID: UserID?
  /// What later messages of the same subject make superfluous; nil: nothing.
  var subject: Subject?
  var message: Bytes
  var variant: Variant?

  /// The message as a user gets it.
  func message(for userID: UserID) -> Bytes {
    guard let variant, variant.userID == userID else { return message }
    return variant.message
  }

  var byteCount: Int { message.count + (variant?.message.count ?? 0) }
}

/// What a watcher wants to hear of.
struct WatchInterest: Sendable {
  var viewerID: UserID
  var filter: FeedFilter
  /// Whom the viewer follows; looked at where the filter asks for it.
  var follows: Set<UserID> = []

  /// True where the watcher gets the message.
  func includes(_ entry: WatchEntry) -> Bool {
    if let userID = entry.onlyUserID, userID != viewerID { return false }
    guard let author = entry.postAuthorID else { return true }
    if let wanted = filter.author, wanted != author { return false }
    return !filter.followingOnly || author == viewerID || follows.contains(author)
  }
}
