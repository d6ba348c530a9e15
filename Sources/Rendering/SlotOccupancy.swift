package import Base

/// Since when which renders have occupied their slots.
package struct SlotOccupancy: Sendable {
  private let slots: Int
  private var starts: [FlightID: Instant] = [:]

  package init(slots: Int) { self.slots = slots }

  package mutating func begin(_ flight: FlightID, at now: Instant) { starts[flight] = now }

  package mutating func end(_ flight: FlightID) { starts[flight] = nil }

  /// The last moment at which a slot was free or was taken; nil where one is free.
  package var fullSince: Instant? {
    guard starts.count >= slots else { return nil }
    return starts.values.sorted()[slots - 1]
  }
}
