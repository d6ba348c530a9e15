import Base
import FeedStore
import Testing

@Suite struct WriteGroupTests {
  typealias Group = WriteGroup<Int>

  /// A moment in microseconds.
  private func at(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1_000) }

  /// What a decision comes down to, as text.
  private func told(_ decision: Group.Decision) -> String {
    switch decision {
    case .sleep: "sleep"
    case .sleepUntil(let moment): "until \(moment.nanoseconds / 1_000)"
    case .commit(let mutations): "commit \(mutations)"
    case .stop: "stop"
    }
  }

  @Test func aLoneMutationIsCommittedAtOnce() throws {
    var group = Group()
    #expect(told(group.next(at: at(0))) == "sleep")
    #expect(try group.enqueue(1, at: at(0)))
    #expect(told(group.next(at: at(0))) == "commit [1]")
    group.committed(at: at(1_000))
    #expect(told(group.next(at: at(1_000))) == "sleep")
    #expect(try group.enqueue(2, at: at(1_005)))
    #expect(told(group.next(at: at(1_010))) == "commit [2]")
  }

  @Test func whatComesMeanwhileIsTheNextGroupInOrder() throws {
    var group = Group()
    _ = try group.enqueue(1, at: at(0))
    #expect(told(group.next(at: at(0))) == "commit [1]")
    for mutation in 2...4 {
      let wakes = try group.enqueue(mutation, at: at(500))
      #expect(!wakes, "the writer is at work and asks again")
    }
    group.committed(at: at(1_000))
    // The caller of 1 may come back.
    #expect(told(group.next(at: at(1_000))) == "until 3000")
    #expect(try group.enqueue(5, at: at(1_010)), "as many as are wanted")
    #expect(told(group.next(at: at(1_010))) == "commit [2, 3, 4, 5]")
  }

  @Test func whoComesAloneAfterAWaitInVainDoesNotWait() throws {
    var group = Group()
    _ = try group.enqueue(1, at: at(0))
    _ = group.next(at: at(0))
    _ = try group.enqueue(2, at: at(500))
    group.committed(at: at(1_000))
    #expect(told(group.next(at: at(2_999))) == "until 3000")
    #expect(told(group.next(at: at(3_000))) == "commit [2]")
    group.committed(at: at(3_050))
    #expect(try group.enqueue(3, at: at(3_051)))
    #expect(told(group.next(at: at(3_051))) == "commit [3]")
  }

  @Test func aGroupHasALimitAndTheRestComesNext() throws {
    var group = Group(groupLimit: 3)
    for mutation in 1...7 { _ = try group.enqueue(mutation, at: at(0)) }
    #expect(told(group.next(at: at(0))) == "commit [1, 2, 3]")
    group.committed(at: at(10))
    #expect(told(group.next(at: at(10))) == "commit [4, 5, 6]")
    group.committed(at: at(20))
    #expect(group.queuedCount == 1)
    #expect(told(group.next(at: at(30))) == "commit [7]")
  }

  @Test func aFullQueueRefusesAndChangesNothing() throws {
    var group = Group(queueLimit: 2)
    _ = try group.enqueue(1, at: at(0))
    _ = try group.enqueue(2, at: at(0))
    #expect(throws: Group.Refusal.busy) { try group.enqueue(3, at: at(0)) }
    #expect(told(group.next(at: at(0))) == "commit [1, 2]")
    _ = try group.enqueue(4, at: at(0))
    group.committed(at: at(10))
    #expect(told(group.next(at: at(1_000))) == "commit [4]")
  }

  @Test func aClosedGroupFinishesWhatIsQueuedAndStops() throws {
    var group = Group()
    _ = try group.enqueue(1, at: at(0))
    _ = group.next(at: at(0))
    _ = try group.enqueue(2, at: at(0))
    group.close()
    #expect(throws: Group.Refusal.closed) { try group.enqueue(3, at: at(0)) }
    group.committed(at: at(1_000))
    #expect(told(group.next(at: at(1_000))) == "commit [2]", "nobody comes any more")
    group.committed(at: at(2_000))
    #expect(told(group.next(at: at(2_000))) == "stop")
  }

  @Test func aSleepingWriterIsWokenByTheFirstByMostAndByTheLastWanted() throws {
    var group = Group()
    for mutation in 1...4 { _ = try group.enqueue(mutation, at: at(0)) }
    _ = group.next(at: at(0))
    group.committed(at: at(1_000))
    #expect(told(group.next(at: at(1_000))) == "sleep")
    let wakes = try (1...5).map { try group.enqueue($0, at: at(1_000)) }
    #expect(wakes == [true, false, true, true, false])
  }
}
