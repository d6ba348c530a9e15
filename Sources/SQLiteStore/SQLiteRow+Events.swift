import FeedModel
import FeedStore

extension SQLiteRow {
  /// The change in the columns of `ReadSQL.events`; nil where it can be none.
  var eventRecord: EventRecord? {
    guard let kind = EventKind(rawValue: integer(1)) else { return nil }
    func number(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    let row = EventRow(
      kind: kind,
      postID: number(2),
      authorID: number(3),
      subjectID: number(4),
      isSet: number(5).map { $0 != 0 },
      likeCount: number(6).map { Int($0) },
      commentCount: number(7).map { Int($0) }
    )
    return row.change.map { EventRecord(sequence: SequenceNumber(integer(0)), change: $0) }
  }
}
