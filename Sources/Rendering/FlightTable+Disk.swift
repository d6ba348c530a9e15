package import Base

// Flights whose picture may be on the disk. Whoever looks there may take long or be late: then the
// flight goes on as if there were no disk.
extension FlightTable {
  /// Notes that a new flight's picture is looked for on the disk before the flight is queued.
  package mutating func seek(_ id: FlightID) {
    guard flights[id]?.state == .queued else { preconditionFailure("what is sought is new") }
    flights[id]?.state = .sought
  }

  /// Ends a flight whose picture was on the disk; nil where it is not sought any more.
  package mutating func find(_ id: FlightID, at now: Instant) -> Landing? {
    guard let flight = flights[id], flight.state == .sought else { return nil }
    forget(id, flight)
    return Landing(
      key: flight.key,
      waiters: release(flight),
      starter: flight.starter,
      isCurrent: true,
      queuedTime: now - flight.queuedAt,
      runningTime: .zero
    )
  }

  /// A flight that has to be queued.
  package struct Miss: Hashable, Sendable {
    package let standing: Standing
    package let cost: CostEstimate
    /// When the last of its waiters gives up; nil: never.
    package let deadline: Instant?
  }

  /// Notes that a flight has to be rendered after all; nil where it is not sought any more.
  package mutating func miss(_ id: FlightID) -> Miss? {
    guard let flight = flights[id], flight.state == .sought, let standing = flight.standing else {
      return nil
    }
    flights[id]?.state = .queued
    let deadlines = flight.waiters.compactMap(\.deadline)
    let isLimited = deadlines.count == flight.waiters.count
    return Miss(
      standing: standing,
      cost: flight.cost,
      deadline: isLimited ? deadlines.max() : nil
    )
  }

  /// Flights that have been sought since before `moment`.
  package func sought(sinceBefore moment: Instant) -> [FlightID] {
    flights.filter { $0.value.state == .sought && $0.value.queuedAt < moment }.keys.sorted()
  }
}
