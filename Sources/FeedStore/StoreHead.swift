package import FeedModel

/// The counters that every write transaction takes first and puts back last.
package struct StoreHead: Hashable, Sendable {
  /// The number of the last change.
  package var sequence: SequenceNumber
  /// The latest time of any post or comment.
  package var newestTime: Timestamp

  package init(
    sequence: SequenceNumber = SequenceNumber(0),
    newestTime: Timestamp = Timestamp(microseconds: 0)
  ) {
    self.sequence = sequence
    self.newestTime = newestTime
  }

  /// Numbers a change.
  package mutating func nextSequence() -> SequenceNumber {
    sequence.number += 1
    return sequence
  }

  /// Takes the numbers of a change beyond its first, which has been taken.
  ///
  /// - Returns: The change with its last number.
  package mutating func complete(_ change: FeedChange) -> EventRecord {
    sequence.number += Int64(change.numberCount - 1)
    return EventRecord(sequence: sequence, change: change)
  }

  /// The time of something new: `imported`, or else a moment after all that is there, however
  /// the clock stands.
  package mutating func nextTime(now: Timestamp, imported: Timestamp? = nil) -> Timestamp {
    let time = imported ?? max(now, newestTime.advanced(byMicroseconds: 1))
    newestTime = max(newestTime, time)
    return time
  }
}
