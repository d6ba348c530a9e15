import Testing

@testable import NativeWire

@Suite struct SkippedIDsTests {
  @Test func risingIDsAreNewOnce() {
    var ids = SkippedIDs(limit: 4)
    for id in [1, 3, 5] as [UInt32] {
      #expect(ids.isNew(id))
      #expect(ids.use(id) == true)
      #expect(!ids.isNew(id))
      #expect(ids.use(id) == false)
    }
    #expect(ids.highest == 5)
    #expect(ids.count == 0)
  }

  @Test func idsLeftOutMayComeLater() {
    var ids = SkippedIDs(limit: 4)
    #expect(ids.use(7) == true)
    #expect(ids.count == 3)
    for id in [3, 1, 5] as [UInt32] { #expect(ids.use(id) == true) }
    for id in [1, 3, 5, 7] as [UInt32] { #expect(ids.use(id) == false) }
    #expect(ids.count == 0)
  }

  @Test(arguments: [9, 11, 13] as [UInt32])
  func theOldestLeftOutAreForgotten(highest: UInt32) {
    var ids = SkippedIDs(limit: 4)
    #expect(ids.use(highest) == true)
    #expect(ids.isNew(1) == (highest == 9))
    #expect(ids.isNew(3) == (highest <= 11))
    #expect(ids.isNew(highest - 2))
    #expect(ids.count == 4)
  }

  @Test func aSecondGapPushesOutTheFirst() {
    var ids = SkippedIDs(limit: 4)
    #expect(ids.use(5) == true)
    #expect(ids.use(13) == true)
    #expect(ids.count == 4)
    #expect(ids.use(1) == false)
    for id in [3, 7, 9, 11] as [UInt32] { #expect(ids.use(id) == true) }
  }

  @Test func theHighestIDIsTheLast() {
    var ids = SkippedIDs(limit: 1_024)
    #expect(ids.use(.max) == true)
    #expect(ids.use(.max) == false)
    #expect(ids.count == 1_024)
    #expect(ids.use(.max - 2) == true)
    #expect(ids.use(.max - 2_048) == true)
    #expect(ids.use(.max - 2_050) == false)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func noIDIsTakenTwice(seed: UInt64) {
    var random = Random(seed)
    var ids = SkippedIDs(limit: 16)
    var used: Set<UInt32> = []
    for _ in 0..<2_000 {
      let id = UInt32.random(in: 0..<2_000, using: &random) | 1
      let isTaken = ids.use(id)
      #expect(!(isTaken && used.contains(id)), "seed \(seed) id \(id)")
      used.insert(id)
      #expect(ids.count <= 16)
    }
  }
}

@Suite struct RecentIDsTests {
  @Test func theOldestIsForgottenAtTheLimit() {
    var ids = RecentIDs(limit: 3)
    for id in [1, 3, 5] as [UInt32] { #expect(ids.insert(id) == true) }
    #expect(ids.insert(1) == false)
    #expect(ids.contains(1))
    #expect(ids.insert(7) == true)
    #expect(!ids.contains(1))
    #expect(ids.contains(3) && ids.contains(5) && ids.contains(7))
  }

  @Test func aRemovedIDCanComeAgain() {
    var ids = RecentIDs(limit: 3)
    ids.insert(1)
    ids.insert(3)
    ids.remove(1)
    ids.remove(9)
    #expect(!ids.contains(1))
    #expect(ids.contains(3))
    #expect(ids.insert(1) == true)
  }

  @Test func aLimitOfNoneRemembersNothing() {
    var ids = RecentIDs(limit: 0)
    #expect(ids.insert(1) == true)
    #expect(!ids.contains(1))
  }
}
