import Base
import Testing

@testable import Rendering

@Suite struct DiskIndexTests {
  private let start = Instant(nanoseconds: 1_000)
  private let block = DiskIndex.blockByteCount

  private func name(_ number: Int, checksum: UInt64 = 1) -> DiskFileName {
    let address = sampleAddress(UInt64(number % 5) << 56, number)
    return DiskFileName(address, checksum: Digest(high: 0, low: checksum))
  }

  private func entry(_ number: Int, blocks: Int = 1) -> DiskIndex.Entry {
    DiskIndex.Entry(name: name(number), byteCount: blocks * block)
  }

  private func complete(blocks: Int) -> DiskIndex {
    var index = DiskIndex(capacityByteCount: blocks * block)
    _ = index.adopt([], at: start)
    return index
  }

  /// What happens to a picture that was rendered.
  private func add(
    _ index: inout DiskIndex,
    _ number: Int,
    blocks: Int = 1,
    at now: Instant? = nil
  ) -> DiskIndex.Room {
    let room = index.makeRoom(for: blocks * block, at: now ?? start)
    if room.isEnough { index.insert(entry(number, blocks: blocks)) }
    return room
  }

  private func found(_ number: Int, at time: Int64, wasUsed: Bool = false) -> FoundFile {
    FoundFile(name: name(number), byteCount: block, lastUsedAt: time, wasUsed: wasUsed)
  }

  @Test func theBudgetIsReachedAndNeverExceeded() {
    var index = complete(blocks: 10)
    for number in 0..<10 { #expect(add(&index, number) == DiskIndex.Room()) }
    #expect(index.byteCount == 10 * block && index.count == 10)
    #expect(add(&index, 10).removed.map(\.name) == [name(0)])
    #expect(index.byteCount == 10 * block && index.count == 10)
  }

  @Test func soManyFilesAreKeptAndNoMore() {
    var index = DiskIndex(capacityByteCount: 100 * block, fileLimit: 3)
    // One more than may be, from a process that had another limit.
    let found = (0..<4).map { self.found($0, at: Int64($0)) }
    #expect(index.adopt(found, at: start).map(\.name) == [name(0)])
    #expect(index.count == 3)
    #expect(add(&index, 4).removed.map(\.name) == [name(1)])
    #expect(index.count == 3)
    index.remove(name(2))
    #expect(add(&index, 5) == DiskIndex.Room() && index.count == 3)
  }

  @Test func aTenthOfTheBudgetIsKeptAndAByteMoreIsNot() {
    var index = complete(blocks: 10)
    #expect(index.makeRoom(for: block, at: start).isEnough)
    #expect(index.makeRoom(for: block + 1, at: start) == DiskIndex.Room(isEnough: false))
    #expect(index.longestByteCount == block)
  }

  @Test(arguments: [(0, 1), (1, 1), (4096, 1), (4097, 2), (8192, 2)])
  func aFileCountsInBlocks(byteCount: Int, blocks: Int) {
    #expect(DiskIndex.size(byteCount) == blocks * block)
  }

  @Test func whatWasUsedGoesLast() {
    var index = complete(blocks: 10)
    for number in 0..<10 { _ = add(&index, number) }
    #expect(index.use(name(0).address)?.name == name(0))
    #expect(add(&index, 10).removed.map(\.name) == [name(1)])
  }

  @Test func whatClientsMayOpenStaysUntilItsTime() {
    var index = complete(blocks: 10)
    for number in 0..<10 {
      _ = add(&index, number)
      #expect(index.lease(name(number).address, until: start + .seconds(60)) != nil)
    }
    let early = start + (.seconds(60) - .nanoseconds(1))
    #expect(add(&index, 10, at: early) == DiskIndex.Room(isEnough: false))
    #expect(index.count == 10)
    #expect(add(&index, 10, at: start + .seconds(60)).removed.count == 1)
    #expect(index.lease(name(99).address, until: start) == nil)
  }

  @Test func aSecondLeaseDoesNotShortenTheFirst() {
    var index = complete(blocks: 10)
    for number in 0..<10 { _ = add(&index, number) }
    for number in 0..<10 {
      for seconds in [60, 30] {
        _ = index.lease(name(number).address, until: start + .seconds(seconds))
      }
    }
    #expect(!add(&index, 10, at: start + .seconds(59)).isEnough)
  }

  @Test func beforeAllIsKnownAnythingMayBeThere() {
    var index = DiskIndex(capacityByteCount: 10 * block)
    #expect(index.mayHold(name(1).address) && !index.holds(name(1).address))
    #expect(index.adopt([found(1, at: 5)], at: start).isEmpty)
    #expect(index.mayHold(name(1).address) && !index.mayHold(name(2).address))
  }

  @Test func whatIsFoundIsKeptByItsLastUse() {
    var index = DiskIndex(capacityByteCount: 2 * block)
    let files = [found(1, at: 30), found(2, at: 10), found(3, at: 20), found(4, at: 40)]
    let removed = index.adopt(files, at: start)
    #expect(removed.map(\.name) == [name(2), name(3)])
    #expect(index.byteCount == 2 * block)
  }

  @Test func whatWasReadIsSparedOnceWhenItIsFound() {
    var index = DiskIndex(capacityByteCount: 2 * block)
    let files = [found(1, at: 10, wasUsed: true), found(2, at: 20), found(3, at: 30)]
    #expect(index.adopt(files, at: start).map(\.name) == [name(2)])
  }

  @Test func ofTwoFilesForOneAddressTheNewerStays() {
    var index = DiskIndex(capacityByteCount: 10 * block)
    let old = FoundFile(
      name: name(1, checksum: 8),
      byteCount: block,
      lastUsedAt: 1,
      wasUsed: false
    )
    #expect(index.adopt([found(1, at: 2), old], at: start).map(\.name) == [old.name])
    #expect(index.use(name(1).address)?.name == name(1) && index.byteCount == block)
  }

  @Test func anotherFileOfTheSameAddressIsLeftAlone() {
    var index = complete(blocks: 10)
    _ = add(&index, 1)
    let stamp = FileStamp(inode: 1, changedAt: 2, byteCount: 3)
    index.remove(name(1, checksum: 8))
    index.stamp(name(1, checksum: 8), stamp)
    #expect(index.use(name(1).address) == entry(1))
    index.stamp(name(1), stamp)
    #expect(index.use(name(1).address)?.stamp == stamp)
    index.remove(name(1))
    #expect(!index.holds(name(1).address) && index.byteCount == 0)
  }

  @Test func aPictureIsHiddenFromItsCondemnationOnAndGoneWithItsPurge() {
    var index = complete(blocks: 100)
    for number in 0..<10 { _ = add(&index, number) }
    let picture = name(3).address.picture
    _ = index.lease(name(3).address, until: start + .seconds(60))
    index.condemn(picture)
    index.condemn(picture)
    #expect(!index.mayHold(name(3).address) && index.use(name(8).address) == nil)
    #expect(index.lease(name(3).address, until: start) == nil)
    #expect(index.mayHold(name(4).address))
    #expect(Set(index.files(of: picture)) == [name(3), name(8)])
    #expect(index.count == 10 && index.isCondemned(name(3).address))
    index.forget(picture)
    #expect(index.count == 8 && index.byteCount == 8 * block)
    // It may have been uploaded again, between.
    _ = add(&index, 3)
    #expect(!index.mayHold(name(3).address))
    #expect(index.files(of: picture) == [name(3)])
    index.forget(picture)
    #expect(!index.isCondemned(name(3).address))
    _ = add(&index, 3)
    #expect(index.mayHold(name(3).address))
  }

  /// Compares the index with the plainest thing that could be meant by it.
  @Test(arguments: 0..<50) func theBooksAgreeWithTheFiles(seed: Int) {
    var random = SeededRandom(seed: "\(seed)")
    var index = complete(blocks: 60)
    var files: [DiskFileName: Int] = [:]
    var leases: [DiskFileName: Instant] = [:]
    var now = start
    for _ in 0..<500 {
      now = now + .seconds(random.index(below: 3))
      let number = random.index(below: 40)
      switch random.index(below: 8) {
      case 0: _ = index.use(name(number).address)
      case 1:
        index.remove(name(number))
        files[name(number)] = nil
      case 2:
        let until = now + .seconds(20)
        let entry = index.lease(name(number).address, until: until)
        #expect((entry != nil) == (files[name(number)] != nil))
        if entry != nil { leases[name(number)] = until }
      case 3 where number < 3:
        let picture = name(number).address.picture
        index.condemn(picture)
        for name in index.files(of: picture) { #expect(files.removeValue(forKey: name) != nil) }
        index.forget(picture)
        #expect(!files.keys.contains { $0.address.picture == picture })
      default:
        guard files[name(number)] == nil else { continue }
        let blocks = 1 + random.index(below: 7)
        let room = add(&index, number, blocks: blocks, at: now)
        for entry in room.removed {
          #expect(files.removeValue(forKey: entry.name) != nil)
          #expect(leases[entry.name].map { $0 <= now } ?? true)
        }
        if room.isEnough { files[name(number)] = blocks }
        if room.isEnough { leases[name(number)] = nil }
      }
      #expect(index.byteCount == files.values.reduce(0, +) * block)
      #expect(index.byteCount <= 60 * block && index.count == files.count)
    }
  }
}
