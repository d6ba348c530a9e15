import FeedClient
import Foundation
import Testing
import Waiting

/// What the daemon says of its own health, and of what it serves.
@Suite(.timeLimit(.minutes(10)))
struct HealthTests {
  private static let feed = "feedrpc.v1.FeedService"
  private static let images = "feedrpc.v1.ImageService"

  @Test func aDaemonThatIsReadyServes() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let health = HealthClient(try daemon.client().transport)
      let list = try await health.list(HealthListRequest()).statuses
      #expect(
        list.mapValues(\.status) == [
          "": .serving, Self.feed: .serving, Self.images: .serving,
          "feedrpc.v1.AdminService": .serving, "grpc.health.v1.Health": .serving,
          "grpc.reflection.v1.ServerReflection": .serving,
          "grpc.reflection.v1alpha.ServerReflection": .serving,
        ]
      )
      for name in list.keys {
        #expect(try await health.check(HealthCheckRequest(service: name)).status == .serving)
      }
      let unknown = await status { () throws(RPCError) in
        try await health.check(HealthCheckRequest(service: "feedrpc.v1.Feed"))
      }
      #expect(unknown?.code == .notFound)
    }
  }

  @Test func aDrainIsToldToWatchersBeforeTheEnd() async throws {
    let daemon = try await DaemonProcess.start(["--store", "memory", "--drain-time", "1h"])
    let client = try daemon.client(patience: .zero)
    let health = HealthClient(client.transport)
    var watches: [ResponseStream<HealthCheckResponse>] = []
    for name in ["", Self.feed, "no.Service"] {
      var watch = try await health.watch(HealthCheckRequest(service: name))
      let expected: HealthCheckResponse.ServingStatus =
        name == "no.Service" ? .serviceUnknown : .serving
      #expect(try await watch.next()?.status == expected)
      watches.append(watch)
    }
    daemon.process.signal(SIGTERM)
    for index in 0..<2 { #expect(try await watches[index].next()?.status == .notServing) }
    for index in 0..<3 {
      let end = await status { () throws(RPCError) in try await watches[index].next() }
      #expect(end?.code == .unavailable && end?.reason == "WATCH_STOPPED")
    }
    // Without that the watches would hold it for an hour.
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func withoutACodecOnlyImagesAreNotServed() async throws {
    let folder = try TemporaryFolder()
    let alone = folder.file("feedrpcd")
    // By a process of its own: a child that another test starts meanwhile could hold a file that
    // this one writes, which then can't be run.
    let copy = try ChildProcess("/bin/cp", [try builtProgram("feedrpcd"), alone], environment: [:])
    #expect(try await copy.ended() == .exit(0))
    let daemon = try await DaemonProcess.start(
      by: "shift; exec \(alone) \"$@\"",
      ["--store", "memory"],
      in: folder
    )
    let client = try daemon.client()
    let health = HealthClient(client.transport)
    var watch = try await health.watch(HealthCheckRequest(service: Self.images))
    while try await watch.next()?.status != .notServing {}
    let list = try await health.list(HealthListRequest()).statuses.mapValues(\.status)
    #expect(list[Self.images] == .notServing && list[""] == .serving)
    #expect(list[Self.feed] == .serving)
    let pixels = try await client.image(ImageVariant(imageID: "pattern:a.8x8", format: .rgba8))
    #expect(pixels.bytes.count == 256)
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    #expect(try await daemon.process.allErrors().contains("event=trouble what=encoderMissing"))
  }

  // MARK: - The command line

  @Test func theCommandWaitsForADaemonThatComes() async throws {
    let folder = try TemporaryFolder()
    let waiting = try Self.command(["health", Self.feed, "--wait", "5m"], folder)
    let daemon = try await DaemonProcess.start(["--store", "memory"], in: folder)
    #expect(try await waiting.ended() == .exit(0))
    #expect(try await waiting.allOutput().last == "\(Self.feed)  SERVING")
    let asking = try Self.command(["health", "no.Service"], folder)
    #expect(try await asking.ended() == .exit(69))
    let other = try Self.command(["health", Self.feed, "--wire", "grpc"], folder)
    #expect(try await other.allOutput().last == "\(Self.feed)  SERVING")
    #expect(try await other.ended() == .exit(0))
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let late = try Self.command(["health", Self.feed, "--wait", "10ms"], folder)
    #expect(try await late.ended() == .exit(78))
  }

  @Test func aDaemonTellsAllThatTheProgramKnows() async throws {
    let daemon = try await DaemonProcess.start(["--store", "memory", "--benchmark-service"])
    for words in [["list", "-q"], ["describe", "feedrpc.v1.FeedService"], ["describe", "Post"]] {
      let own = try Self.command(words, daemon.folder)
      let told = try Self.command(words + ["--reflect"], daemon.folder)
      #expect(try await own.ended() == .exit(0))
      #expect(try await told.ended() == .exit(0))
      let (known, reflected) = (try await own.allOutput(), try await told.allOutput())
      #expect(Set(reflected).isSuperset(of: known) && !known.isEmpty, "\(words)")
    }
    let call = try Self.command(["call", "-r", "EchoService/Echo", "{}", "-c"], daemon.folder)
    #expect(try await call.ended() == .exit(0))
    #expect(try await call.allOutput() == ["{}"])
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  private static func command(
    _ words: [String],
    _ folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess(
      try builtProgram("feedrpc"),
      words + ["--socket", folder.file("socket")],
      environment: [:]
    )
  }
}
