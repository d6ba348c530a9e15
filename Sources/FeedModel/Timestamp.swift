/// A moment of the calendar in microseconds since 1970-01-01T00:00:00Z, leap seconds left out.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  @inlinable
  package init(microseconds: Int64) { self.microseconds = microseconds }

  @inlinable
  package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

  @inlinable
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment so many microseconds later, saturating.
  @inlinable
  package func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
    if overflow { return Timestamp(microseconds: microseconds < 0 ? .min : .max) }
    return Timestamp(microseconds: sum)
  }
}

/// Where a row stands among rows that are sorted by time: the key (time, number).
package struct Position: Hashable, Comparable, Sendable {
  package var time: Timestamp
  /// The number of the row's id; it parts rows of the same time.
  package var number: Int64

  @inlinable
  package init(time: Timestamp, number: Int64) {
    self.time = time
    self.number = number
  }

  @inlinable
  package static func < (left: Position, right: Position) -> Bool {
    (left.time, left.number) < (right.time, right.number)
  }

  /// Below every row.
  package static let lowest = Position(time: Timestamp(microseconds: .min), number: .min)
  /// Above every row.
  package static let highest = Position(time: Timestamp(microseconds: .max), number: .max)
}
