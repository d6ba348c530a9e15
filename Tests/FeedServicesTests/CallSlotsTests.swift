import Testing

@testable import FeedServices

@Suite struct CallSlotsTests {
  @Test func eachOwnerAndAllTogetherHaveTheirLimit() {
    var slots = CallSlots<Int>(ownerLimit: 2, limit: 3)
    let taken = [1, 1, 1, 2, 2, 3].map { slots.take($0) }
    #expect(taken == [true, true, false, true, false, false])
    #expect(slots.count == 3)
    slots.release(1)
    let again = [3, 1].map { slots.take($0) }
    #expect(again == [true, false])
    for owner in [1, 2, 3] { slots.release(owner) }
    #expect(slots.count == 0)
  }
}
