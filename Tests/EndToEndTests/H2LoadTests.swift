import FeedClient
import Foundation
import Testing

/// nghttp2's load tester, whose many calls at once are another's than gRPC's.
@Suite(.timeLimit(.minutes(10)))
struct H2LoadTests {
  private static let program = "/usr/bin/h2load"

  /// True also in CI, where it must be there.
  private static let isThere =
    FileManager.default.isExecutableFile(atPath: program)
    || ProcessInfo.processInfo.environment["CI"] != nil

  @Test(.enabled(if: isThere, "scripts/setup --tests installs it"), arguments: [(1, 1), (20, 10)])
  func everyCallOfALoadIsAnswered(connections: Int, callsAtOnce: Int) async throws {
    try await withDaemon(["--store", "memory", "--benchmark-service"]) { daemon in
      // EchoRequest { payload: "abc" } as a message of gRPC.
      let message = daemon.folder.file("message")
      try Data([0, 0, 0, 0, 5, 10, 3, 97, 98, 99]).write(to: URL(filePath: message))
      let headers = ["-H", "content-type: application/grpc", "-H", "te: trailers"]
      let amount = ["-c", "\(connections)", "-m", "\(callsAtOnce)", "-n", "2000"]
      let path = "http://localhost/feedrpc.bench.v1.EchoService/Echo"
      let load = try ChildProcess(
        Self.program,
        ["-B", "unix:\(daemon.socket)", "-d", message] + headers + amount + [path]
      )
      let lines = try await load.allOutput()
      #expect(try await load.ended() == .exit(0))
      #expect(
        lines.contains {
          $0 == "requests: 2000 total, 2000 started, 2000 done, 2000 succeeded, 0 failed, "
            + "0 errored, 0 timeout"
        },
        "\(lines)"
      )
      // It can't see the status of gRPC, which comes behind the answer.
      try await daemon.untilStats(try daemon.client()) { stats in
        let echo = stats.methods.first { $0.method == EchoServiceMethods.echo.path }
        let finished = echo?.finished.map { "\($0.code) \($0.count)" } ?? []
        return finished == ["0 2000"] && stats.connectionsOpen == 1
      }
    }
  }
}
