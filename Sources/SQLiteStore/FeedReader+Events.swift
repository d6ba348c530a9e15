package import FeedModel
package import FeedStore

extension FeedReader {
  package func records(
    after sequence: SequenceNumber,
    limit: Int
  ) throws(StoreError) -> [EventRecord] {
    var records: [EventRecord] = []
    try statements.events.forEachRow(.integer(sequence.number), SQLiteValue(limit)) {
      (row) throws(StoreError) in
      guard let record = row.eventRecord else { throw .corrupt(rowMissing: ReadSQL.events) }
      records.append(record)
    }
    return records
  }

  package func forgottenEvents() throws(StoreError) -> SequenceNumber {
    let number = try statements.eventsAfter.first { SequenceNumber($0.integer(0)) }
    guard let number else { throw .corrupt(rowMissing: ReadSQL.eventsAfter) }
    return number
  }

  package func addedComment(_ id: CommentID) throws(StoreError) -> Comment? {
    try statements.comment.first(.integer(id.number)) { $0.comment(viewerID: nil) }
  }
}
