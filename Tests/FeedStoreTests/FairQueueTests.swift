import FeedModel
import FeedStore
import Testing

@Suite struct FairQueueTests {
  /// The queue behind a reference, since what is expected may not change values.
  private final class Subject {
    private var queue: FairQueue<Int>

    init(limit: Int = 1_000, reserve: Int = 2) { queue = FairQueue(limit: limit, reserve: reserve) }

    var count: Int { queue.count }

    func append(_ number: Int, of client: UInt64) -> Bool { queue.append(number, of: client) }

    func next() -> Int? { queue.next() }

    func all() -> [Int] {
      var all: [Int] = []
      while let number = queue.next() { all.append(number) }
      return all
    }
  }

  @Test func aClientsOwnComeInTheirOrder() {
    let queue = Subject()
    for number in 0..<500 { #expect(queue.append(number, of: 7)) }
    #expect(queue.count == 500)
    #expect(queue.all() == Array(0..<500))
    #expect(queue.count == 0 && queue.next() == nil)
  }

  @Test func whoComesLateIsServedNext() {
    let queue = Subject()
    for number in 0..<300 { #expect(queue.append(number, of: 1)) }
    #expect(queue.next() == 0)
    #expect(queue.append(-1, of: 2))
    #expect(queue.append(-2, of: 2))
    let next = (0..<6).map { _ in queue.next() }
    #expect(next == [1, -1, 2, -2, 3, 4])
  }

  @Test func turnsGoRound() {
    let queue = Subject()
    for client in 0..<3 {
      for number in 0..<3 { #expect(queue.append(client * 10 + number, of: UInt64(client))) }
    }
    #expect(queue.all() == [0, 10, 20, 1, 11, 21, 2, 12, 22])
  }

  @Test func aFullQueueStillTakesTheReserveOfEachClient() {
    let queue = Subject(limit: 5, reserve: 2)
    for number in 0..<5 { #expect(queue.append(number, of: 1)) }
    #expect(!queue.append(5, of: 1))
    #expect(queue.append(10, of: 2) && queue.append(11, of: 2))
    #expect(!queue.append(12, of: 2))
    #expect(queue.count == 7)
    // A place that becomes free is nobody's before the queue is below its limit.
    #expect(queue.next() == 0 && queue.next() == 10)
    #expect(!queue.append(5, of: 1) && queue.append(12, of: 2))
    #expect(queue.all() == [1, 11, 2, 12, 3, 4])
  }

  /// Random use, compared with lists that are walked.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func itDoesAsListsWould(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let queue = Subject(limit: 200, reserve: 3)
    var lists: [(client: UInt64, numbers: [Int])] = []
    for number in 0..<20_000 {
      if random.number(below: 100) < 52 {
        let client = UInt64(random.number(below: 9))
        let count = lists.reduce(0) { $0 + $1.numbers.count }
        let index = lists.firstIndex { $0.client == client }
        let fits = count < 200 || index.map { lists[$0].numbers.count < 3 } ?? true
        #expect(queue.append(number, of: client) == fits, "seed \(seed)")
        guard fits else { continue }
        if let index {
          lists[index].numbers.append(number)
        } else {
          lists.append((client, [number]))
        }
      } else {
        var expected: Int?
        if !lists.isEmpty {
          var first = lists.removeFirst()
          expected = first.numbers.removeFirst()
          if !first.numbers.isEmpty { lists.append(first) }
        }
        #expect(queue.next() == expected, "seed \(seed)")
      }
    }
  }
}
