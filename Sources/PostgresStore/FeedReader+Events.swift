package import FeedModel
package import FeedStore

extension FeedReader {
  package func records(
    after sequence: SequenceNumber,
    limit: Int
  ) throws(StoreError) -> [EventRecord] {
    let found = try rows(ReadSQL.events, .integer(sequence.number), PostgresValue(limit))
    var records: [EventRecord] = []
    for index in 0..<found.count {
      guard let record = found[index].eventRecord else {
        throw .corrupt(rowMissing: ReadSQL.events.sql)
      }
      records.append(record)
    }
    return records
  }

  /// Looked up in a statement for each kind, however many changes there are.
  package func contents(of records: [EventRecord]) throws(StoreError) -> any EventContents {
    let wanted = WantedContents(records)
    var found = FoundContents()
    for row in try rows(ReadSQL.createdPosts, of: wanted.posts) {
      let post = row.post(viewerID: UserID(number: row.integer(12)))
      found.posts[post.id] = post
    }
    for row in try rows(ReadSQL.addedComments, of: wanted.comments) {
      let comment = row.comment(viewerID: nil)
      found.comments[comment.id] = comment
    }
    for row in try rows(ReadSQL.changedUsers, of: wanted.users) {
      let user = row.user(from: 0)
      found.users[user.id] = user
    }
    return found
  }

  private func rows(
    _ statement: PostgresStatement,
    of numbers: [Int64]
  ) throws(StoreError) -> [PostgresRow] {
    if numbers.isEmpty { return [] }
    let found = try rows(statement, .integers(numbers))
    return (0..<found.count).map { found[$0] }
  }

  /// Whether a commit is not among those that made the feed what it is; false where it is so old
  /// that nobody can tell.
  func lacks(_ commit: KnownCommit) throws(StoreError) -> Bool {
    let head = try head()
    if head.sequence <= commit.sequence { return head.newest != commit }
    guard commit.sequence > head.eventsAfter else { return false }
    let found = try rows(
      ReadSQL.isMarked,
      .integer(commit.sequence.number),
      .integer(commit.mark)
    )
    return found.first?.boolean(0) != true
  }

  package func forgottenEvents() throws(StoreError) -> SequenceNumber { try head().eventsAfter }

  package func addedComment(_ id: CommentID) throws(StoreError) -> Comment? {
    try rows(ReadSQL.comment, .integer(id.number)).first?.comment(viewerID: nil)
  }
}

/// The numbers of what is told of changes.
private struct WantedContents {
  var posts: [Int64] = []
  var comments: [Int64] = []
  var users: [Int64] = []

  init(_ records: [EventRecord]) {
    for record in records {
      switch record.change {
      case .postCreated(let id, _): posts.append(id.number)
      case .commentAdded(let id, _): comments.append(id.number)
      case .userChanged(let id): users.append(id.number)
      case .postDeleted, .postLiked, .commentDeleted, .followChanged: break
      }
    }
  }
}

/// What is told of changes and is still there.
private struct FoundContents: EventContents {
  var posts: [PostID: Post] = [:]
  var comments: [CommentID: Comment] = [:]
  var users: [UserID: User] = [:]

  func createdPost(_ id: PostID, authorID: UserID) -> Post? { posts[id] }
  func addedComment(_ id: CommentID) -> Comment? { comments[id] }
  func changedUser(_ id: UserID) -> User? { users[id] }
}
