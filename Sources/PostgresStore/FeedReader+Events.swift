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

  package func forgottenEvents() throws(StoreError) -> SequenceNumber { try head().eventsAfter }

  package func addedComment(_ id: CommentID) throws(StoreError) -> Comment? {
    try rows(ReadSQL.comment, .integer(id.number)).first?.comment(viewerID: nil)
  }
}
