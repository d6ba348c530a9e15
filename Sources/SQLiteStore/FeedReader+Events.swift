import FeedModel
import FeedStore

extension FeedReader {
  func events(after sequence: SequenceNumber, limit: Int) throws(StoreError) -> EventBatch {
    var records: [EventRecord] = []
    try statements.events.forEachRow(.integer(sequence.number), SQLiteValue(limit)) {
      (row) throws(StoreError) in
      guard let record = row.eventRecord else { throw .corrupt(rowMissing: ReadSQL.events) }
      records.append(record)
    }
    var events: [FeedEvent] = []
    for record in records { events += try record.events(self) }
    let newest = try head().sequence
    return EventBatch(
      events: events.filter { $0.sequence > sequence },
      end: records.count == limit ? records.last?.sequence ?? sequence : newest,
      newest: newest,
      forgotten: try forgottenEvents()
    )
  }

  private func forgottenEvents() throws(StoreError) -> SequenceNumber {
    let number = try statements.eventsAfter.first { SequenceNumber($0.integer(0)) }
    guard let number else { throw .corrupt(rowMissing: ReadSQL.eventsAfter) }
    return number
  }
}

extension FeedReader: EventContents {
  func createdPost(_ id: PostID, authorID: UserID) throws(StoreError) -> Post? {
    try posts([id], viewerID: authorID).first
  }

  func addedComment(_ id: CommentID) throws(StoreError) -> Comment? {
    try statements.comment.first(.integer(id.number)) { $0.comment(viewerID: nil) }
  }

  func changedUser(_ id: UserID) throws(StoreError) -> User? { try user(id) }
}
