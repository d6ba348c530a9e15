import Base
import Testing

@testable import Rendering

@Suite struct SlotOccupancyTests {
  private func flight(_ number: UInt64) -> FlightID { FlightID(number: number) }
  private func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  @Test func itIsFullSinceTheLastSlotWasTaken() {
    var slots = SlotOccupancy(slots: 2)
    #expect(slots.fullSince == nil)
    slots.begin(flight(1), at: at(5))
    #expect(slots.fullSince == nil)
    slots.begin(flight(2), at: at(3))
    #expect(slots.fullSince == at(5))
    slots.end(flight(1))
    #expect(slots.fullSince == nil)
    slots.begin(flight(3), at: at(9))
    #expect(slots.fullSince == at(9))
  }

  @Test func anEndOfNobodyIsNone() {
    var slots = SlotOccupancy(slots: 1)
    slots.begin(flight(1), at: at(1))
    slots.end(flight(2))
    #expect(slots.fullSince == at(1))
  }
}
