import Base
import EventLoop
import Testing

@Suite struct TimerHeapTests {
  private func moment(_ nanoseconds: Int) -> Instant { Instant(nanoseconds: Int64(nanoseconds)) }

  @Test func entriesComeOutInTheOrderOfTheirTimes() {
    var heap = TimerHeap<Int>()
    for deadline in [5, 1, 4, 2, 3] { _ = heap.add(deadline, at: moment(deadline)) }
    var out: [Int] = []
    while let payload = heap.popDue(at: moment(10)) { out.append(payload) }
    #expect(out == [1, 2, 3, 4, 5])
    #expect(heap.next == nil)
  }

  @Test func entriesOfOneMomentKeepTheirOrder() {
    var heap = TimerHeap<Int>()
    for payload in 0..<50 { _ = heap.add(payload, at: moment(7)) }
    var out: [Int] = []
    while let payload = heap.popDue(at: moment(7)) { out.append(payload) }
    #expect(out == Array(0..<50))
  }

  @Test func anEntryIsDueAtItsMomentAndNotBefore() {
    var heap = TimerHeap<Int>()
    _ = heap.add(1, at: moment(100))
    #expect(heap.popDue(at: moment(99)) == nil)
    #expect(heap.popDue(at: moment(100)) == 1)
  }

  @Test func anEntryComesOutOnce() {
    var heap = TimerHeap<Int>()
    let first = heap.add(1, at: moment(1))
    #expect(heap.remove(first) == 1)
    #expect(heap.remove(first) == nil)
    let second = heap.add(2, at: moment(2))
    #expect(heap.remove(first) == nil, "a slot that is used again has a new name")
    #expect(heap.popDue(at: moment(2)) == 2)
    #expect(heap.remove(second) == nil)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aHeapBehavesAsASortedList(seed: UInt64) {
    var random = SplitMix(state: seed)
    var heap = TimerHeap<Int>()
    var list: [(deadline: Int, payload: Int, id: TimerHeap<Int>.ID)] = []
    for step in 0..<2_000 {
      switch random.next() % 3 {
      case 0, 1:
        let deadline = Int(random.next() % 100)
        list.append((deadline, step, heap.add(step, at: moment(deadline))))
        // Stable: what was added later stands behind its equals.
        list.sort { ($0.deadline, $0.payload) < ($1.deadline, $1.payload) }
      default:
        guard !list.isEmpty else { continue }
        if random.next() % 2 == 0 {
          let victim = list.remove(at: Int(random.next() % UInt64(list.count)))
          #expect(heap.remove(victim.id) == victim.payload)
        } else {
          #expect(heap.popDue(at: moment(100)) == list.removeFirst().payload)
        }
      }
      #expect(heap.count == list.count)
      #expect(heap.next == list.first.map { moment($0.deadline) })
    }
  }
}

/// A generator whose numbers follow from its seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
