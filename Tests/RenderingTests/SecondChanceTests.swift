import Testing

@testable import Rendering

@Suite struct SecondChanceTests {
  private func ring(_ keys: Range<Int>) -> SecondChance<Int, Int> {
    var ring = SecondChance<Int, Int>()
    for key in keys { ring.insert(key, for: key) }
    return ring
  }

  @Test func whatIsNotUsedGoesInTheOrderInWhichItCame() {
    var ring = ring(0..<4)
    for key in 4..<100 {
      #expect(ring.evict() == key - 4)
      ring.insert(key, for: key)
    }
    #expect((0..<4).map { _ in ring.evict() } == [96, 97, 98, 99])
    #expect(ring.evict() == nil && ring.count == 0)
  }

  @Test func whatWasUsedIsSparedOnce() {
    var ring = ring(0..<4)
    #expect(ring.use(0) == 0 && ring.use(2) == 2 && ring.use(7) == nil)
    #expect((0..<4).map { _ in ring.evict() } == [1, 3, 0, 2])
  }

  @Test func whereAllWereUsedTheOldestGoes() {
    var ring = ring(0..<4)
    for key in 0..<4 { _ = ring.use(key) }
    #expect(ring.evict() == 0)
  }

  @Test func whatMayNotGoStays() {
    var ring = ring(0..<4)
    let isTwo: (Int) -> Bool = { $0 == 2 }
    #expect(ring.evict(where: isTwo) == 2)
    #expect(ring.evict(where: isTwo) == nil)
    #expect(ring.count == 3)
  }

  @Test func anEntryIsLookedAtAndChangedWithoutUse() {
    var ring = ring(0..<2)
    ring.update(0) { $0 = 10 }
    ring.update(7) { _ in Issue.record("there is none") }
    #expect(ring.value(for: 0) == 10 && ring.value(for: 7) == nil)
    #expect(ring.evict() == 10)
  }

  /// Compares the ring with a list in the order in which the hand comes by.
  @Test(arguments: 0..<50) func theRingIsAList(seed: Int) {
    var random = SeededRandom(seed: "\(seed)")
    var ring = SecondChance<Int, Int>()
    var list: [(key: Int, wasUsed: Bool)] = []
    for _ in 0..<300 {
      let key = random.index(below: 20)
      let place = list.firstIndex { $0.key == key }
      switch random.index(below: 4) {
      case 0:
        #expect(ring.use(key) == (place == nil ? nil : key))
        if let place { list[place].wasUsed = true }
      case 1:
        #expect(ring.remove(key) == (place == nil ? nil : key))
        if let place { list.remove(at: place) }
      case 2 where !list.isEmpty:
        while list[0].wasUsed {
          list.append((list[0].key, false))
          list.removeFirst()
        }
        #expect(ring.evict() == list.removeFirst().key)
      default:
        guard place == nil else { continue }
        ring.insert(key, for: key)
        list.append((key, false))
      }
      #expect(ring.count == list.count && Set(ring.values) == Set(list.map(\.key)))
    }
  }
}
