import Base
import Testing

@testable import NativeWire

@Suite struct CreditTests {
  @Test func oneMessageMayGoBelowZero() {
    var credit = Credit(100)
    #expect(credit.allowsMessage)
    credit.spend(99)
    #expect(credit.allowsMessage)
    credit.spend(1_000)
    #expect(!credit.allowsMessage)
    #expect(credit.add(999) == true)
    #expect(credit.value == 0)
    #expect(!credit.allowsMessage)
    #expect(credit.add(1) == true)
    #expect(credit.allowsMessage)
  }

  @Test(arguments: [(0, 64), (1, 64), (64, 64), (65, 65)])
  func aShortMessageCostsTheLeast(byteCount: Int, cost: Int) {
    #expect(Credit.cost(ofByteCount: byteCount) == cost)
  }

  @Test func theValueEndsAtTheHighest() {
    var credit = Credit(Credit.highest - 1)
    #expect(credit.add(2) == false)
    #expect(credit.add(0) == false)
    #expect(credit.add(-1) == false)
    #expect(credit.add(Credit.highest + 1) == false)
    #expect(credit.value == Credit.highest - 1)
    #expect(credit.add(1) == true)
    #expect(Credit(.max).value == Credit.highest)
  }
}

@Suite struct ReceiveWindowTests {
  @Test func creditGoesBackInHalves() {
    var window = ReceiveWindow(size: 1_000)
    #expect(window.charge(600) == true)
    #expect(window.take(499) == 0)
    #expect(window.take(1) == 500)
    #expect(window.available == 900)
    #expect(window.outstanding == 100)
  }

  @Test func aSenderWithoutCreditIsFoundOut() {
    var window = ReceiveWindow(size: 100)
    #expect(window.charge(99) == true)
    #expect(window.charge(500) == true)
    let before = window
    #expect(window.charge(1) == false)
    #expect(window == before)
  }

  @Test func noMoreIsTakenThanIsOutstanding() {
    var window = ReceiveWindow(size: 100)
    #expect(window.charge(64) == true)
    #expect(window.take(1_000) == 64)
    #expect(window.take(1_000) == 0)
    #expect(window.available == 100)
  }

  /// Whatever the sizes, a sender that waits is let on once everything is taken.
  @Test(arguments: [1, 64, 100, 1_000, 65_536], [1, 2, 3] as [UInt64])
  func senderAndReceiverNeverBothWait(size: Int, seed: UInt64) {
    var random = Random(seed)
    var credit = Credit(size)
    var window = ReceiveWindow(size: size)
    var waiting: [Int] = []
    for _ in 0..<1_000 {
      let cost = Credit.cost(ofByteCount: Int.random(in: 0...5_000, using: &random))
      if credit.allowsMessage {
        credit.spend(cost)
        #expect(window.charge(cost) == true, "what the sender may send, the receiver takes")
        waiting.append(cost)
      } else {
        #expect(!waiting.isEmpty, "seed \(seed): nobody can go on")
      }
      if !waiting.isEmpty, !credit.allowsMessage || Bool.random(using: &random) {
        let due = window.take(waiting.removeFirst())
        if due > 0 { #expect(credit.add(due) == true) }
      }
      #expect(credit.value <= window.available)
    }
  }
}

@Suite struct SendQueueTests {
  @Test func everyRuleHasItsEdge() {
    var early = SendQueue(.early(messageCount: 2, byteCount: 10))
    #expect(early.allows(10))
    #expect(!early.allows(11))
    early.spend(byteCount: 3)
    #expect(early.allows(7) && !early.allows(8))
    early.spend(byteCount: 0)
    #expect(!early.allows(0))
    var credit = SendQueue(.credit(Credit(1)))
    #expect(credit.allows(5_000))
    credit.spend(byteCount: 5_000)
    #expect(!credit.allows(0))
    #expect(credit.addCredit(5_000) == true)
    #expect(credit.allows(0))
    #expect(credit.addCredit(0) == false)
    var free = SendQueue(.free)
    free.spend(byteCount: .max)
    #expect(free.allows(.max))
    #expect(free.addCredit(0) == true, "a stream without credits ignores them")
  }

  @Test func messagesKeepTheirOrder() {
    var queue = SendQueue(.free)
    #expect(queue.popFirst() == nil)
    for value in 1...3 as ClosedRange<UInt8> {
      queue.append(SendQueue.Message(head: [value], tail: [0]))
    }
    #expect(queue.firstByteCount == 2)
    #expect(queue.popFirst()?.head == [1])
    queue.append(SendQueue.Message(head: [4], tail: []))
    #expect([2, 3, 4].map { _ in queue.popFirst()?.head.first } == [2, 3, 4])
    #expect(queue.isEmpty && queue.firstByteCount == nil)
  }
}
