import Base
import CLinux
import EventLoop
import Glibc
import RPC
import Testing

@testable import Transport

/// Handlers that need no task, and what a connection reads.
@Suite(.timeLimit(.minutes(10))) struct AnswersAtOnceTests {
  /// Answers `fast …` at once, refuses `bad …` at once, and leaves the rest to its task.
  private let choosy = unary("Choosy") { (message, _) async throws(RPCError) in
    Bytes(Array("task ".utf8) + message)
  }
  .answeredAtOnce { (message, call) throws(RPCError) in
    let text = String(decoding: message, as: UTF8.self)
    if text.hasPrefix("bad") { throw RPCError(.notFound, "no") }
    return text.hasPrefix("fast") && call.replyAtOnce(message)
  }

  @Test func aHandlerThatNeedNotWaitAnswersAtOnce() async throws {
    try await withServer([choosy]) { server in
      let client = try server.client()
      client.say("open 1 0 fast\nopen 3 0 slow\nopen 5 0 bad\nopen 7 0 faster")
      var heard: Set<String> = []
      for _ in 0..<4 { heard.insert(await client.hear() ?? "closed") }
      #expect(
        heard == ["reply 1 fast", "reply 3 task slow", "done 5 NOT_FOUND", "reply 7 faster"]
      )
      // A message that is not there yet is waited for by the task.
      client.say("start 9 0")
      client.say("message 9 fast\nend 9")
      #expect(await client.hear() == "taken 9 4")
      #expect(await client.hear() == "reply 9 task fast")
    }
  }

  @Test(arguments: ["fast", "bad"])
  func anAnswerAtOnceIsHeldBackAsAnyOther(text: String) async throws {
    let gate = Gate()
    let interceptor = DelayingInterceptor(gate: gate)
    try await withServer([choosy], interceptors: [interceptor]) { server in
      let client = try server.client()
      client.say("open 1 0 \(text)")
      await interceptor.hasStarted.wait()
      gate.open()
      #expect(await client.hear() == "reply 1 task \(text)")
    }
  }

  @Test func filesThatAClientPassesAreDroppedAndItIsServed() async throws {
    try await withServer([echo]) { server in
      let client = try server.client()
      client.say("open 1 0 a")
      #expect(await client.hear() == "reply 1 a")
      #expect(client.send("open 3 0 b\n", passing: 0))
      #expect(await client.hear() == "reply 3 b")
      // What lies behind passed files is read at the latest when something else comes.
      #expect(client.send("open 5 0 c\n", passing: 0))
      client.say("open 7 0 d")
      client.say("open 9 0 e")
      for line in ["reply 5 c", "reply 7 d", "reply 9 e"] {
        client.say("cancel 99")
        #expect(await client.hear() == line)
      }
    }
  }
}
