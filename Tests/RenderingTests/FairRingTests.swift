import Testing

@testable import Rendering

@Suite struct FairRingTests {
  /// Serves `count` turns that cost what `cost` says, and tells who got how much.
  private func serve(
    _ ring: inout FairRing<String>,
    _ count: Int,
    _ cost: (String) -> Int64
  ) -> [String: Int64] {
    var given: [String: Int64] = [:]
    for _ in 0..<count {
      guard let member = ring.next() else { break }
      ring.charge(cost(member), to: member)
      given[member, default: 0] += cost(member)
    }
    return given
  }

  @Test func nobodysTurnInAnEmptyRing() {
    var ring = FairRing<String>(share: 10)
    #expect(ring.next() == nil && ring.isEmpty)
    ring.insert("a")
    ring.remove("a")
    ring.remove("a")
    ring.charge(5, to: "a")
    #expect(ring.next() == nil && ring.isEmpty)
  }

  @Test func membersTakeTurns() {
    var ring = FairRing<String>(share: 10)
    for member in ["a", "b", "c", "b"] { ring.insert(member) }
    var order = ""
    for _ in 0..<9 {
      let member = ring.next() ?? "-"
      ring.charge(10, to: member)
      order += member
    }
    #expect(order == "abcabcabc" && ring.count == 3)
  }

  @Test func aMemberStaysInFrontUntilItsShareIsUsedUp() {
    var ring = FairRing<String>(share: 10)
    for member in ["a", "b"] { ring.insert(member) }
    var order = ""
    for _ in 0..<8 {
      let member = ring.next() ?? "-"
      ring.charge(4, to: member)
      order += member
    }
    #expect(order == "aaabbbaa")
  }

  @Test(arguments: [1, 3, 7, 25, 100] as [Int64])
  func timeIsSharedEvenlyHoweverLongTheTurnsAre(slow: Int64) {
    var ring = FairRing<String>(share: 10)
    for member in ["slow", "quick", "third"] { ring.insert(member) }
    let given = serve(&ring, 3000) { $0 == "slow" ? slow : 1 }
    let least = given.values.min() ?? 0
    let most = given.values.max() ?? 0
    #expect(most - least <= 2 * max(slow, 10))
  }

  @Test func removingTheOneInFrontPassesTheTurnOn() {
    var ring = FairRing<String>(share: 10)
    for member in ["a", "b", "c"] { ring.insert(member) }
    #expect(ring.next() == "a")
    ring.remove("a")
    #expect(ring.next() == "b")
    ring.remove("c")
    ring.charge(10, to: "b")
    #expect(ring.next() == "b")
  }

  @Test func debtsBeyondSixteenSharesAreForgotten() {
    var ring = FairRing<String>(share: 10)
    for member in ["a", "b"] { ring.insert(member) }
    ring.charge(.max, to: "a")
    ring.charge(.max, to: "a")
    let given = serve(&ring, 18 * 10) { _ in 1 }
    #expect(given["b"] == 170 && given["a"] == 10)
    ring.charge(.min, to: "b")
    #expect(serve(&ring, 400) { _ in 1 }["a"] != nil)
  }
}
