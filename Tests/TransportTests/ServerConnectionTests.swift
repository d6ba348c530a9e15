import Base
import EventLoop
import Glibc
import RPC
import Testing

@testable import Transport

/// Connections: their beginning, their end, and peers that behave badly.
@Suite(.timeLimit(.minutes(10))) struct ServerConnectionTests {
  private func reasons(_ server: TestServer) -> [String] {
    server.notices.withLock { notices in
      notices.map { notice in
        switch notice {
        case .refused(_, let reason): "refused \(reason)"
        case .closed(_, let reason): "closed \(reason)"
        case .failed(_, let failure): "failed \(failure.code.name)"
        case .acceptingPaused(let error): "paused \(error.code)"
        case .acceptingResumed: "resumed"
        case .memoryFreed: "freed"
        case .loopLate: "late"
        }
      }
    }
  }

  @Test func anHTTP1ClientIsToldInItsLanguage() async throws {
    try await withServer([echo]) { server in
      let client = try server.client(saysZero: false)
      client.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r")
      let answer = String(decoding: await client.receiveAll(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 505 HTTP Version Not Supported\r\n"))
      #expect(
        answer.hasSuffix("\r\n\r\nThis socket speaks ttrpc, without TLS.\n")
      )
      #expect(reasons(server) == ["closed wrongProtocol(Transport.FirstBytes.http1)"])
    }
  }

  @Test func anHTTP2ClientIsSentAwayWhereItsProtocolIsMissing() async throws {
    try await withServer([echo]) { server in
      let client = try server.client(saysZero: false)
      for byte in Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) { client.send(raw: [byte]) }
      let answer = await client.receiveAll()
      #expect(answer.prefix(13) == [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, UInt8(answer.count - 18), 7])
    }
  }

  @Test(arguments: [[0x16, 3, 1], [0x01], [0xFF, 0xFF]] as [[UInt8]])
  func otherProtocolsAreClosedWithoutAWord(bytes: [UInt8]) async throws {
    try await withServer([echo]) { server in
      let client = try server.client(saysZero: false)
      client.send(raw: bytes)
      #expect(await client.receiveAll() == [])
    }
  }

  @Test func aBeginningThatDoesNotGoOnIsClosedAndSilenceIsNot() async throws {
    var limits = ServerLimits()
    limits.firstBytesTimeout = .milliseconds(20)
    try await withServer([echo], limits: limits) { server in
      let silent = try server.client(saysZero: false)
      let stuck = try server.client(saysZero: false)
      stuck.send(raw: Array("PRI".utf8))
      #expect(await stuck.receiveAll() == [])
      #expect(reasons(server) == ["closed firstBytesTimedOut"])
      silent.send(raw: Array("\0open 1 0 late\n".utf8))
      #expect(await silent.hear() == "reply 1 late")
    }
  }

  @Test func undecidedConnectionsOfAUserAreLimited() async throws {
    var limits = ServerLimits()
    limits.sniffedConnectionsPerUser = 2
    limits.firstBytesTimeout = .seconds(600)
    try await withServer([echo], limits: limits) { server in
      let stuck = try (0..<2).map { _ in try server.client(saysZero: false) }
      for client in stuck { client.send(raw: Array("P".utf8)) }
      // They are served before this one, as one loop takes what is ready in order of arrival.
      let other = try server.client()
      other.say("open 1 0 x")
      #expect(await other.hear() == "reply 1 x")
      let third = try server.client(saysZero: false)
      third.send(raw: Array("P".utf8))
      #expect(await third.receiveAll() == [])
      #expect(reasons(server) == ["closed tooManyUndecided"])
    }
  }

  @Test func aBreachOfTheProtocolEndsOneConnectionOnly() async throws {
    let method = streaming { (call) async throws(RPCError) in
      while try await call.nextMessage() != nil {}
    }
    try await withServer([echo, method]) { server in
      let good = try server.client()
      let bad = try server.client()
      bad.say("start 1 1\nfail")
      #expect(await bad.hear() == nil)
      good.say("open 1 0 x")
      #expect(await good.hear() == "reply 1 x")
      await server.until { $0.openCalls == 0 && $0.openConnections == 1 }
      #expect(reasons(server) == ["failed INTERNAL"])
    }
  }

  @Test func aPeerThatWritesNoMoreStillGetsItsAnswers() async throws {
    let gate = Gate()
    let method = unary { (message, _) async throws(RPCError) in
      await gate.wait()
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 x")
      client.endWriting()
      await server.until { $0.openCalls == 1 }
      gate.open()
      #expect(await client.hear() == "reply 1 x")
      #expect(await client.hear() == nil)
      await server.until { $0.openConnections == 0 }
    }
  }

  @Test func aPeerThatClosesCancelsItsCalls() async throws {
    let method = streaming { (call) async throws(RPCError) in _ = try await call.nextMessage() }
    try await withServer([method]) { server in
      do {
        let client = try server.client()
        client.say("start 1 0")
        await server.until { $0.openCalls == 1 }
      }
      await server.until { $0.openCalls == 0 && $0.openConnections == 0 }
    }
  }

  @Test func peersThatCloseWithUnreadAnswersLeaveNothingBehind() async throws {
    let payload = Bytes([UInt8](repeating: 120, count: 16_384))
    let method = streaming { (call) async throws(RPCError) in
      while true { try await call.send(payload) }
    }
    try await withServer([method]) { server in
      let before = openDescriptors()
      for _ in 0..<1_000 {
        let client = try server.client()
        client.say("start 1 0")
        await client.receiveSome()
      }
      await server.until { $0.openConnections == 0 && $0.openCalls == 0 }
      #expect(await server.server.statistics().totalConnections == 1_000)
      // Other tests run meanwhile; a leak of one a connection would show.
      #expect(openDescriptors() - before < 500)
    }
  }

  @Test func aSlowReaderHoldsItsHandlerBackAndNobodyElse() async throws {
    let sent = Lock(0)
    let method = streaming { (call) async throws(RPCError) in
      while true {
        try await call.send(Bytes(repeatElement(120, count: 1_024)))
        sent.withLock { $0 += 1 }
      }
    }
    try await withServer([method, echo]) { server in
      let slow = try server.client()
      slow.say("start 1 0")
      let other = try server.client()
      for index in 0..<200 {
        other.say("open \(2 * index + 1) 1 x")
        #expect(await other.hear() == "reply \(2 * index + 1) x")
      }
      // What the kernel takes and what the session queues, and no more.
      #expect(sent.withLock { $0 } < 2_000)
      let halted = sent.withLock { $0 }
      // Reading lets it go on.
      var lines = 0
      while lines < halted + 500 {
        #expect(await slow.hear()?.hasPrefix("message 1 x") == true)
        lines += 1
      }
      #expect(sent.withLock { $0 } > halted)
    }
  }

  @Test func aPeerThatDoesNotReadIsNotReadFrom() async throws {
    try await withServer([echo]) { server in
      let client = try server.client()
      _ = fcntl(client.number, F_SETFL, O_NONBLOCK)
      let line = Array("open 1 0 \(String(repeating: "x", count: 1_000))\n".utf8)
      // Ends because the server stops to read and the kernel's buffers are full.
      var sent = 0
      while sent < 100_000, client.send(raw: line) { sent += 1 }
      #expect(sent < 10_000)
      let other = try server.client()
      other.say("open 1 0 x")
      #expect(await other.hear() == "reply 1 x")
    }
  }

  @Test func openRequestsOfAConnectionAreRefusedFromTheirLimitOn() async throws {
    var limits = ServerLimits()
    limits.openRequestBytesPerConnection = 2 * (8_000 + Limits.bytesPerCall)
    let gate = Gate()
    let method = unary { (message, _) async throws(RPCError) in
      await gate.wait()
      return Bytes("\(message.count)".utf8)
    }
    try await withServer([method, echo], limits: limits) { server in
      let client = try server.client()
      let large = String(repeating: "x", count: 8_000)
      client.say("open 1 0 \(large)")
      client.say("open 3 0 \(large)")
      client.say("open 5 1 last")
      #expect(await client.hear() == "done 5 RESOURCE_EXHAUSTED")
      let other = try server.client()
      other.say("open 1 1 x")
      #expect(await other.hear() == "reply 1 x")
      gate.open()
      #expect(await client.hear() == "reply 1 8000")
      #expect(await client.hear() == "reply 3 8000")
      client.say("open 7 1 x")
      #expect(await client.hear() == "reply 7 x")
    }
  }

  @Test func messagesThatHaveBegunAreCounted() async throws {
    var limits = ServerLimits()
    // Room for them and a call with a message of one byte.
    limits.openRequestBytes = 10_000 + Limits.bytesPerCall + 1
    try await withServer([echo], limits: limits) { server in
      let client = try server.client()
      client.say("begin 1 10000")
      client.say("open 3 0 x")
      #expect(await client.hear() == "reply 3 x")
      client.say("open 5 0 xx")
      #expect(await client.hear() == "done 5 RESOURCE_EXHAUSTED")
      client.say("begin 1 9999")
      client.say("open 7 0 x")
      #expect(await client.hear() == "reply 7 x")
      client.say("open 9 0 xx")
      #expect(await client.hear() == "reply 9 xx")
    }
  }

  @Test func messagesThatHaveBegunAndDoNotFitAreRefused() async throws {
    var limits = ServerLimits()
    limits.openRequestBytes = 10_000
    try await withServer([echo], limits: limits) { server in
      let client = try server.client()
      client.say("begin 1 9000")
      client.say("begin 3 1001")
      let lines = [await client.hear(), await client.hear()]
      #expect(Set(lines) == ["done 1 RESOURCE_EXHAUSTED", "done 3 RESOURCE_EXHAUSTED"])
      client.say("begin 5 8000")
      client.say("open 7 0 x")
      #expect(await client.hear() == "reply 7 x")
    }
  }

  @Test func answersOfOneTurnLeaveInOneWrite() async throws {
    // So few that the clock can't end the turn.
    let count = 2 * Limits.callsPerLookAtClock - 1
    try await withServer([echo]) { server in
      let client = try server.client()
      let before = await server.server.statistics().totalWrites
      client.send(raw: Array((0..<count).map { "open \(2 * $0 + 1) 0 x\n" }.joined().utf8))
      for index in 0..<count { #expect(await client.hear() == "reply \(2 * index + 1) x") }
      #expect(await server.server.statistics().totalWrites - before == 1)
    }
  }

  @Test func anAnswerLargerThanTheSocketArrivesWhole() async throws {
    let method = unary { (_, _) async throws(RPCError) in
      Bytes(repeatElement(120, count: 1_000_000))
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 x")
      #expect(await client.hear()?.utf8.count == "reply 1 ".utf8.count + 1_000_000)
    }
  }

  @Test func atTheLimitTheOldestIdleConnectionGoes() async throws {
    var limits = ServerLimits()
    limits.connections = 3
    let gate = Gate()
    let method = unary { (message, _) async throws(RPCError) in
      await gate.wait()
      return message
    }
    try await withServer([echo, method], loopCount: 2, limits: limits) { server in
      let busy = try server.client()
      busy.say("open 1 1 busy")
      await server.until { $0.openCalls == 1 }
      let old = try server.client(saysZero: false)
      await server.until { $0.openConnections == 2 }
      let young = try server.client(saysZero: false)
      await server.until { $0.openConnections == 3 }
      let new = try server.client()
      new.say("open 1 0 new")
      #expect(await new.hear() == "reply 1 new")
      #expect(await old.receiveAll() == [])
      young.send(raw: Array("\0open 1 0 young\n".utf8))
      #expect(await young.hear() == "reply 1 young")
      gate.open()
      #expect(await busy.hear() == "reply 1 busy")
      #expect(reasons(server) == ["closed madeRoom"])
    }
  }

  @Test func aConnectionWhoseCallsAreAnsweredAtOnceIsNotIdleMeanwhile() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    try await withServer([echo], limits: limits) { server in
      let first = try server.client()
      await server.until { $0.openConnections == 1 }
      let silent = try server.client(saysZero: false)
      await server.until { $0.openConnections == 2 }
      first.say("open 1 0 x")
      #expect(await first.hear() == "reply 1 x")
      let new = try server.client()
      #expect(await silent.receiveAll() == [])
      for client in [first, new] {
        client.say("open 3 0 y")
        #expect(await client.hear() == "reply 3 y")
      }
    }
  }

  @Test func whereAllAreBusyANewConnectionIsRefused() async throws {
    var limits = ServerLimits()
    limits.connections = 1
    let method = streaming { (call) async throws(RPCError) in _ = try await call.nextMessage() }
    try await withServer([method], limits: limits) { server in
      let busy = try server.client()
      busy.say("start 1 0")
      await server.until { $0.openCalls == 1 }
      let refused = try server.client(saysZero: false)
      #expect(await refused.receiveAll() == [])
      #expect(reasons(server) == ["refused tooManyConnections"])
      busy.say("end 1")
      #expect(await busy.hear() == "done 1 OK")
    }
  }
}

private func openDescriptors() -> Int {
  var count = 0
  guard let directory = opendir("/proc/self/fd") else { return 0 }
  while readdir(directory) != nil { count += 1 }
  closedir(directory)
  return count
}
