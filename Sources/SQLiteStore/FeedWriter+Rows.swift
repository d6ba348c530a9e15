import FeedModel
import FeedStore

/// What every mutation is made of.
extension FeedWriter {
  /// Of a post, what mutations need.
  struct PostFacts {
    var authorID: UserID
    var likeCount: Int
    var commentCount: Int
    /// By the viewer.
    var isLiked: Bool

    func counts(of id: PostID) -> PostCounts {
      PostCounts(
        postID: id,
        authorID: authorID,
        likeCount: likeCount,
        commentCount: commentCount
      )
    }
  }

  func facts(of id: PostID, viewerID: UserID) throws(StoreError) -> PostFacts? {
    try statements.postFacts.first(.integer(id.number), .integer(viewerID.number)) { row in
      PostFacts(
        authorID: UserID(number: row.integer(0)),
        likeCount: row.count(1),
        commentCount: row.count(2),
        isLiked: row.integer(3) != 0
      )
    }
  }

  /// Makes the viewer's row where it is missing.
  func makeUser(of viewer: Viewer) throws(StoreError) {
    if known.contains(viewer) { return }
    let (user, isStored) = try reader.user(of: viewer)
    if !isStored {
      try insert(user, bio: "")
      try record(.userChanged(user.id))
    }
    learned.append(viewer)
  }

  func insert(_ user: User, bio: String) throws(StoreError) {
    try statements.insertUser.run(
      .integer(user.id.number),
      .text(user.username.text),
      .text(user.displayName),
      .text(bio),
      .text(user.avatar.id),
      SQLiteValue(user.avatar.width),
      SQLiteValue(user.avatar.height),
      .text(user.avatar.blurhash)
    )
  }

  /// Numbers a change, whose first number may have been taken already, and writes it down.
  ///
  /// - Returns: Its last number.
  @discardableResult
  func record(
    _ change: FeedChange,
    first: SequenceNumber? = nil
  ) throws(StoreError) -> SequenceNumber {
    if first == nil { _ = head.nextSequence() }
    let record = head.complete(change)
    let row = EventRow(change)
    func value(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
    try statements.insertEvent.run(
      .integer(record.sequence.number),
      .integer(row.kind.rawValue),
      value(row.postID),
      value(row.authorID),
      value(row.subjectID),
      value(row.isSet.map { $0 ? 1 : 0 }),
      SQLiteValue(row.likeCount),
      SQLiteValue(row.commentCount)
    )
    changes.append(change)
    return record.sequence
  }
}

// MARK: - Request ids

extension FeedWriter {
  /// When what is remembered now is forgotten.
  var expiry: SQLiteValue {
    .integer(now.advanced(byMicroseconds: StoreLimits.requestMemoryMicroseconds).microseconds)
  }

  /// Whether a request was made before, by what is remembered of it.
  ///
  /// - Throws: `requestIDReused` where it was another one.
  func isRemembered(
    _ id: RequestID,
    of userID: UserID,
    _ method: RequestMethod,
    fingerprint: [UInt8]
  ) throws(StoreError) -> Bool {
    let known = try statements.request.first(
      .integer(userID.number),
      .integer(method.rawValue),
      .text(id.text),
      .integer(now.microseconds)
    ) { $0.bytes(0) }
    guard let known else { return false }
    if known != fingerprint { throw .requestIDReused }
    return true
  }

  /// The number of the row that an earlier request with this id made.
  ///
  /// - Throws: `requestIDReused` where it was another request, `alreadyDeleted` where the row is
  ///   gone.
  func rowMade(
    by id: RequestID,
    of userID: UserID,
    _ method: RequestMethod,
    fingerprint: [UInt8]
  ) throws(StoreError) -> Int64? {
    let isComment = method == .addComment
    let statement = isComment ? statements.commentOfRequest : statements.postOfRequest
    let row = try statement.first(.integer(userID.number), .text(id.text)) {
      (number: $0.integer(0), fingerprint: $0.bytes(1))
    }
    if let row {
      if row.fingerprint != fingerprint { throw .requestIDReused }
      return row.number
    }
    if try isRemembered(id, of: userID, method, fingerprint: fingerprint) {
      throw .alreadyDeleted(isComment ? .comment : .post)
    }
    return nil
  }
}
