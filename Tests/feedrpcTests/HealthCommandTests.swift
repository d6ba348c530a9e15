import Base
import CommandLineKit
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite(.timeLimit(.minutes(10))) struct HealthCommandTests {
  typealias Status = HealthCheckResponse.ServingStatus

  private static func check(_ status: Status) -> Result<[Bytes], RPCError> {
    Harness.answer(HealthCheckResponse(status: status))
  }

  private static func list(_ statuses: [String: Status]) -> Result<[Bytes], RPCError> {
    Harness.answer(
      HealthListResponse(statuses: statuses.mapValues { HealthCheckResponse(status: $0) })
    )
  }

  private static func watch(_ statuses: Status...) -> Result<[Bytes], RPCError> {
    .success(statuses.map { HealthCheckResponse(status: $0).encodedBytes() })
  }

  // MARK: Once

  @Test(
    arguments: [
      (.serving, 0), (.notServing, 1), (.unknown, 1), (.serviceUnknown, 1), (.unrecognized(9), 1),
    ] as [(Status, Int32)]
  )
  func oneServiceIsToldByItsName(status: Status, code: Int32) async throws {
    let outcome = await Harness(answers: [Self.check(status)]).run(["health", "a.v1.Service"])
    #expect(outcome.code == code && outcome.errors.isEmpty)
    #expect(
      outcome.output == "SERVICE       STATUS\na.v1.Service  \(status.text)\n"
    )
    #expect(outcome.calls.map(\.path) == ["grpc.health.v1.Health/Check"])
    let request = HealthCheckRequest(service: "a.v1.Service")
    #expect(outcome.calls[0].messages == [request.encodedBytes()])
  }

  @Test(arguments: [
    (
      40,
      """
      SERVICE                      STATUS
      (server)                     NOT_SERVING
      feedrpc.v1.FeedService       NOT_SERVING
      …n.v1alpha.ServerReflection  NOT_SERVING

      """
    ),
    (
      20,
      """
      SERVICE  STATUS
      …erver)  NOT_SERVING
      …ervice  NOT_SERVING
      …ection  NOT_SERVING

      """
    ),
  ])
  func aNarrowTerminalGetsTheEndsOfNames(width: Int, text: String) async {
    let names = ["", "feedrpc.v1.FeedService", "grpc.reflection.v1alpha.ServerReflection"]
    let statuses = Dictionary(uniqueKeysWithValues: names.map { ($0, Status.notServing) })
    var harness = Harness(answers: [Self.list(statuses)])
    harness.terminal = Terminal(isInteractive: true, width: width, hasColour: false)
    let outcome = await harness.run(["health"])
    #expect(outcome.output == text)
  }

  @Test(arguments: [(Status.serving, Int32(0)), (.notServing, 1)])
  func allAreToldTheServerFirst(status: Status, code: Int32) async {
    let answers = [Self.list(["": .serving, "b.S": status, "a.S": .serving])]
    let outcome = await Harness(answers: answers).run(["health"])
    #expect(outcome.code == code && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        SERVICE   STATUS
        (server)  SERVING
        a.S       SERVING
        b.S       \(status.text)

        """
    )
    #expect(outcome.calls.map(\.path) == ["grpc.health.v1.Health/List"])
  }

  @Test func aServerWithoutListIsAskedAsAWhole() async {
    let answers = [.failure(RPCError(.unimplemented, "method List")), Self.check(.serving)]
    let outcome = await Harness(answers: answers).run(["health", "--format", "json"])
    #expect(
      outcome.output == """
        [
          {
            "service": "",
            "status": "SERVING"
          }
        ]

        """
    )
    #expect(outcome.code == 0)
  }

  @Test func aStatusIsTold() async {
    let answers: [Result<[Bytes], RPCError>] = [.failure(RPCError(.notFound, "no service"))]
    let outcome = await Harness(answers: answers).run(["health", "x"])
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: NOT_FOUND: no service\n")
  }

  @Test(arguments: [[], ["--wait", "1h"]])
  func anyServerOfGRPCIsAskedOverItsWire(words: [String]) async {
    let harness = Harness(answers: [Self.check(.serving)])
    let native = await harness.run(["health", "a.S"] + words)
    let grpc = await harness.run(["health", "a.S", "--wire", "grpc"] + words)
    #expect(!native.isGRPC && grpc.isGRPC)
    #expect(grpc.calls.map(\.path) == ["grpc.health.v1.Health/Check"])
    #expect(grpc.output == native.output && grpc.address == "a-socket")
  }

  // MARK: Waiting

  @Test func whatServesIsNotWaitedFor() async {
    let answers = [Self.list(["": .serving])]
    let outcome = await Harness(answers: answers).run(["health", "--wait", "1h"])
    #expect(outcome.code == 0 && outcome.calls.count == 1)
  }

  @Test func whatDoesNotServeIsWatchedUntilAllDo() async {
    let answers = [
      Self.list(["": .serving, "a.S": .notServing, "b.S": .notServing]),
      Self.watch(.notServing, .serving),
      Self.list(["": .serving, "a.S": .serving, "b.S": .notServing]),
      Self.watch(.notServing, .notServing, .serving),
      Self.list(["": .serving, "a.S": .serving, "b.S": .serving]),
    ]
    let outcome = await Harness(answers: answers).run(["health", "--wait", "1h"])
    #expect(outcome.code == 0 && outcome.output.hasSuffix("b.S       SERVING\n"))
    let watched = outcome.calls.filter { $0.path.hasSuffix("/Watch") }.map(\.messages)
    #expect(
      watched == ["a.S", "b.S"].map { [HealthCheckRequest(service: $0).encodedBytes()] }
    )
    #expect(outcome.calls.allSatisfy { $0.timeout.map { $0 <= .seconds(3_600) } == true })
  }

  @Test func aServerThatGoesIsWaitedFor() async {
    let answers: [Result<[Bytes], RPCError>] = [
      Self.check(.notServing), .failure(RPCError(.unavailable, "gone")),
      .failure(RPCError(.unavailable, "gone")), Self.check(.serving),
    ]
    let outcome = await Harness(answers: answers).run(["health", "a.S", "--wait", "1h"])
    #expect(outcome.code == 0 && outcome.calls.count == 4)
  }

  @Test func oneThatOnlySaysNoIsNotAskedForEver() async {
    let answers = [Result<[Bytes], RPCError>](
      repeating: .failure(RPCError(.unavailable, "no")),
      count: 100
    )
    let outcome = await Harness(answers: answers).run(["health", "--wait", "1h"])
    #expect(outcome.code == 78 && outcome.errors == "feedrpc: UNAVAILABLE: no\n")
    #expect(outcome.calls.count == HealthQuestion.attemptLimit)
  }

  @Test func whenTheTimeIsOverTheLastAnswerCounts() async {
    let late = Result<[Bytes], RPCError>.failure(RPCError(.deadlineExceeded, "late"))
    let outcome = await Harness(answers: [Self.check(.notServing), late]).run([
      "health", "a.S", "--wait", "1h",
    ])
    #expect(outcome.code == 1 && outcome.output.hasSuffix("a.S      NOT_SERVING\n"))
    let silent = await Harness(answers: [late]).run(["health", "--wait", "1h"])
    #expect(silent.code == 78)
    #expect(silent.errors == "feedrpc: UNAVAILABLE: no server has answered at a-socket\n")
  }

  @Test func aSocketThatIsNotThereYetIsWaitedForOnly() async {
    var harness = Harness(answers: [Self.check(.serving)])
    harness.environment = ["XDG_RUNTIME_DIR": "/run/user/7"]
    let waiting = await harness.run(["health", "a.S", "--wait", "1h"])
    #expect(waiting.code == 0 && waiting.address == "/run/user/7/feedrpc/feedrpc.sock")
    let asking = await harness.run(["health", "a.S"])
    #expect(asking.code == 1 && asking.errors.hasPrefix("feedrpc: no feedrpcd at /run/user/7/"))
  }

  @Test func otherErrorsAreToldAtOnce() async {
    let answers: [Result<[Bytes], RPCError>] = [.failure(RPCError(.unimplemented, "no health"))]
    let outcome = await Harness(answers: answers).run(["health", "a.S", "--wait", "1h"])
    #expect(outcome.code == 76 && outcome.calls.count == 1)
  }
}
