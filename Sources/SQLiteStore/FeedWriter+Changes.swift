import FeedModel
import FeedStore

extension FeedWriter {
  func deletePost(_ id: PostID, viewer: Viewer) throws(StoreError) -> PostDeletion {
    let viewerID = try reader.id(of: viewer)
    guard let facts = try facts(of: id, viewerID: viewerID) else {
      return PostDeletion(sequence: head.sequence)
    }
    if facts.authorID != viewerID { throw .notAllowed }
    let row = SQLiteValue.integer(id.number)
    try statements.rememberRequestsOfComments
      .run(row, .integer(RequestMethod.addComment.rawValue), expiry)
    try statements.rememberRequestOfPost
      .run(row, .integer(RequestMethod.createPost.rawValue), expiry)
    let photo = try photoNumber(of: id)
    try statements.deletePost.run(row)
    return PostDeletion(
      sequence: try record(.postDeleted(id, author: facts.authorID)),
      removedPhoto: try removeIfUnused(photo)
    )
  }

  func deleteComment(_ id: CommentID, viewer: Viewer) throws(StoreError) -> SequenceNumber {
    let viewerID = try reader.id(of: viewer)
    let row = SQLiteValue.integer(id.number)
    let found = try statements.commentFacts.first(row) { row in
      (
        post: PostID(number: row.integer(0)),
        authors: [UserID(number: row.integer(1)), UserID(number: row.integer(2))]
      )
    }
    guard let found, var facts = try facts(of: found.post, viewerID: viewerID) else {
      return head.sequence
    }
    if !found.authors.contains(viewerID) { throw .notAllowed }
    try statements.rememberRequestOfComment
      .run(row, .integer(RequestMethod.addComment.rawValue), expiry)
    try statements.deleteComment.run(row)
    facts.commentCount -= 1
    return try record(.commentDeleted(id, facts.counts(of: found.post)))
  }

  func setFollow(_ request: FollowRequest, viewer: Viewer) throws(StoreError) -> FollowState {
    let viewerID = try reader.id(of: viewer)
    if viewerID == request.userID { throw .followsOneself }
    if try reader.user(request.userID) == nil { throw .notFound(.user) }
    if try request.isFollowing != reader.isFollowing(viewerID, request.userID) {
      if request.isFollowing, try followCounts(of: viewerID).following >= StoreLimits.follows {
        throw .tooManyFollows(limit: StoreLimits.follows)
      }
      try makeUser(of: viewer)
      let change = FeedChange.followChanged(
        follower: viewerID,
        followee: request.userID,
        isFollowing: request.isFollowing
      )
      let sequence = try record(change)
      let follower = SQLiteValue.integer(viewerID.number)
      let followee = SQLiteValue.integer(request.userID.number)
      if request.isFollowing {
        try statements.insertFollow.run(follower, followee, .integer(sequence.number))
      } else {
        try statements.deleteFollow.run(follower, followee)
      }
    }
    return FollowState(
      followerCount: try followCounts(of: request.userID).followers,
      sequence: head.sequence
    )
  }

  func updateProfile(_ request: ProfileRequest, viewer: Viewer) throws(StoreError) -> UserState {
    let viewerID = try reader.id(of: viewer)
    try makeUser(of: viewer)
    let before = try reader.profile(of: .user(viewerID), viewer: .user(viewerID)).profile
    let photoBefore = try photoNumber(of: viewerID)
    let picture = try self.picture(request.avatar, viewerID: viewerID)
    var user = before.user
    user.displayName = request.displayName
    user.avatar = picture?.image ?? .userPattern(of: viewerID, blurhash: reader.blurhash)
    if user != before.user || request.bio != before.bio {
      try statements.updateUser.run(
        .integer(viewerID.number),
        .text(user.displayName),
        .text(request.bio),
        .text(user.avatar.id),
        SQLiteValue(user.avatar.width),
        SQLiteValue(user.avatar.height),
        .text(user.avatar.blurhash),
        picture?.photoNumber.map { .integer($0) } ?? .null
      )
      try record(.userChanged(viewerID))
    }
    return UserState(
      user: user,
      sequence: head.sequence,
      removedPhoto: try removeIfUnused(photoBefore)
    )
  }

  private func followCounts(
    of id: UserID
  ) throws(StoreError) -> (followers: Int, following: Int) {
    let counts = try statements.followCounts.first(.integer(id.number)) {
      (followers: $0.count(0), following: $0.count(1))
    }
    return counts ?? (0, 0)
  }
}
