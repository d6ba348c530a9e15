import Base
import EventLoop
import RPC
import Testing

@testable import Transport

/// Calls that wait until the output of their connection has room.
@Suite(.timeLimit(.minutes(10))) struct SendOrderTests {
  /// What `body` makes of a connection, on its loop.
  private func onLoop<Result: Sendable>(
    _ body: @escaping @Sendable (ServerConnection) -> Result
  ) async throws -> Result? {
    let example = Lock<InboundCall?>(nil)
    let method = unary { (message, call) async throws(RPCError) in
      example.withLock { $0 = call as? InboundCall }
      return message
    }
    let result = Lock<Result?>(nil)
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 a")
      #expect(await client.hear() == "reply 1 a")
      guard let connection = example.withLock({ $0?.connection }) else { return }
      let made = await server.loops.loops[0].perform { body(connection) }
      result.withLock { $0 = made }
    }
    return result.withLock { $0 }
  }

  private static func calls(_ count: Int, on connection: ServerConnection) -> [InboundCall] {
    (1...count).map { number in
      let call = InboundCall(on: connection)
      call.begin(CallID(UInt32(number)))
      return call
    }
  }

  private static func popAll(_ order: inout SendOrder) -> [UInt32] {
    var ids: [UInt32] = []
    while let call = order.popFirst() { ids.append(call.id.rawValue) }
    return ids
  }

  @Test func aCallKeepsItsTurnUntilItHasSentItsShare() async throws {
    let heard = try await onLoop { connection in
      var order = SendOrder()
      let calls = Self.calls(3, on: connection)
      for call in calls { order.append(call) }
      // It stays where it is.
      order.append(calls[0])
      var heard: [[UInt32]] = []
      for byteCount in [Limits.bytesPerSender - 1, 1] {
        guard let call = order.popFirst() else { break }
        heard.append([call.id.rawValue])
        call.sent(byteCount: byteCount)
        order.append(call)
      }
      heard.append(Self.popAll(&order))
      return order.isEmpty ? heard : []
    }
    #expect(heard == [[1], [1], [2, 3, 1]])
  }

  @Test func emptyMessagesUseATurnUpToo() async throws {
    let heard = try await onLoop { connection in
      var order = SendOrder()
      for call in Self.calls(2, on: connection) { order.append(call) }
      var messageCount = 0
      while let call = order.popFirst(), call.id.rawValue == 1, messageCount < 10_000 {
        call.sent(byteCount: 0)
        messageCount += 1
        order.append(call)
      }
      return messageCount
    }
    #expect(heard == Limits.bytesPerSender / Limits.smallestSend)
  }

  @Test func whoeverIsWokenForNothingKeepsItsPlace() async throws {
    let heard = try await onLoop { connection in
      var order = SendOrder()
      for call in Self.calls(4, on: connection) { order.append(call) }
      let woken = [order.popFirst(), order.popFirst()].compactMap(\.self)
      for call in woken { order.append(call) }
      return Self.popAll(&order)
    }
    #expect(heard == [1, 2, 3, 4])
  }

  @Test func whoeverLeavesIsPassedOver() async throws {
    let heard = try await onLoop { connection in
      var order = SendOrder()
      let calls = Self.calls(4, on: connection)
      for call in calls { order.append(call) }
      guard let begun = order.popFirst() else { return [UInt32]() }
      order.append(begun)
      order.remove(begun)
      order.remove(calls[2])
      order.remove(calls[2])
      return Self.popAll(&order)
    }
    #expect(heard == [2, 4])
  }

  @Test func anAnswerGoesBetweenTwoStreams() async throws {
    let heard = try await onLoop { connection in
      var order = SendOrder()
      for (index, call) in Self.calls(6, on: connection).enumerated() {
        call.holdsAnswer = index > 1
        order.append(call)
      }
      return Self.popAll(&order)
    }
    #expect(heard == [3, 1, 4, 2, 5, 6])
  }

  private static let messageByteCount = 16_384
  private static let messageCount = 2 * Limits.bytesPerSender / messageByteCount

  /// Sends more than fits into a turn; the first message only once `gate` is open.
  private static func sender(_ gate: Gate) -> ServerMethod {
    let text = Bytes([UInt8](repeating: UInt8(ascii: "x"), count: messageByteCount))
    return streaming { (call) async throws(RPCError) in
      await gate.wait()
      for _ in 0..<messageCount { try await call.send(text) }
    }
  }

  /// The calls whose lines come, one for each row of lines of the same call.
  private static func rows(_ client: LineClient, untilDone count: Int) async -> [Substring] {
    var rows: [Substring] = []
    var doneCount = 0
    while doneCount < count, let line = await client.hear() {
      let words = line.split(separator: " ", maxSplits: 2)
      if words[0] == "done" { doneCount += 1 }
      if rows.last != words[1] { rows.append(words[1]) }
    }
    return rows
  }

  @Test func callsThatWaitForRoomSendOneAfterTheOther() async throws {
    let gate = Gate()
    try await withServer([Self.sender(gate)]) { server in
      let client = try server.client()
      let ids = (0..<10).map { 2 * $0 + 1 }
      client.say(ids.map { "start \($0) 0" }.joined(separator: "\n"))
      await server.until { $0.openCalls == ids.count }
      gate.open()
      let rows = await Self.rows(client, untilDone: ids.count)
      // Two turns each, of which the first call has some ahead while there is room for all.
      #expect(rows.count <= 2 * ids.count + 1, "\(rows)")
      #expect(rows.prefix(ids.count) == ids.map { "\($0)" }[...])
    }
  }

  @Test func aCallThatIsGivenUpMakesWayForTheNext() async throws {
    let gate = Gate()
    try await withServer([Self.sender(gate)]) { server in
      let client = try server.client()
      client.say("start 1 0\nstart 3 0\nstart 5 0")
      await server.until { $0.openCalls == 3 }
      gate.open()
      client.say("cancel 1\ncancel 3")
      var messageCount = 0
      while let line = await client.hear(), !line.hasPrefix("done 5") {
        if line.hasPrefix("message 5") { messageCount += 1 }
      }
      #expect(messageCount == Self.messageCount)
    }
  }
}
