import Foundation
import Testing

/// gRPC's own client on the socket, as it comes.
@Suite(.timeLimit(.minutes(10)))
struct GRPCTests {
  @Test func everyKindOfCallAndOfFailureArrives() async throws {
    try await withDaemon(["--benchmark-service", "--store", "memory"]) { daemon in
      let lines = try await PythonPeer.run("calls.py", [daemon.socket], in: daemon.folder)
      #expect(
        lines == [
          "unary: hello",
          "large: True",
          "compressed: True",
          "server_stream: 50 of 5000000",
          "client_stream: 4 of 74922",
          "both_stream: 0 1 2 3 4",
          "empty_stream: 0",
          "unknown_method: UNIMPLEMENTED",
          "unknown_service: UNIMPLEMENTED",
          "undecodable: INVALID_ARGUMENT",
          "too_long: RESOURCE_EXHAUSTED",
          "deadline: DEADLINE_EXCEEDED",
          "cancelled: CANCELLED",
          "details: INVALID_ARGUMENT 3 INVALID_PAGE_TOKEN",
          "viewer: somebody",
        ]
      )
    }
  }

  @Test func theExampleOfTheREADMERunsAsShown() async throws {
    let example = try READMETests.blocks("python").joined().joined(separator: "\n")
    let shown = try READMETests.blocks("sh").filter { $0.joined().contains("grpc_tools.protoc") }
    // scripts/setup has installed what the first line does.
    let commands = try #require(shown.first).drop { $0.contains("pip install ") }
    try await withDaemon(["--store", "memory", "--sample-posts", "200"]) { daemon in
      let path = daemon.folder.file("example.py")
      try Data(example.utf8).write(to: URL(filePath: path))
      let lines = try await PythonPeer.shell(
        commands.joined(separator: "\n") + "\npython3 example.py",
        environment: ["FEEDRPC_SOCKET": daemon.socket],
        in: daemon.folder
      )
      #expect(lines.count > 5)
      #expect(lines.last?.hasPrefix("likes: ") == true)
      let picture = try Data(contentsOf: URL(filePath: daemon.folder.file("picture.jpeg")))
      #expect(picture.starts(with: [0xFF, 0xD8]))
      #expect(picture.suffix(2) == Data([0xFF, 0xD9]))
    }
  }

  @Test func bothProtocolsAreServedAtOnce() async throws {
    try await withDaemon(["--benchmark-service", "--store", "memory"]) { daemon in
      let client = try daemon.client()
      async let lines = PythonPeer.run("calls.py", [daemon.socket], in: daemon.folder)
      for _ in 0..<50 { _ = try await client.allPosts() }
      #expect(try await lines.first == "unary: hello")
    }
  }

  @Test func theCommandLineCallsOverEitherWire() async throws {
    try await withDaemon(["--sample-posts", "3", "--store", "memory"]) { daemon in
      for words in [
        ["FetchFeedPage", "-c", #"{"pageSize":2}"#], ["WatchFeed", "--timeout", "1s"],
        ["ToggleLike", #"{"postId":"p:none"}"#],
      ] {
        // A watch goes on until its time is over, with the sequence that it began at.
        let native = try await CommandLineTests.run(["call"] + words, socket: daemon.socket)
        let grpc = try await CommandLineTests.run(
          ["call", "--wire", "grpc"] + words,
          socket: daemon.socket
        )
        #expect(grpc.ending == native.ending)
        #expect(grpc.output == native.output)
      }
    }
  }
}
