import FeedModel

extension MemoryState {
  mutating func deletePost(
    _ id: PostID,
    viewer: Viewer,
    now: Timestamp
  ) throws(StoreError) -> PostDeletion {
    let viewerID = try self.id(of: viewer)
    guard let row = posts[id] else { return PostDeletion(sequence: head.sequence) }
    if row.authorID != viewerID { throw .notAllowed }
    for comment in comments[id] ?? [] {
      rememberDeleted(comment.request, of: comment.authorID, .addComment, now: now)
    }
    rememberDeleted(row.request, of: row.authorID, .createPost, now: now)
    posts[id] = nil
    likes[id] = nil
    comments[id] = nil
    order.removeAll { $0.number == id.number }
    let sequence = record(.postDeleted(id, author: row.authorID))
    return PostDeletion(sequence: sequence, removedPhoto: removeIfUnused(row.image))
  }

  mutating func deleteComment(
    _ id: CommentID,
    viewer: Viewer,
    now: Timestamp
  ) throws(StoreError) -> SequenceNumber {
    let viewerID = try self.id(of: viewer)
    guard let row = comments.values.joined().first(where: { $0.id == id }) else {
      return head.sequence
    }
    if row.authorID != viewerID && posts[row.postID]?.authorID != viewerID { throw .notAllowed }
    rememberDeleted(row.request, of: row.authorID, .addComment, now: now)
    comments[row.postID]?.removeAll { $0.id == id }
    return record(.commentDeleted(id, counts(of: row.postID)))
  }

  mutating func setFollow(
    _ request: FollowRequest,
    viewer: Viewer
  ) throws(StoreError)
    -> FollowState
  {
    let viewerID = try id(of: viewer)
    if viewerID == request.userID { throw .followsOneself }
    if users[request.userID] == nil { throw .notFound(.user) }
    let followed = following[viewerID] ?? [:]
    if request.isFollowing != (followed[request.userID] != nil) {
      if request.isFollowing && followed.count >= StoreLimits.follows {
        throw .tooManyFollows(limit: StoreLimits.follows)
      }
      _ = try makeUser(of: viewer)
      let change = FeedChange.followChanged(
        follower: viewerID,
        followee: request.userID,
        isFollowing: request.isFollowing
      )
      let sequence = record(change)
      following[viewerID, default: [:]][request.userID] = request.isFollowing ? sequence : nil
      followers[request.userID, default: [:]][viewerID] = request.isFollowing ? sequence : nil
    }
    return FollowState(
      followerCount: followers[request.userID]?.count ?? 0,
      sequence: head.sequence
    )
  }
}

extension MemoryState {
  mutating func updateProfile(
    _ request: ProfileRequest,
    viewer: Viewer
  ) throws(StoreError) -> UserState {
    let avatar = try image(request.avatar, viewerID: id(of: viewer))
    let viewerID = try makeUser(of: viewer)
    guard let before = users[viewerID] else { throw .notFound(.viewer) }
    var user = before
    user.displayName = request.displayName
    user.avatar = avatar ?? .userPattern(of: viewerID, blurhash: blurhash)
    if user != before || request.bio != bios[viewerID] {
      users[viewerID] = user
      bios[viewerID] = request.bio
      record(.userChanged(viewerID))
    }
    return UserState(
      user: user,
      sequence: head.sequence,
      removedPhoto: removeIfUnused(before.avatar)
    )
  }
}

// MARK: - Request ids

extension MemoryState {
  func remembered(_ key: RequestKey, now: Timestamp) -> RememberedRequest? {
    requests[key].flatMap { $0.expiry > now ? $0 : nil }
  }

  mutating func remember(_ key: RequestKey, fingerprint: [UInt8], now: Timestamp) {
    requests[key] = RememberedRequest(
      fingerprint: fingerprint,
      expiry: now.advanced(byMicroseconds: StoreLimits.requestMemoryMicroseconds)
    )
  }

  /// Throws where the request with this id made something that has been deleted since.
  func refuseDeleted(
    _ requestID: RequestID,
    _ method: RequestMethod,
    _ subject: StoreError.Subject,
    _ fingerprint: [UInt8],
    _ viewerID: UserID,
    now: Timestamp
  ) throws(StoreError) {
    let key = RequestKey(userID: viewerID, method: method, requestID: requestID)
    guard let known = remembered(key, now: now) else { return }
    throw known.fingerprint == fingerprint ? .alreadyDeleted(subject) : .requestIDReused
  }

  private mutating func rememberDeleted(
    _ request: Request?,
    of userID: UserID,
    _ method: RequestMethod,
    now: Timestamp
  ) {
    guard let request else { return }
    let key = RequestKey(userID: userID, method: method, requestID: request.id)
    remember(key, fingerprint: request.fingerprint, now: now)
  }
}
