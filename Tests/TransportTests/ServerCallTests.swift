import Base
import CLinux
import Dispatch
import EventLoop
import Glibc
import RPC
import Testing

@testable import Transport

/// Calls through a socket: what handlers and clients see of each other.
@Suite(.timeLimit(.minutes(10))) struct ServerCallTests {
  @Test func aUnaryCallIsAnswered() async throws {
    try await withServer([echo]) { server in
      let client = try server.client()
      client.say("open 1 0 hello")
      #expect(await client.hear() == "reply 1 hello")
    }
  }

  @Test func bytesMayComeOneByOne() async throws {
    try await withServer([echo]) { server in
      let client = try server.client(saysZero: false)
      for byte in Array("\0open 1 0 hello\nopen 3 0 again\n".utf8) { client.send(raw: [byte]) }
      #expect(await client.hear() == "reply 1 hello")
      #expect(await client.hear() == "reply 3 again")
    }
  }

  @Test func callsAreStartedInTheOrderTheyCameAndAnsweredAsTheyEnd() async throws {
    let gate = Gate()
    let started = Lock<[Bytes]>([])
    let method = unary { (message, _) async throws(RPCError) in
      started.withLock { $0.append(message) }
      if message == Bytes("slow".utf8) { await gate.wait() }
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 slow\nopen 3 0 a\nopen 5 0 b")
      #expect(await client.hear() == "reply 3 a")
      #expect(await client.hear() == "reply 5 b")
      gate.open()
      #expect(await client.hear() == "reply 1 slow")
    }
    #expect(started.withLock { $0 } == ["slow", "a", "b"].map { Bytes($0.utf8) })
  }

  @Test func aHandlerRunsOnTheLoopOfItsConnection() async throws {
    let method = unary { (_, _) async throws(RPCError) in Bytes(threadName().utf8) }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 x")
      #expect(await client.hear() == "reply 1 test-0")
    }
  }

  @Test(arguments: 0..<20)
  func aHandlerOnAnActorMissesNothing(run: Int) async throws {
    let method = streaming { (call) async throws(RPCError) in
      try await Repeater().repeatMessages(of: call)
    }
    try await withServer([method]) { server in
      let client = try server.client()
      let messages = (0..<5).map { "message 1 \(run) \($0)" }
      client.say("start 1 0\n\(messages.joined(separator: "\n"))")
      let wanted = messages + ["message 1 last", "done 1 OK"]
      var heard: [String] = []
      while let line = await client.hear() {
        // Credit comes back for each message.
        guard !line.hasPrefix("taken ") else { continue }
        heard.append(line)
        if heard.count == messages.count { client.say("message 1 last\nend 1") }
        if heard.count == wanted.count { break }
      }
      #expect(heard == wanted)
    }
  }

  /// Each handler sees how many clients have their answer already.
  @Test func theTurnsOfSoManyConnectionsEndTogether() async throws {
    let numbers = Lock<[Int32]>([])
    let answered = Lock<[Int]>([])
    let method = unary { (message, _) async throws(RPCError) in
      let numbers = numbers.withLock(\.self)
      let count = numbers.count { linux_wait_readable($0, -1, 0) != 0 }
      answered.withLock { $0.append(count) }
      return message
    }
    let limit = Limits.turnsEndedTogether
    try await withServer([method]) { server in
      let clients = try (0...limit).map { _ in try server.client() }
      numbers.withLock { $0 = clients.map(\.number) }
      await server.until { $0.openConnections == limit + 1 }
      let began = Gate()
      let gate = DispatchSemaphore(value: 0)
      async let held: Void = server.loops.loops[0].perform {
        began.open()
        gate.wait()
      }
      await began.wait()
      for client in clients { client.say("open 1 0 x") }
      gate.signal()
      await held
      for client in clients { #expect(await client.hear() == "reply 1 x") }
    }
    #expect(answered.withLock(\.self) == Array(repeating: 0, count: limit) + [limit])
  }

  /// Each handler sees whether there are answers already.
  @Test func theFirstAnswersToABurstLeaveWhileTheOthersAreMade() async throws {
    let number = Lock<Int32>(-1)
    let hasAnswers = Lock<[Bool]>([])
    let method = unary { (message, _) async throws(RPCError) in
      let isReadable = linux_wait_readable(number.withLock(\.self), -1, 0) != 0
      hasAnswers.withLock { $0.append(isReadable) }
      return message
    }
    let (first, count) = (Limits.callsOfFirstWrite, 3 * Limits.callsOfFirstWrite)
    try await withServer([method]) { server in
      let client = try server.client()
      number.withLock { $0 = client.number }
      let calls = (0..<count).map { "open \(2 * $0 + 1) 0 x" }
      client.say(calls.joined(separator: "\n"))
      // It reads none before all are there.
      await server.until { $0.totalCalls == count && $0.openCalls == 0 }
      for index in 0..<count { #expect(await client.hear() == "reply \(2 * index + 1) x") }
    }
    // On a slow machine a turn may end before, and have its answers written then.
    let later = hasAnswers.withLock(\.self).dropFirst(first)
    #expect(later.count == count - first && !later.contains(false))
  }

  @Test func whatAHandlerThrowsIsTheStatus() async throws {
    let method = unary { (_, _) async throws(RPCError) in throw RPCError(.notFound, "no") }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 x")
      #expect(await client.hear() == "done 1 NOT_FOUND")
    }
  }

  @Test func aCallWithoutItsOneMessageIsRefused() async throws {
    try await withServer([echo]) { server in
      let client = try server.client()
      client.say("start 1 0\nend 1")
      #expect(await client.hear() == "done 1 INTERNAL")
      client.say("start 3 0\nmessage 3 a\nmessage 3 b\nend 3")
      while let line = await client.hear(), line != "done 3 INTERNAL" {
        #expect(line.hasPrefix("taken 3"))
      }
    }
  }

  @Test func streamedMessagesComeInOrderAndTheirCreditWhenTaken() async throws {
    let method = streaming { (call) async throws(RPCError) in
      while let message = try await call.nextMessage() { try await call.send(message) }
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("start 1 0")
      for text in ["one", "two", "three"] {
        client.say("message 1 \(text)")
        #expect(await client.hear() == "taken 1 \(text.utf8.count)")
        #expect(await client.hear() == "message 1 \(text)")
      }
      client.say("end 1")
      #expect(await client.hear() == "done 1 OK")
    }
  }

  @Test func messagesThatComeBeforeTheyAreTakenAreKept() async throws {
    let gate = Gate()
    let method = streaming { (call) async throws(RPCError) in
      await gate.wait()
      var count = 0
      while try await call.nextMessage() != nil { count += 1 }
      try await call.reply(Bytes("\(count)".utf8))
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("start 1 0")
      for index in 0..<500 { client.say("message 1 \(index)") }
      client.say("end 1")
      await server.until { $0.totalCalls == 1 }
      gate.open()
      while let line = await client.hear(), line != "reply 1 500" {
        #expect(line.hasPrefix("taken 1"))
      }
    }
  }

  @Test func headersGoAheadAndOnce() async throws {
    let method = streaming { (call) async throws(RPCError) in
      try await call.sendHeaders(["a": "b"])
      try await call.send(Bytes("x".utf8))
      try await call.sendHeaders([:])
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("start 1 0")
      #expect(await client.hear() == "headers 1")
      #expect(await client.hear() == "message 1 x")
      #expect(await client.hear() == "done 1 INTERNAL")
    }
  }

  @Test func nothingFollowsTheAnswer() async throws {
    let errors = Lock<[StatusCode]>([])
    let method = streaming { (call) async throws(RPCError) in
      try await call.reply(Bytes("x".utf8))
      do throws(RPCError) { try await call.send(Bytes("y".utf8)) } catch {
        errors.withLock { $0.append(error.code) }
        throw error
      }
    }
    try await withServer([method, echo]) { server in
      let client = try server.client()
      client.say("start 1 0\nopen 3 1 next")
      #expect(await client.hear() == "reply 1 x")
      #expect(await client.hear() == "reply 3 next")
    }
    #expect(errors.withLock { $0 } == [.internal])
  }

  @Test func aCancelReachesAHandlerThatWaitsForAMessage() async throws {
    let seen = Lock<[StatusCode]>([])
    let method = streaming { (call) async throws(RPCError) in
      do throws(RPCError) { _ = try await call.nextMessage() } catch {
        seen.withLock { $0.append(error.code) }
        throw error
      }
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("start 1 0\ncancel 1")
      #expect(await client.hear() == "done 1 CANCELLED")
      await server.until { $0.openCalls == 0 }
    }
    #expect(seen.withLock { $0 } == [.cancelled])
  }

  @Test func aCancelReachesAHandlerThatWaitsForSomethingElse() async throws {
    let wasCancelled = Gate()
    let method = unary { (message, _) async throws(RPCError) in
      await withTaskCancellationHandler {
        await wasCancelled.wait()
      } onCancel: {
        wasCancelled.open()
      }
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 x\ncancel 1")
      #expect(await client.hear() == "done 1 CANCELLED")
      await server.until { $0.openCalls == 0 }
    }
  }

  @Test func aDeadlineEndsTheCall() async throws {
    let seen = Lock<[StatusCode]>([])
    let waiting = unary { (message, call) async throws(RPCError) in
      let gate = Gate()
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      do throws(RPCError) { try await call.reply(message) } catch {
        seen.withLock { $0.append(error.code) }
        throw error
      }
      return message
    }
    try await withServer([waiting]) { server in
      let client = try server.client()
      client.say("expire 1 0 x")
      #expect(await client.hear() == "done 1 DEADLINE_EXCEEDED")
      await server.until { $0.openCalls == 0 }
    }
    #expect(seen.withLock { $0 } == [.deadlineExceeded])
  }

  @Test func aChildTaskThatIsCancelledStopsWaitingAndTheCallGoesOn() async throws {
    let method = streaming { (call) async throws(RPCError) in
      let code: StatusCode? = await withTaskGroup(of: StatusCode?.self) { group in
        group.addTask {
          do throws(RPCError) {
            _ = try await call.nextMessage()
            return nil
          } catch { return error.code }
        }
        group.cancelAll()
        return await group.next() ?? nil
      }
      try await call.send(Bytes("\(code?.name ?? "none")".utf8))
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("start 1 0")
      #expect(await client.hear() == "message 1 CANCELLED")
      #expect(await client.hear() == "done 1 OK")
    }
  }

  @Test func interceptorsSeeEachCallBeginAndEndOnce() async throws {
    let log = Lock<[String]>([])
    let refusing = Interceptor(log: log, refuses: "Refused")
    let method = unary("Refused") { (message, _) async throws(RPCError) in message }
    try await withServer([echo, method], interceptors: [refusing]) { server in
      let client = try server.client()
      client.say("open 1 0 hello")
      #expect(await client.hear() == "reply 1 hello")
      client.say("open 3 1 hello")
      #expect(await client.hear() == "done 3 PERMISSION_DENIED")
      await server.until { $0.openCalls == 0 }
    }
    let lines = log.withLock { $0 }
    #expect(lines == ["begin Echo", "end Echo OK 5 5", "end Refused PERMISSION_DENIED 5 0"])
  }

  @Test func anInterceptorBehindOneThatRefusesSeesTheBeginningToo() async throws {
    let log = Lock<[String]>([])
    let refusing = Interceptor(log: Lock([]), refuses: "Echo")
    let watching = Interceptor(log: log, refuses: "")
    try await withServer([echo], interceptors: [refusing, watching]) { server in
      let client = try server.client()
      client.say("open 1 0 hello")
      #expect(await client.hear() == "done 1 PERMISSION_DENIED")
    }
    #expect(log.withLock { $0 } == ["begin Echo", "end Echo PERMISSION_DENIED 5 0"])
  }

  @Test func anInterceptorMayHoldAnAnswerBackAndChangeIt() async throws {
    let gate = Gate()
    let delaying = DelayingInterceptor(gate: gate)
    let failing = unary("Failing") { (_, _) async throws(RPCError) in throw RPCError(.aborted, "") }
    try await withServer([echo, failing], interceptors: [delaying]) { server in
      let client = try server.client()
      client.say("open 1 0 one\nopen 3 1 two")
      await delaying.hasStarted.wait()
      var byte: UInt8 = 0
      #expect(recv(client.number, &byte, 1, Int32(MSG_DONTWAIT)) == -1)
      gate.open()
      #expect(await client.hear() == "reply 1 one")
      #expect(await client.hear() == "done 3 ABORTED")
    }
  }

  @Test func callsOfABurstShareATaskUntilOneWaits() async throws {
    let (hasWaited, gate, tasks) = (Gate(), Gate(), Lock<[String: Int]>([:]))
    let method = unary { (message, _) async throws(RPCError) in
      let text = String(decoding: message, as: UTF8.self)
      let task = withUnsafeCurrentTask { $0?.hashValue ?? 0 }
      tasks.withLock { $0[text] = task }
      if text == "waits" {
        hasWaited.open()
        await gate.wait()
      }
      if Task.isCancelled { tasks.withLock { $0["cancelled \(text)"] = task } }
      return message
    }
    try await withServer([method]) { server in
      let client = try server.client()
      client.say("open 1 0 a\nopen 3 0 waits\nopen 5 0 b\nopen 7 0 c")
      for answer in ["1 a", "5 b", "7 c"] { #expect(await client.hear() == "reply \(answer)") }
      await hasWaited.wait()
      client.say("cancel 3\nopen 9 0 d")
      #expect(await client.hear() == "done 3 CANCELLED")
      #expect(await client.hear() == "reply 9 d")
      gate.open()
      await server.until { $0.openCalls == 0 }
    }
    let seen = tasks.withLock { $0 }
    #expect(seen["a"] == seen["waits"] && seen["cancelled waits"] == seen["waits"])
    #expect(seen["b"] == seen["c"] && seen["b"] != seen["waits"])
    // The task has rested, and nobody has cancelled it.
    #expect(seen["d"] == seen["b"] && seen.count == 6)
  }

  @Test func requestsThatTakeTooMuchMemoryAreRefused() async throws {
    let gate = Gate()
    let method = unary { (message, _) async throws(RPCError) in
      await gate.wait()
      return Bytes("\(message.count)".utf8)
    }
    var limits = ServerLimits()
    limits.openRequestBytes = 10_000
    let log = Lock<[String]>([])
    let watching = Interceptor(log: log, refuses: "Refused")
    try await withServer([method], interceptors: [watching], limits: limits) { server in
      let client = try server.client()
      let large = String(repeating: "x", count: 8_000)
      client.say("open 1 0 \(large)")
      client.say("open 3 0 \(large)")
      #expect(await client.hear() == "done 3 RESOURCE_EXHAUSTED")
      gate.open()
      #expect(await client.hear() == "reply 1 8000")
      client.say("open 5 0 \(large)")
      #expect(await client.hear() == "reply 5 8000")
    }
    let lines = log.withLock { $0 }
    #expect(
      lines == [
        "begin Unary", "wait Unary", "begin Unary", "end Unary RESOURCE_EXHAUSTED 8000 0",
        "end Unary OK 8000 4 waited", "begin Unary", "end Unary OK 8000 4",
      ]
    )
  }

  /// The first answer fills the socket, the second may wait: a connection has a quarter.
  @Test func answersThatWaitForAClientThatReadsNothingAreCounted() async throws {
    var limits = ServerLimits()
    limits.waitingAnswerBytes = 4 * 1_000_000
    let gate = Gate()
    let method = unary { (_, _) async throws(RPCError) in
      await gate.wait()
      return Bytes(String(repeating: "x", count: 1_000_000).utf8)
    }
    try await withServer([method], limits: limits) { server in
      let client = try server.client()
      client.say((0..<4).map { "open \($0 * 2 + 1) 0 a" }.joined(separator: "\n"))
      await server.until { $0.openCalls == 4 }
      gate.open()
      await server.until { $0.openCalls == 1 }
      var endings: [String] = []
      for _ in 0..<4 { endings.append(String((await client.hear() ?? "").prefix(32))) }
      #expect(endings.filter { $0.hasPrefix("reply") }.count == 2)
      #expect(endings.filter { $0.hasSuffix("RESOURCE_EXHAUSTED") }.count == 2)
      client.say("open 9 0 a")
      #expect(await client.hear()?.hasPrefix("reply 9 x") == true)
    }
  }
}

/// A handler with an isolation of its own, which is not the loop's.
private actor Repeater {
  func repeatMessages(of call: any ServerCall) async throws(RPCError) {
    while let message = try await call.nextMessage() { try await call.send(message) }
  }
}

private final class Interceptor: ServerInterceptor {
  let log: Lock<[String]>
  let refuses: String

  init(log: Lock<[String]>, refuses: String) {
    self.log = log
    self.refuses = refuses
  }

  var refusesCalls: Bool { true }

  func callStarted(_ call: any ServerCall) throws(RPCError) {
    guard call.method.method != refuses else { throw RPCError(.permissionDenied, "no") }
    log.withLock { $0.append("begin \(call.method.method)") }
  }

  func callWaits(_ call: any ServerCall) {
    log.withLock { $0.append("wait \(call.method.method)") }
  }

  func callEnded(_ call: any ServerCall, outcome: CallOutcome) {
    let code = (outcome.error?.code ?? .ok).name
    let waited = outcome.hasWaited ? " waited" : ""
    let counts = "\(outcome.receivedByteCount) \(outcome.sentByteCount)\(waited)"
    log.withLock { $0.append("end \(call.method.method) \(code) \(counts)") }
  }
}

private func threadName() -> String {
  let file = open("/proc/thread-self/comm", O_RDONLY)
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 32)
  let count = read(file, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(count - 1, 0)), as: UTF8.self)
}
