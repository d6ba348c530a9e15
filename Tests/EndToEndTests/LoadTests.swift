import Foundation
import Testing

/// `feedrpc load` against servers on a real socket.
@Suite(.timeLimit(.minutes(10)))
struct LoadTests {
  /// Calls of a load that may take long, since programs built for debugging are slow.
  private static let patience = ["--timeout", "300s"]

  /// Runs a load in which nothing may fail, and reads the report that it wrote.
  static func load(
    _ words: [String],
    socket: String,
    isWell: Bool = true
  ) async throws -> (report: LoadReportFile, output: [String]) {
    let folder = try TemporaryFolder()
    let json = folder.file("report.json")
    let words = ["load"] + words + patience + ["--json", json]
    let outcome = try await CommandLineTests.run(words, socket: socket)
    #expect(outcome.ending == .exit(0) && outcome.errors.isEmpty, "\(outcome)")
    let data = try Data(contentsOf: URL(filePath: json))
    let report = try JSONDecoder().decode(LoadReportFile.self, from: data)
    #expect((report.failed == 0) == isWell, "\(outcome)")
    return (report, outcome.output)
  }

  @Test(arguments: ["native", "grpc"])
  func callsGoOverEitherWire(wire: String) async throws {
    try await withDaemon(["--sample-posts", "30", "--store", "memory"]) { daemon in
      let template = #"{"postId":"{{random_post}}","intent":"LIKE_INTENT_LIKE"}"#
      for words in [["FetchFeedPage", #"{"pageSize":20}"#], ["ToggleLike", template]] {
        let (report, _) = try await Self.load(
          ["call", "--wire", wire, "-c", "20", "-n", "400", "--connections", "2"] + words,
          socket: daemon.socket
        )
        #expect(report.calls == 400 && report.codes == ["OK": 400])
        #expect(report.bytes > 400 * 10)
      }
    }
  }

  @Test(arguments: ["native", "grpc"])
  func whatAServerSaysOfItselfIsEnough(wire: String) async throws {
    try await withDaemon(["--sample-posts", "3", "--store", "memory"]) { daemon in
      let words = ["call", "--reflect", "--wire", wire, "-n", "20", "FetchFeedPage"]
      let (report, _) = try await Self.load(words, socket: daemon.socket)
      #expect(report.calls == 20)
    }
  }

  @Test(arguments: ["native", "grpc"])
  func usersScrollOverEitherWire(wire: String) async throws {
    try await withDaemon(["--sample-posts", "12", "--store", "memory"]) { daemon in
      let words = [
        "scroll", "--wire", wire, "--users", "2", "--rows", "5", "--rows-per-second", "50",
        "--on-screen", "100", "-w", "32", "--height", "32", "--format", "rgba8",
      ]
      let (report, output) = try await Self.load(words, socket: daemon.socket)
      #expect(report.calls + report.givenUp == 10)
      #expect(output.contains { $0.hasPrefix("10 rows, ") })
    }
  }

  @Test(arguments: ["native", "grpc"])
  func callsForOnePictureShareItsRender(wire: String) async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let words = [
        "images", "--wire", wire, "--distinct", "4", "-n", "64", "--connections", "3",
        "--size", "48x32,16x64", "--format", "png,rgba8",
      ]
      let (report, output) = try await Self.load(words, socket: daemon.socket)
      #expect(report.codes == ["OK": 64] && report.renders == 4)
      #expect(output[0].hasPrefix("images 48x32,16x64 png,rgba8: 64 at a time, 64 calls, 3 conn"))
      #expect(output[1] == "64 streams, 4 renders")
      let rest = [report.coalesced, report.fromMemory, report.fromDisk].map { $0 ?? 0 }
      #expect(rest.reduce(0, +) == 60)
      #expect((report.mostWaiters ?? 0) >= 1)
      let times = report.times.keys.sorted()
      #expect(Set(times).isSuperset(of: ["first", "queue", "render", "response", "service"]))
    }
  }

  @Test(arguments: [("native", "memory-file"), ("grpc", "memory-file"), ("native", "file")])
  func picturesComeInFilesWhereTheyCan(wire: String, delivery: String) async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let words = [
        "images", "--wire", wire, "--delivery", delivery, "-n", "200", "-c", "4", "--distinct",
        "2", "--size", "400x300", "--format", "rgba8",
      ]
      let (report, _) = try await Self.load(words, socket: daemon.socket)
      #expect(report.bytes == 200 * 400 * 300 * 4)
      let counts = [report.inMemoryFiles, report.inFiles, report.inChunks].map { $0 ?? 0 }
      #expect(counts.reduce(0, +) == 200)
      switch (wire, delivery) {
      case ("grpc", _): #expect(counts == [0, 0, 200])
      case (_, "memory-file"): #expect(counts[0] > 150)
      default: #expect(counts[1] > 0)
      }
    }
  }

  @Test func callsThatAreGivenUpHoldNothingUp() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let words = [
        "images", "--cancel-ratio", "50%", "--cancel-after", "0s", "-n", "200", "-c", "32",
        "--distinct", "100", "--size", "64x64", "--seed", "3",
      ]
      let (report, _) = try await Self.load(words, socket: daemon.socket)
      #expect(report.calls + report.givenUp == 200)
      #expect(report.givenUp > 20 && report.calls > 20)
    }
  }

  /// A server that feedrpc was not compiled for, with answers that need credit to come.
  @Test(arguments: ["native", "grpc"])
  func aForeignServerTakesLoads(wire: String) async throws {
    let server = try await InteropServer.start()
    let set = server.folder.file("set")
    let protos = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Protos").path
    let compiler = try ChildProcess(
      "/usr/bin/protoc",
      ["-I", protos, "--include_imports", "--descriptor_set_out=\(set)", "interop/test.proto"]
    )
    #expect(try await compiler.ended() == .exit(0))
    let common = ["call", "--descriptor-set", set, "--wire", wire, "-c", "8", "-n", "100"]
    for (words, byteCount) in [
      (["TestService/EmptyCall"], 0),
      (["UnaryCall", #"{"responseSize":70000}"#], 70_000),
      (
        ["StreamingOutputCall", #"{"responseParameters":[{"size":70000},{"size":90000}]}"#],
        160_000
      ),
    ] {
      let (report, _) = try await Self.load(common + words, socket: server.socket)
      #expect(report.codes == ["OK": 100])
      #expect(report.bytes >= 100 * byteCount && report.bytes <= 100 * (byteCount + 20))
    }
    let refused = ["UnaryCall", #"{"responseStatus":{"code":8,"message":"full"}}"#]
    let (report, _) = try await Self.load(common + refused, socket: server.socket, isWell: false)
    #expect(report.codes == ["RESOURCE_EXHAUSTED": 100])
  }
}

/// What tests look at of a report that `feedrpc load --json` wrote.
struct LoadReportFile: Decodable {
  var calls: Int
  var failed: Int
  var givenUp: Int
  var bytes: Int
  var codes: [String: Int]
  var times: [String: Times]
  var renders: Int?
  var coalesced: Int?
  var fromMemory: Int?
  var fromDisk: Int?
  var mostWaiters: Int?
  var inMemoryFiles: Int?
  var inFiles: Int?
  var inChunks: Int?

  struct Times: Decodable {
    var count: Int
  }
}
