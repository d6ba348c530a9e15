import Base
import CBase
import Glibc
import Testing

@testable import ProtobufRuntime

@Suite struct ArenaTests {
  @Test(arguments: [0, 1, 8, 100, 16 << 10, 1 << 20])
  func memoryIsAlignedAndDoesNotOverlap(byteCount: Int) throws {
    let lease = ArenaLease()
    var last: UnsafeMutableRawPointer?
    for round in 0..<20 {
      let memory = try #require(lease.arena.allocate(byteCount: byteCount))
      #expect(Int(bitPattern: memory) % 8 == 0)
      if byteCount > 0 { #expect(memory != last) }
      memory.initializeMemory(as: UInt8.self, repeating: UInt8(round), count: byteCount)
      last = memory
    }
  }

  @Test func theLimitIsExact() {
    let lease = ArenaLease()
    lease.arena.limit(to: 64)
    #expect(lease.arena.allocate(byteCount: 57) != nil)
    #expect(lease.arena.byteCount == 64)
    #expect(!lease.arena.isExhausted)
    #expect(lease.arena.allocate(byteCount: 1) == nil)
    #expect(lease.arena.isExhausted)
  }

  @Test(arguments: [Int.max, Int.max - 7, Int.max - 8])
  func absurdSizesAreRefused(byteCount: Int) {
    let lease = ArenaLease()
    lease.arena.limit(to: 1 << 20)
    #expect(lease.arena.allocate(byteCount: byteCount) == nil)
  }

  @Test func anArenaStartsAgainWhenTheLeaseEnds() {
    do {
      let lease = ArenaLease()
      lease.arena.limit(to: 8)
      _ = lease.arena.allocate(byteCount: 100)
    }
    let lease = ArenaLease()
    #expect(lease.arena.byteCount == 0)
    #expect(!lease.arena.isExhausted)
    #expect(lease.arena.allocate(byteCount: 100) != nil)
  }

  @Test func aThreadKeepsItsArenaForTheNextLease() {
    func first() -> UnsafeMutableRawPointer? {
      let lease = ArenaLease()
      return lease.arena.allocate(byteCount: 8)
    }
    let earlier = first()
    #expect(first() == earlier)
    let outer = ArenaLease()
    #expect(first() != outer.arena.allocate(byteCount: 8))
  }

  @Test func whatAThreadKeepsEndsWithIt() {
    var thread = pthread_t()
    let error = pthread_create(
      &thread,
      nil,
      { value in
        #expect(base_keep(value, DestroyedByThread.note) == 0)
        #expect(base_keeps() == 1 && base_take_kept() == value && base_keeps() == 0)
        #expect(base_keep(value, DestroyedByThread.note) == 0)
        return nil
      },
      UnsafeMutableRawPointer(bitPattern: 16)
    )
    #expect(error == 0)
    pthread_join(thread, nil)
    #expect(DestroyedByThread.values.withLock { $0 } == [16])
  }

  @Test func twoLeasesOfAThreadHaveArenasOfTheirOwn() {
    let outer = ArenaLease()
    let inner = ArenaLease()
    #expect(outer.arena.allocate(byteCount: 8) != inner.arena.allocate(byteCount: 8))
    #expect(outer.arena.byteCount == 8)
    #expect(inner.arena.byteCount == 8)
  }
}

/// What threads that have ended kept.
private enum DestroyedByThread {
  static let values = Lock<[Int]>([])
  static let note: @convention(c) (UnsafeMutableRawPointer?) -> Void = { value in
    DestroyedByThread.values.withLock { $0.append(Int(bitPattern: value)) }
  }
}
