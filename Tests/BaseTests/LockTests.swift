import Base
import Testing

@Suite struct LockTests {
  @Test func noIncrementIsLostBetweenThreads() async {
    let lock = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { lock.withLock { $0 += 1 } } }
      }
    }
    #expect(lock.withLock { $0 } == 8_000)
  }

  @Test func anErrorLeavesTheLockFree() {
    struct Refused: Error {}
    let lock = Lock(1)
    #expect(throws: Refused.self) {
      try lock.withLock { (_: inout Int) throws(Refused) in throw Refused() }
    }
    #expect(lock.withLock { $0 } == 1)
  }
}
