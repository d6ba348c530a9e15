import FeedModel

extension MemoryState {
  mutating func toggleLike(
    _ request: LikeRequest,
    viewer: Viewer,
    now: Timestamp
  ) throws(StoreError) -> LikeState {
    let viewerID = try id(of: viewer)
    let key = request.requestID.map {
      RequestKey(userID: viewerID, method: .toggleLike, requestID: $0)
    }
    if let key, let known = remembered(key, now: now) {
      if known.fingerprint != request.fingerprint { throw .requestIDReused }
      if posts[request.postID] == nil { throw .alreadyDeleted(.post) }
      return likeState(of: request.postID, viewerID: viewerID)
    }
    if posts[request.postID] == nil { throw .notFound(.post) }
    _ = try makeUser(of: viewer)
    let before = likes[request.postID]?[viewerID] != nil
    let after = request.intent.isLiked(before: before)
    if after != before {
      let sequence = head.nextSequence()
      likes[request.postID, default: [:]][viewerID] = after ? sequence : nil
      let counts = counts(of: request.postID)
      record(.postLiked(counts, by: viewerID, isLiked: after), first: sequence)
    }
    if let key { remember(key, fingerprint: request.fingerprint, now: now) }
    return likeState(of: request.postID, viewerID: viewerID)
  }

  private func likeState(of id: PostID, viewerID: UserID) -> LikeState {
    LikeState(
      postID: id,
      isLiked: likes[id]?[viewerID] != nil,
      likeCount: likes[id]?.count ?? 0,
      sequence: head.sequence
    )
  }

  mutating func addComment(
    _ request: CommentRequest,
    viewer: Viewer,
    now: Timestamp
  ) throws(StoreError) -> CommentState {
    let viewerID = try id(of: viewer)
    let fingerprint = request.fingerprint
    if let requestID = request.requestID {
      let earlier = comments.values.joined().first {
        $0.authorID == viewerID && $0.request?.id == requestID
      }
      if let earlier {
        if earlier.request?.fingerprint != fingerprint { throw .requestIDReused }
        return commentState(of: earlier, viewerID: viewerID)
      }
      try refuseDeleted(requestID, .addComment, .comment, fingerprint, viewerID, now: now)
    }
    if posts[request.postID] == nil { throw .notFound(.post) }
    _ = try makeUser(of: viewer)
    let row = CommentRow(
      id: CommentID(number: head.nextSequence().number),
      postID: request.postID,
      authorID: viewerID,
      text: request.text,
      createdAt: head.nextTime(now: now, imported: request.createdAt),
      request: request.requestID.map { Request(id: $0, fingerprint: fingerprint) }
    )
    comments[request.postID, default: []].append(row)
    record(.commentAdded(row.id, counts(of: row.postID)), first: SequenceNumber(row.id.number))
    return commentState(of: row, viewerID: viewerID)
  }

  private func commentState(of row: CommentRow, viewerID: UserID) -> CommentState {
    guard let comment = comment(row, viewerID: viewerID) else {
      preconditionFailure("who comments has a row")
    }
    return CommentState(
      comment: comment,
      commentCount: comments[row.postID]?.count ?? 0,
      sequence: head.sequence
    )
  }

  mutating func createPost(
    _ request: PostRequest,
    viewer: Viewer,
    now: Timestamp
  ) throws(StoreError) -> PostState {
    let viewerID = try id(of: viewer)
    let fingerprint = request.fingerprint
    if let requestID = request.requestID {
      let earlier = posts.values.first {
        $0.authorID == viewerID && $0.request?.id == requestID
      }
      if let earlier {
        if earlier.request?.fingerprint != fingerprint { throw .requestIDReused }
        return postState(of: earlier.id, viewerID: viewerID)
      }
      try refuseDeleted(requestID, .createPost, .post, fingerprint, viewerID, now: now)
    }
    let image = try self.image(request.image, viewerID: viewerID)
    _ = try makeUser(of: viewer)
    let row = PostRow(
      id: PostID(number: head.nextSequence().number),
      authorID: viewerID,
      text: request.text,
      image: image,
      altText: request.altText,
      createdAt: head.nextTime(now: now, imported: request.createdAt),
      request: request.requestID.map { Request(id: $0, fingerprint: fingerprint) }
    )
    insert(row)
    record(.postCreated(row.id, author: viewerID), first: SequenceNumber(row.id.number))
    return postState(of: row.id, viewerID: viewerID)
  }

  mutating func insert(_ row: PostRow) {
    posts[row.id] = row
    let position = Position(time: row.createdAt, number: row.id.number)
    let index = order.lastIndex { $0 < position }.map { $0 + 1 } ?? 0
    order.insert(position, at: index)
  }

  private func postState(of id: PostID, viewerID: UserID) -> PostState {
    guard let post = post(id, viewerID: viewerID) else {
      preconditionFailure("a post that has a row has an author with one")
    }
    return PostState(post: post, sequence: head.sequence)
  }
}
