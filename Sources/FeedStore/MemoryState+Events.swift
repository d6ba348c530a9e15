import FeedModel

extension MemoryState {
  /// Numbers a change, whose first number may have been taken already, and keeps it.
  ///
  /// - Returns: Its last number.
  @discardableResult
  mutating func record(_ change: FeedChange, first: SequenceNumber? = nil) -> SequenceNumber {
    if first == nil { _ = head.nextSequence() }
    events.append(head.complete(change))
    newChanges.append(change)
    return head.sequence
  }

  /// Forgets the events before the newest `count`.
  mutating func keepEvents(_ count: Int) {
    eventsAfter = max(eventsAfter, SequenceNumber(head.sequence.number - Int64(count)))
    if let index = events.firstIndex(where: { $0.sequence > eventsAfter }) {
      events.removeFirst(index)
    }
  }

  func counts(of id: PostID) -> PostCounts {
    guard let row = posts[id] else { preconditionFailure("what is counted has a row") }
    return PostCounts(
      postID: id,
      authorID: row.authorID,
      likeCount: likes[id]?.count ?? 0,
      commentCount: comments[id]?.count ?? 0
    )
  }

  func events(after sequence: SequenceNumber, limit: Int) throws(StoreError) -> EventBatch {
    let records = events.filter { $0.sequence > sequence }.prefix(limit)
    var found: [FeedEvent] = []
    for record in records { found += try record.events(self) }
    return EventBatch(
      events: found.filter { $0.sequence > sequence },
      end: records.count == limit ? records.last?.sequence ?? sequence : head.sequence,
      newest: head.sequence,
      forgotten: eventsAfter
    )
  }
}

extension MemoryState: EventContents {
  func createdPost(_ id: PostID, authorID: UserID) -> Post? { post(id, viewerID: authorID) }

  func addedComment(_ id: CommentID) -> Comment? {
    comments.values.joined().first { $0.id == id }.flatMap { comment($0, viewerID: $0.authorID) }
  }

  func changedUser(_ id: UserID) -> User? { users[id] }
}
