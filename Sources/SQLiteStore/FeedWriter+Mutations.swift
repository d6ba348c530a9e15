import FeedModel
import FeedStore

extension FeedWriter {
  func toggleLike(_ request: LikeRequest, viewer: Viewer) throws(StoreError) -> LikeState {
    let viewerID = try reader.id(of: viewer)
    let fingerprint = request.requestID == nil ? [] : request.fingerprint
    if let id = request.requestID,
      try isRemembered(id, of: viewerID, .toggleLike, fingerprint: fingerprint)
    {
      guard let facts = try facts(of: request.postID, viewerID: viewerID) else {
        throw .alreadyDeleted(.post)
      }
      return likeState(of: request.postID, facts)
    }
    guard var facts = try facts(of: request.postID, viewerID: viewerID) else {
      throw .notFound(.post)
    }
    try makeUser(of: viewer)
    let isLiked = request.intent.isLiked(before: facts.isLiked)
    if isLiked != facts.isLiked {
      try setLike(isLiked, of: viewerID, on: request.postID, &facts)
    }
    if let id = request.requestID {
      try statements.rememberRequest.run(
        .integer(viewerID.number),
        .integer(RequestMethod.toggleLike.rawValue),
        .text(id.text),
        .blob(fingerprint),
        expiry
      )
    }
    return likeState(of: request.postID, facts)
  }

  private func setLike(
    _ isLiked: Bool,
    of viewerID: UserID,
    on post: PostID,
    _ facts: inout PostFacts
  ) throws(StoreError) {
    let sequence = head.nextSequence()
    let row = SQLiteValue.integer(post.number)
    let user = SQLiteValue.integer(viewerID.number)
    if isLiked {
      try statements.insertLike.run(row, user, .integer(sequence.number))
    } else {
      try statements.deleteLike.run(row, user)
    }
    facts.isLiked = isLiked
    facts.likeCount += isLiked ? 1 : -1
    let change = FeedChange.postLiked(facts.counts(of: post), by: viewerID, isLiked: isLiked)
    try record(change, first: sequence)
  }

  private func likeState(of post: PostID, _ facts: PostFacts) -> LikeState {
    LikeState(
      postID: post,
      isLiked: facts.isLiked,
      likeCount: facts.likeCount,
      sequence: head.sequence
    )
  }

  func addComment(_ request: CommentRequest, viewer: Viewer) throws(StoreError) -> CommentState {
    let viewerID = try reader.id(of: viewer)
    let fingerprint = request.requestID == nil ? nil : request.fingerprint
    if let id = request.requestID, let fingerprint,
      let made = try rowMade(by: id, of: viewerID, .addComment, fingerprint: fingerprint)
    {
      return try commentState(of: CommentID(number: made), viewerID: viewerID)
    }
    guard var facts = try facts(of: request.postID, viewerID: viewerID) else {
      throw .notFound(.post)
    }
    try makeUser(of: viewer)
    let sequence = head.nextSequence()
    try statements.insertComment.run(
      .integer(sequence.number),
      .integer(request.postID.number),
      .integer(viewerID.number),
      .integer(head.nextTime(now: now, imported: request.createdAt).microseconds),
      .text(request.text),
      SQLiteValue(request.requestID?.text),
      SQLiteValue(fingerprint)
    )
    facts.commentCount += 1
    let id = CommentID(number: sequence.number)
    try record(.commentAdded(id, facts.counts(of: request.postID)), first: sequence)
    return try commentState(of: id, viewerID: viewerID)
  }

  private func commentState(
    of id: CommentID,
    viewerID: UserID
  ) throws(StoreError) -> CommentState {
    let comment = try reader.statements.comment.first(.integer(id.number)) {
      $0.comment(viewerID: viewerID)
    }
    guard let comment else { throw .corrupt(rowMissing: ReadSQL.comment) }
    return CommentState(
      comment: comment,
      commentCount: try reader.commentCount(of: comment.postID) ?? 0,
      sequence: head.sequence
    )
  }

  func createPost(_ request: PostRequest, viewer: Viewer) throws(StoreError) -> PostState {
    let viewerID = try reader.id(of: viewer)
    let fingerprint = request.requestID == nil ? nil : request.fingerprint
    if let id = request.requestID, let fingerprint,
      let made = try rowMade(by: id, of: viewerID, .createPost, fingerprint: fingerprint)
    {
      return try postState(of: PostID(number: made), viewerID: viewerID)
    }
    let picture = try self.picture(request.image, viewerID: viewerID)
    try makeUser(of: viewer)
    let sequence = head.nextSequence()
    let id = PostID(number: sequence.number)
    try statements.insertPost.run(
      .integer(id.number),
      .integer(viewerID.number),
      .integer(head.nextTime(now: now, imported: request.createdAt).microseconds),
      SQLiteValue(picture?.image.id),
      SQLiteValue(picture?.image.width),
      SQLiteValue(picture?.image.height),
      SQLiteValue(picture?.image.blurhash),
      .text(request.text),
      .text(request.altText),
      SQLiteValue(request.requestID?.text),
      SQLiteValue(fingerprint),
      picture?.photoNumber.map { .integer($0) } ?? .null
    )
    try record(.postCreated(id, author: viewerID), first: sequence)
    return try postState(of: id, viewerID: viewerID)
  }

  private func postState(of id: PostID, viewerID: UserID) throws(StoreError) -> PostState {
    guard let post = try reader.posts([id], viewerID: viewerID).first else {
      throw .corrupt(rowMissing: ReadSQL.posts)
    }
    return PostState(post: post, sequence: head.sequence)
  }
}
