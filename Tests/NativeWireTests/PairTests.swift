import Base
import RPC
import Testing

@testable import NativeWire

/// Two peers that talk to each other.
@Suite struct PairTests {
  /// Handlers: unary and client streams answer what they got, the others echo.
  private static func handle(_ server: inout NativeServerSession, _ event: SessionEvent) {
    switch event {
    case .opened(let call, let head):
      let text = head.message.map { String(decoding: $0, as: UTF8.self) } ?? ""
      if head.route == 0 { server.reply("u:\(text)", on: call, trailers: ["t": "1"]) }
      guard head.route == 2 else { return }
      server.sendHeaders(["h": "1"], on: call)
      server.send("v:\(text)", on: call)
      server.finish(on: call, trailers: ["t": "2"])
    case .message(let call, let bytes):
      server.messageTaken(bytes.count, on: call, at: .start)
      let isEcho = server.streams.slot(of: call.rawValue).map { server.streams[$0].kind }
      guard isEcho == .bidirectional else { return }
      server.send("b:\(String(decoding: bytes, as: UTF8.self))", on: call)
    case .endOfMessages(let call):
      let kind = server.streams.slot(of: call.rawValue).map { server.streams[$0].kind }
      if kind == .clientStreaming { server.reply("c", on: call) } else { server.finish(on: call) }
    default: break
    }
  }

  @Test(arguments: Pair.Kind.allCases)
  func allFourKindsWork(kind: Pair.Kind) {
    var pair = Pair(kind)
    _ = pair.client.open(Methods.unary, "x")
    let upload = pair.client.open(Methods.client) ?? 0
    _ = pair.client.open(Methods.server, "y")
    let talk = pair.client.open(Methods.both) ?? 0
    pair.client.send("1", on: talk)
    pair.client.send("1", on: upload)
    pair.run(Self.handle)
    pair.client.send("2", on: talk)
    pair.client.endMessages(on: talk, at: .start)
    pair.client.endMessages(on: upload, at: .start)
    pair.run(Self.handle)
    let heard = pair.clientHeard()
    let headers = kind == .extended ? ["headers 5 {h=1}"] : []
    let trailers = kind == .extended ? " {t=2}" : ""
    #expect(heard.filter { $0.contains(" 1") }.first == "message 1 'u:x'")
    #expect(heard.contains("finished 1 {t=1}"))
    #expect(
      heard.filter { $0.contains(" 5") } == headers + ["message 5 'v:y'", "finished 5\(trailers)"]
    )
    #expect(
      heard.filter { $0.contains(" 7") } == ["message 7 'b:1'", "message 7 'b:2'", "finished 7"]
    )
    #expect(heard.filter { $0.contains(" 3") } == ["message 3 'c'", "finished 3"])
    #expect(pair.client.openCallCount == 0 && pair.server.openCallCount == 0)
    #expect(pair.server.connection.heldByteCount == 0 && pair.client.connection.heldByteCount >= 0)
  }

  @Test func metadataDeadlineTraceAndDetailsArrive() {
    var pair = Pair()
    let metadata: Metadata = ["Name": "v", "feedrpc-trace-bin": "AQI"]
    _ = pair.client.open(Methods.unary, "x", metadata: metadata, deadline: .after(.seconds(1)))
    let detail = RPCError.Detail(typeURL: "type.googleapis.com/x.Y", value: [1, 2, 3])
    pair.run { server, event in
      guard case .opened(let call, let head) = event else { return }
      #expect(head.metadata == ["name": "v", "feedrpc-trace-bin": "AQI"])
      #expect(head.deadline == .after(.seconds(1)))
      server.finish(RPCError(.aborted, "why", details: [detail]), on: call)
    }
    #expect(pair.clientHeard() == ["finished 1 10 why"])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func creditThatRunsOutComesBack(seed: UInt64) {
    var random = Random(seed)
    var pair = Pair {
      $0.streamWindowByteCount = 500
      $0.connectionWindowByteCount = 1_200
    }
    pair.run()
    let calls = (0..<4).map { _ in pair.client.open(Methods.both) ?? 0 }
    var sentCount = 0
    var echoed = 0
    while sentCount < 400 {
      let call = calls[Int.random(in: 0..<4, using: &random)]
      if pair.client.mayWrite(call) {
        pair.client.send(byteCount: Int.random(in: 0...700, using: &random), on: call)
        sentCount += 1
      }
      pair.run { server, event in
        guard case .message(let call, let bytes) = event else { return }
        server.messageTaken(bytes.count, on: call, at: .start)
        server.send(.none, tail: bytes, on: call, at: .start)
      }
      for word in pair.clientHeard() where word.hasPrefix("message") {
        echoed += 1
        let parts = word.split(separator: " ")
        guard let id = UInt32(parts[1]) else { continue }
        // The caller takes it at once; how long it was does not matter to the count.
        pair.client.messageTaken(700, on: CallID(id), at: .start)
      }
    }
    for call in calls { pair.client.endMessages(on: call, at: .start) }
    pair.run { server, event in
      if case .endOfMessages(let call) = event { server.finish(on: call) }
    }
    #expect(pair.client.openCallCount == 0, "seed \(seed)")
    #expect(echoed + pair.clientHeard().count { $0.hasPrefix("message") } == 400, "seed \(seed)")
  }

  @Test func aStreamThatIsNeverReadDelaysNoUnaryCall() {
    var pair = Pair { $0.streamWindowByteCount = 1_000 }
    pair.run()
    let talk = pair.client.open(Methods.both) ?? 0
    pair.run()
    while pair.server.mayWrite(talk) { pair.server.send(byteCount: 100, on: talk) }
    pair.run()
    _ = pair.clientHeard()
    for _ in 0..<100 {
      let call = pair.client.open(Methods.unary, "x") ?? 0
      pair.run(Self.handle)
      #expect(
        pair.clientHeard() == [
          "message \(call.rawValue) 'u:x'", "finished \(call.rawValue) {t=1}",
        ]
      )
    }
    #expect(!pair.server.mayWrite(talk))
    #expect(pair.server.wantsRead && pair.client.wantsRead)
  }

  @Test(arguments: Pair.Kind.allCases)
  func aCancelReachesTheHandler(kind: Pair.Kind) {
    var pair = Pair(kind)
    let call = pair.client.open(Methods.both) ?? 0
    pair.run()
    pair.client.cancel(call, code: .cancelled, at: .start)
    pair.run()
    #expect(pair.serverHeard() == ["opened 1 #3", "cancelled 1 cancelled"])
    #expect(pair.clientHeard().isEmpty)
    #expect(pair.server.openCallCount == 0)
  }

  @Test(arguments: Pair.Kind.allCases)
  func aDeadlineEndsTheCallAtBothSidesOnce(kind: Pair.Kind) {
    var pair = Pair(kind)
    for method in Methods.all { _ = pair.client.open(method, "m", deadline: .after(.seconds(1))) }
    pair.run()
    pair.wait(.milliseconds(999))
    pair.run()
    #expect(pair.client.openCallCount == 4 && pair.server.openCallCount == 4)
    _ = pair.serverHeard()
    pair.wait(.milliseconds(1))
    pair.run()
    let ends = pair.clientHeard().filter { $0.hasPrefix("finished") }
    #expect(ends.sorted() == [1, 3, 5, 7].map { "finished \($0) 4 context deadline exceeded" })
    #expect(pair.serverHeard().count { $0.hasSuffix("deadlineExceeded") } == 4)
    #expect(pair.client.openCallCount == 0 && pair.server.openCallCount == 0)
  }

  @Test func aDrainLetsRunningCallsFinish() {
    var pair = Pair()
    _ = pair.client.open(Methods.unary, "x")
    pair.run()
    pair.server.drain(at: pair.now)
    pair.run()
    #expect(pair.clientHeard() == ["draining"])
    #expect(pair.client.open(Methods.unary) == nil)
    #expect(!pair.server.isFinished && !pair.client.isFinished)
    pair.server.reply("done", on: 1)
    pair.run()
    #expect(pair.clientHeard() == ["message 1 'done'", "finished 1"])
    #expect(pair.server.isFinished && pair.client.isFinished)
  }

  @Test func aMessageLargerThanEveryWindowStillGoes() {
    var pair = Pair {
      $0.streamWindowByteCount = 64
      $0.connectionWindowByteCount = 64
    }
    pair.run()
    let call = pair.client.open(Methods.both) ?? 0
    for _ in 0..<3 { pair.client.send(byteCount: 100_000, on: call) }
    pair.client.endMessages(on: call, at: .start)
    pair.run { server, event in
      guard case .message(let call, let bytes) = event else { return }
      server.messageTaken(bytes.count, on: call, at: .start)
    }
    #expect(pair.serverHeard().count { $0 == "message 1 100000 bytes" } == 3)
  }
}
