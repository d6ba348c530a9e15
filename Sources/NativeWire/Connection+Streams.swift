import Base
import RPC

/// What arrived on a stream and has not been taken.
struct Inbound: Sendable {
  var messageCount = 0
  var byteCount = 0
  /// Nil where credits do not rule what the peer sends.
  var window: ReceiveWindow?
}

/// Messages of streams, with the credit they cost.
extension Connection {
  /// Sends a message now, or queues it behind what its rule holds back.
  mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    through queue: inout SendQueue,
    stream: UInt32
  ) {
    guard queue.isEmpty, allows(head.count + tail.count, of: queue) else {
      queue.append(SendQueue.Message(head: Bytes(copying: head), tail: tail))
      return
    }
    spend(byteCount: head.count + tail.count, of: &queue)
    writeData(head, tail: tail, stream: stream)
  }

  /// Sends what the rule no longer holds back.
  mutating func flush(_ queue: inout SendQueue, stream: UInt32) {
    while let byteCount = queue.firstByteCount, allows(byteCount, of: queue),
      let message = queue.popFirst()
    {
      spend(byteCount: message.byteCount, of: &queue)
      message.head.withUnsafeBytes { writeData($0, tail: message.tail, stream: stream) }
    }
  }

  /// True where a short message that is sent now leaves at once and the output has room.
  mutating func isWritable(_ queue: SendQueue) -> Bool {
    hasRoomForOutput() && allowsMessage(of: queue)
  }

  /// True where no rule holds a short message back that is sent now.
  mutating func allowsMessage(of queue: SendQueue) -> Bool {
    queue.isEmpty && allows(1, of: queue)
  }

  private mutating func allows(_ byteCount: Int, of queue: SendQueue) -> Bool {
    queue.allows(byteCount) && (!queue.isRuledByCredit || credit.allowsMessage)
  }

  private mutating func spend(byteCount: Int, of queue: inout SendQueue) {
    if queue.isRuledByCredit { credit.spend(Credit.cost(ofByteCount: byteCount)) }
    queue.spend(byteCount: byteCount)
  }

  /// Counts a message that arrived; false where the peer had no credit for it.
  mutating func charge(byteCount: Int, to inbound: inout Inbound) -> Bool {
    if inbound.window != nil {
      let cost = Credit.cost(ofByteCount: byteCount)
      guard window.charge(cost), inbound.window?.charge(cost) == true else { return false }
    }
    inbound.messageCount += 1
    inbound.byteCount += byteCount
    heldByteCount += byteCount
    return true
  }

  /// Counts a message as taken and returns credit where it is due.
  mutating func take(byteCount: Int, from inbound: inout Inbound, stream: UInt32, isOpen: Bool) {
    let held = min(byteCount, inbound.byteCount)
    inbound.byteCount -= held
    heldByteCount -= held
    if inbound.messageCount > 0 { inbound.messageCount -= 1 }
    guard let outstanding = inbound.window?.outstanding else { return }
    let cost = min(Credit.cost(ofByteCount: byteCount), outstanding)
    let due = inbound.window?.take(cost) ?? 0
    if due > 0, isOpen { writeWindow(due, stream: stream) }
    returnCredit(cost)
  }

  /// Lets go of everything that a stream which is over held.
  mutating func release(_ inbound: Inbound) {
    heldByteCount -= inbound.byteCount
    if let window = inbound.window { returnCredit(window.outstanding) }
  }

  /// Counts a message of a stream that is over: its credit goes back at once.
  ///
  /// - Returns: false where the peer had no credit for it.
  mutating func drop(byteCount: Int) -> Bool {
    let cost = Credit.cost(ofByteCount: byteCount)
    guard window.charge(cost) else { return false }
    returnCredit(cost)
    return true
  }

  private mutating func returnCredit(_ cost: Int) {
    let due = window.take(cost)
    if due > 0 { writeWindow(due, stream: FrameHeader.connectionStream) }
  }
}
