import FeedModel
import FeedStore

extension WriteCall<LikeState> {
  static func toggleLike(_ request: LikeRequest, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      try writer.send(
        WriteSQL.toggleLike,
        of: viewer,
        .integer(request.postID.number),
        .integer(Int64(request.intent.rawValue)),
        PostgresValue(request.requestID?.text),
        PostgresValue(request.requestID.map { _ in request.fingerprint })
      )
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.toggleLike, viewer)
      if let refusal = result.refusal { return .failure(refusal) }
      let counts = PostCounts(request.postID, result.row)
      let isLiked = result.row.boolean(8)
      if result.hasChanged {
        writer.changes.append(.postLiked(counts, by: result.viewerID, isLiked: isLiked))
      }
      return .success(
        LikeState(
          postID: request.postID,
          isLiked: isLiked,
          likeCount: counts.likeCount,
          sequence: result.sequence
        )
      )
    }
  }
}

extension WriteCall<CommentState> {
  static func addComment(_ request: CommentRequest, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      try writer.send(
        WriteSQL.addComment,
        of: viewer,
        .integer(request.postID.number),
        .text(request.text),
        PostgresValue(request.createdAt?.microseconds),
        PostgresValue(request.requestID?.text),
        PostgresValue(request.requestID.map { _ in request.fingerprint })
      )
      try writer.connection.send(ReadSQL.madeComment, [])
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.addComment, viewer)
      let made = try writer.takeMade(ReadSQL.madeComment, result) {
        $0.comment(viewerID: result.viewerID)
      }
      return made.map { comment in
        let counts = PostCounts(comment.postID, result.row)
        if result.hasChanged { writer.changes.append(.commentAdded(comment.id, counts)) }
        return CommentState(
          comment: comment,
          commentCount: counts.commentCount,
          sequence: result.sequence
        )
      }
    }
  }
}

extension WriteCall<PostState> {
  static func createPost(_ request: PostRequest, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      let picture = PictureValues(request.image)
      try writer.send(
        WriteSQL.createPost,
        of: viewer,
        .text(request.text),
        .text(request.altText),
        picture.id,
        picture.width,
        picture.height,
        picture.blurhash,
        picture.photoName,
        PostgresValue(request.createdAt?.microseconds),
        PostgresValue(request.requestID?.text),
        PostgresValue(request.requestID.map { _ in request.fingerprint })
      )
      try writer.connection.send(ReadSQL.madePost, [])
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.createPost, viewer)
      let made = try writer.takeMade(ReadSQL.madePost, result) {
        $0.post(viewerID: result.viewerID)
      }
      return made.map { post in
        if result.hasChanged {
          writer.changes.append(.postCreated(post.id, author: result.viewerID))
        }
        return PostState(post: post, sequence: result.sequence)
      }
    }
  }
}

extension WriteCall<PostDeletion> {
  static func deletePost(_ id: PostID, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      try writer.send(WriteSQL.deletePost, of: viewer, .integer(id.number))
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.deletePost, viewer) { $0.boolean(4) }
      if let refusal = result.refusal { return .failure(refusal) }
      if result.hasChanged {
        writer.changes.append(.postDeleted(id, author: UserID(number: result.row.integer(5))))
      }
      let removed = result.row.photo(from: 6)
      return .success(PostDeletion(sequence: result.sequence, removedPhoto: removed))
    }
  }
}

extension WriteCall<SequenceNumber> {
  static func deleteComment(_ id: CommentID, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      try writer.send(WriteSQL.deleteComment, of: viewer, .integer(id.number))
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.deleteComment, viewer) { $0.boolean(4) }
      if let refusal = result.refusal { return .failure(refusal) }
      if result.hasChanged {
        let counts = PostCounts(PostID(number: result.row.integer(8)), result.row)
        writer.changes.append(.commentDeleted(id, counts))
      }
      return .success(result.sequence)
    }
  }
}

extension WriteCall<FollowState> {
  static func setFollow(_ request: FollowRequest, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      try writer.send(
        WriteSQL.setFollow,
        of: viewer,
        .integer(request.userID.number),
        .boolean(request.isFollowing),
        PostgresValue(StoreLimits.follows)
      )
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.setFollow, viewer) { $0.boolean(4) }
      if let refusal = result.refusal { return .failure(refusal) }
      if result.hasChanged {
        writer.changes.append(
          .followChanged(
            follower: result.viewerID,
            followee: request.userID,
            isFollowing: request.isFollowing
          )
        )
      }
      return .success(
        FollowState(followerCount: result.row.count(5), sequence: result.sequence)
      )
    }
  }
}

extension WriteCall<UserState> {
  static func updateProfile(_ request: ProfileRequest, _ viewer: Viewer) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      let picture = PictureValues(request.avatar)
      try writer.send(
        WriteSQL.updateProfile,
        of: viewer,
        .text(request.displayName),
        .text(request.bio),
        picture.id,
        picture.width,
        picture.height,
        picture.blurhash,
        picture.photoName
      )
      try writer.connection.send(ReadSQL.madeUser, [])
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.updateProfile, viewer)
      let made = try writer.takeMade(ReadSQL.madeUser, result) { $0.user(from: 0) }
      return made.map { user in
        if result.hasChanged { writer.changes.append(.userChanged(user.id)) }
        let removed = result.row.photo(from: 5)
        return UserState(user: user, sequence: result.sequence, removedPhoto: removed)
      }
    }
  }
}

extension WriteCall<Photo> {
  static func recordUpload(
    _ content: PhotoContent,
    _ viewer: Viewer,
    needsBytes: Bool
  ) -> Self {
    WriteCall(viewer: viewer) { (writer) throws(StoreError) in
      let naming = PhotoNaming(secret: writer.tokenKey)
      try writer.send(
        WriteSQL.recordUpload,
        of: viewer,
        .text(naming.name(ofContentHash: content.contentHash)),
        .blob(content.contentHash),
        PostgresValue(content.byteCount),
        .text(content.format),
        PostgresValue(content.width),
        PostgresValue(content.height),
        .text(content.blurhash),
        PostgresValue(content.takenAt?.microseconds),
        .integers(content.copies.map { Int64($0.side) }),
        .blobs(content.copies.map(\.contentHash)),
        .boolean(needsBytes)
      )
      try writer.connection.send(ReadSQL.madePhoto, [])
    } receive: { (writer) throws(StoreError) in
      let result = try writer.takeResult(of: WriteSQL.recordUpload, viewer)
      return try writer.takeMade(ReadSQL.madePhoto, result) { $0.photo() }
    }
  }
}

extension WriteCall<[Photo]> {
  static func removeUnusedPhotos(uploadedUntil time: Timestamp) -> Self {
    WriteCall { (writer) throws(StoreError) in
      try writer.connection.send(
        WriteSQL.removeUnusedPhotos,
        [.integer(time.microseconds), PostgresValue(StoreLimits.photosSweptAtOnce)]
      )
    } receive: { (writer) throws(StoreError) in
      let rows = try writer.connection.next()
      return .success((0..<rows.count).compactMap { rows[$0].photo() })
    }
  }
}

extension WriteCall<Void> {
  /// Removes the bytes of a photo, unless it is one.
  static func removePhotoBytes(_ contentHash: [UInt8]) -> Self {
    WriteCall { (writer) throws(StoreError) in
      try writer.connection.send(WriteSQL.removePhotoBytes, [.blob(contentHash)])
    } receive: { (writer) throws(StoreError) in
      try writer.connection.next()
      return .success(())
    }
  }

  /// What every group does, which takes the head and writes down whose group it is, and a look at
  /// the rights that other calls need.
  static var trial: Self {
    WriteCall { (writer) throws(StoreError) in
      try writer.connection.send(TableRights.missing, [])
    } receive: { (writer) throws(StoreError) in
      if let refusal = TableRights.refusal(try writer.connection.next()) {
        return .failure(refusal)
      }
      return .success(())
    }
  }
}

// MARK: - Help

/// A picture as the functions take it.
private struct PictureValues {
  var id: PostgresValue = nil
  var width: PostgresValue = nil
  var height: PostgresValue = nil
  var blurhash: PostgresValue = nil
  var photoName: PostgresValue = nil

  init(_ choice: PictureChoice?) {
    id = PostgresValue(choice?.id)
    switch choice {
    case nil: break
    case .pattern(let image):
      width = PostgresValue(image.width)
      height = PostgresValue(image.height)
      blurhash = .text(image.blurhash)
    case .photo(let photo):
      width = PostgresValue(photo.width)
      height = PostgresValue(photo.height)
      photoName = .text(photo.name)
    }
  }
}

extension PostCounts {
  /// The counts in the columns behind those that all calls have: author, likes, comments.
  fileprivate init(_ id: PostID, _ row: PostgresRow) {
    self.init(
      postID: id,
      authorID: UserID(number: row.integer(5)),
      likeCount: row.count(6),
      commentCount: row.count(7)
    )
  }
}
