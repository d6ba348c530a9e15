import FeedModel
import FeedStore

extension FeedReader {
  /// Changes as they were written down, and what the head says beside them.
  func records(
    after sequence: SequenceNumber,
    limit: Int
  ) throws(StoreError) -> (records: [EventRecord], head: Head) {
    let found = try rows(ReadSQL.events, .integer(sequence.number), PostgresValue(limit))
    var records: [EventRecord] = []
    for index in 0..<found.count {
      guard let record = found[index].eventRecord else {
        throw .corrupt(rowMissing: ReadSQL.events.sql)
      }
      records.append(record)
    }
    return (records, try head())
  }

  func events(after sequence: SequenceNumber, limit: Int) throws(StoreError) -> EventBatch {
    let (records, head) = try records(after: sequence, limit: limit)
    var events: [FeedEvent] = []
    for record in records { events += try record.events(self) }
    return EventBatch(
      events: events.filter { $0.sequence > sequence },
      end: records.count == limit ? records.last?.sequence ?? sequence : head.sequence,
      newest: head.sequence,
      forgotten: head.eventsAfter
    )
  }
}

extension FeedReader: EventContents {
  func createdPost(_ id: PostID, authorID: UserID) throws(StoreError) -> Post? {
    try posts([id], viewerID: authorID).first
  }

  func addedComment(_ id: CommentID) throws(StoreError) -> Comment? {
    try rows(ReadSQL.comment, .integer(id.number)).first?.comment(viewerID: nil)
  }

  func changedUser(_ id: UserID) throws(StoreError) -> User? { try user(id) }
}
