import Base
import FeedMessages
import FeedModel
import FeedStore

/// The messages of WatchFeed in bytes.
enum WatchMessage {
  /// What happens up to `sequence` can't be told.
  static func gap(_ sequence: SequenceNumber) -> Bytes { encoded(sequence, .gap(Gap())) }

  /// Nothing for this client happened up to `sequence`.
  static func progress(_ sequence: SequenceNumber) -> Bytes {
    encoded(sequence, .progress(Progress()))
  }

  static func encoded(_ sequence: SequenceNumber, _ event: WatchFeedResponse.Event) -> Bytes {
    Bytes(encoding: WatchFeedResponse(sequence: sequence.number, event: event))
  }
}

extension Bytes {
  /// The bytes of a message, in memory of their own.
  init(encoding message: some WireMessage) {
    self = message.withWireBytes { head, tail in
      tail.isEmpty ? Bytes(copying: head) : Bytes(Array(head) + tail)
    }
  }
}

extension WatchEntry {
  /// The message of an event; nil where nobody is to see it.
  init?(_ event: FeedEvent) {
    switch event.kind {
    case .postCreated(let post):
      self.init(event, .postCreated(FeedMessages.Post(post.withoutRequestID)))
      if post.requestID != nil {
        let own = WatchMessage.encoded(event.sequence, .postCreated(FeedMessages.Post(post)))
        variant = Variant(userID: post.author.id, message: own)
      }
    case .postDeleted(let id): self.init(event, .postDeleted(PostDeleted(postID: id.text)))
    case .countsChanged(let counts):
      self.init(event, .countsChanged(FeedMessages.PostCounts(counts)))
      subject = .counts(counts.postID)
    case .viewerLike(let id, let user, let isLiked):
      self.init(event, .viewerLike(ViewerLike(postID: id.text, isLiked: isLiked)))
      onlyUserID = user
      subject = .like(id, by: user)
    case .commentAdded(let comment):
      self.init(event, .commentAdded(FeedMessages.Comment(comment.withoutRequestID)))
      if comment.requestID != nil {
        let message = FeedMessages.Comment(comment)
        let own = WatchMessage.encoded(event.sequence, .commentAdded(message))
        variant = Variant(userID: comment.author.id, message: own)
      }
    case .commentDeleted(let id, let post):
      let deleted = CommentDeleted(postID: post.text, commentID: id.text)
      self.init(event, .commentDeleted(deleted))
    case .userChanged(let user): self.init(event, .userChanged(FeedMessages.User(user)))
    case .followChanged: return nil
    }
  }

  private init(_ event: FeedEvent, _ message: WatchFeedResponse.Event) {
    self.init(
      sequence: event.sequence,
      postAuthorID: event.postAuthorID,
      message: WatchMessage.encoded(event.sequence, message)
    )
  }
}

extension FeedModel.Post {
  /// As everybody but its author sees it.
  fileprivate var withoutRequestID: FeedModel.Post {
    var post = self
    post.requestID = nil
    return post
  }
}

extension FeedModel.Comment {
  /// As everybody but its author sees it.
  fileprivate var withoutRequestID: FeedModel.Comment {
    var comment = self
    comment.requestID = nil
    return comment
  }
}

extension FeedMessages.PostCounts {
  fileprivate init(_ counts: FeedModel.PostCounts) {
    self.init(
      postID: counts.postID.text,
      likeCount: Int64(counts.likeCount),
      commentCount: Int64(counts.commentCount)
    )
  }
}
