import FeedMessages
import FeedModel
import FeedStore
import RPC

// How the feed's values look on the wire, and back.

extension FeedMessages.Timestamp {
  init(_ time: FeedModel.Timestamp) { self.init(microsecondsSince1970: time.microseconds) }
}

extension FeedModel.Timestamp {
  /// The calendar that protobuf's timestamps cover: years 1 to 9999.
  static let allowedSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// - Throws: INVALID_ARGUMENT where the message is no time.
  init(_ time: FeedMessages.Timestamp) throws(RPCError) {
    guard Self.allowedSeconds.contains(time.seconds), (0..<1_000_000_000).contains(time.nanos)
    else {
      throw .refused(
        .invalidArgument,
        .invalidValue,
        "created_at is no time between the years 1 and 9999"
      )
    }
    self.init(microseconds: time.seconds * 1_000_000 + Int64(time.nanos) / 1_000)
  }
}

extension ProtobufDuration {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(seconds: seconds, nanos: Int32(attoseconds / 1_000_000_000))
  }
}

extension ImageToken {
  init(_ image: ImageReference) {
    self.init(
      id: image.id,
      width: Int32(image.width),
      height: Int32(image.height),
      blurhash: image.blurhash
    )
  }
}

extension FeedMessages.User {
  init(_ user: FeedModel.User) {
    self.init(
      id: user.id.text,
      username: user.username.text,
      displayName: user.displayName,
      avatar: ImageToken(user.avatar)
    )
  }
}

extension FeedMessages.Post {
  init(_ post: FeedModel.Post) {
    self.init(
      id: post.id.text,
      author: FeedMessages.User(post.author),
      text: post.text,
      image: post.image.map(ImageToken.init),
      altText: post.altText,
      createdAt: FeedMessages.Timestamp(post.createdAt),
      likeCount: Int64(post.likeCount),
      isLiked: post.isLiked,
      commentCount: Int64(post.commentCount),
      shareURL: post.shareURL,
      requestID: post.requestID?.text ?? ""
    )
  }
}

extension FeedMessages.Comment {
  init(_ comment: FeedModel.Comment) {
    self.init(
      id: comment.id.text,
      postID: comment.postID.text,
      author: FeedMessages.User(comment.author),
      text: comment.text,
      createdAt: FeedMessages.Timestamp(comment.createdAt),
      requestID: comment.requestID?.text ?? ""
    )
  }
}

extension FetchProfileResponse {
  init(_ state: ProfileState) {
    let profile = state.profile
    self.init(
      user: FeedMessages.User(profile.user),
      bio: profile.bio,
      postCount: Int64(profile.postCount),
      followerCount: Int64(profile.followerCount),
      followingCount: Int64(profile.followingCount),
      isFollowed: profile.isFollowed,
      sequence: state.sequence.number
    )
  }
}

// A text that can be no id names nothing, as the id of something that is gone: the store gives both
// the same answer.

extension TextIdentifier {
  /// What has the id that a client sent; with a text that is no id, what does not exist.
  init(named text: String) { self = Self(text) ?? Self(number: -1) }
}

extension FeedModel.FeedFilter {
  init(_ filter: FeedMessages.FeedFilter?) {
    guard let filter else {
      self = .everything
      return
    }
    self.init(followingOnly: filter.followingOnly)
    if !filter.authorID.isEmpty { author = UserID(named: filter.authorID) }
  }
}

extension ProfileSubject {
  /// - Throws: INVALID_ARGUMENT where both are named; `InvalidValue` for what is no username.
  init(_ request: FetchProfileRequest) throws {
    switch (request.userID.isEmpty, request.username.isEmpty) {
    case (true, true): self = .viewer
    case (true, false): self = .named(try Username(request.username))
    case (false, true): self = .user(UserID(named: request.userID))
    case (false, false):
      throw RPCError.refused(
        .invalidArgument,
        .invalidValue,
        "user_id and username are both set; give one of them, or none for your own profile"
      )
    }
  }
}

extension FeedModel.LikeIntent {
  /// - Throws: INVALID_ARGUMENT for a number that this version does not know.
  init(_ intent: FeedMessages.LikeIntent) throws(RPCError) {
    switch intent {
    case .unspecified, .toggle: self = .toggle
    case .like: self = .like
    case .unlike: self = .unlike
    case .unrecognized(let number): throw .unknownEnumValue("intent", number)
    }
  }
}

extension FeedModel.CommentOrder {
  /// - Throws: INVALID_ARGUMENT for a number that this version does not know.
  init(_ order: FeedMessages.CommentOrder) throws(RPCError) {
    switch order {
    case .unspecified, .oldestFirst: self = .oldestFirst
    case .newestFirst: self = .newestFirst
    case .unrecognized(let number): throw .unknownEnumValue("order", number)
    }
  }
}

extension RPCError {
  /// The status of an enum's number that this version gives no meaning.
  static func unknownEnumValue(_ field: String, _ number: Int32) -> RPCError {
    .refused(.invalidArgument, .invalidValue, "\(field) is \(number), which means nothing here")
  }
}
