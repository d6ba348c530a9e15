import CLinux
import FeedClient
import Foundation
import Testing

/// Where the daemon listens, and whom it makes way for.
@Suite(.timeLimit(.minutes(10)))
struct StartTests {
  @Test func aSocketThatNobodyListensOnIsReplaced() async throws {
    let folder = try TemporaryFolder()
    let first = try await DaemonProcess.start(["--sample-posts", "2"], in: folder)
    first.process.signal(SIGKILL)
    #expect(try await first.process.ended() == .signal(SIGKILL))
    #expect(FileManager.default.fileExists(atPath: first.socket))
    let second = try await DaemonProcess.start(["--sample-posts", "2"], in: folder)
    #expect(try await second.client().allPosts().count == 2)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aDaemonThatFillsItsStoreCanBeStopped(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let process = try DaemonProcess.launch(
      DaemonProcess.standardOptions(in: folder) + ["--sample-posts", "10000000"],
      in: folder
    )
    while !FileManager.default.fileExists(atPath: folder.file("data/feed.sqlite")) {
      try Task.checkCancellation()
    }
    process.signal(signal)
    #expect(try await process.ended() == .exit(0))
    #expect(try await process.allErrors().contains("event=stopped"))
    let next = try await DaemonProcess.start(["--sample-posts", "2"], in: folder)
    #expect(try await next.client().allPosts().count == 2)
  }

  @Test func aSampleForAStoreThatIsNotEmptyIsToldOf() async throws {
    let folder = try TemporaryFolder()
    let first = try await DaemonProcess.start(["--sample-posts", "2"], in: folder)
    first.process.signal(SIGTERM)
    #expect(try await first.process.ended() == .exit(0))
    #expect(try await first.process.allErrors().contains("event=filled posts=2"))
    let second = try await DaemonProcess.start(["--sample-posts", "3"], in: folder)
    #expect(try await second.client().allPosts().count == 2)
    second.process.signal(SIGTERM)
    #expect(try await second.process.ended() == .exit(0))
    let text = try await second.process.allErrors()
    #expect(text.contains("level=info event=not_filled posts=3 reason=\"the store is not empty"))
  }

  @Test func variablesThatAreNoSettingsAreToldOf() async throws {
    let daemon = try await DaemonProcess.start(
      by: #"FEEDRPCD_LOGLEVEL=debug FEEDRPCD_ODD=1 FEEDRPC_ODD=1 FEEDRPCD_IO_THREADS=2 exec "$@""#
    )
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let lines = try await daemon.process.allErrors().split(separator: "\n").filter {
      $0.contains("event=unknown_variable")
    }
    let told = lines.map { $0.drop { $0 != " " }.dropFirst() }
    #expect(
      told == [
        "level=warning event=unknown_variable name=FEEDRPCD_LOGLEVEL "
          + "did_you_mean=FEEDRPCD_LOG_LEVEL",
        "level=warning event=unknown_variable name=FEEDRPCD_ODD",
      ]
    )
  }

  /// What two daemons may not share.
  enum Shared: CaseIterable, Sendable { case socket, dataDirectory }

  @Test(arguments: Shared.allCases)
  func theSecondOfTwoDaemonsSaysWhyItCanNotStart(shared: Shared) async throws {
    try await withDaemon(["--sample-posts", "1"]) { first in
      let folder = try TemporaryFolder()
      let socket = shared == .socket ? first.socket : folder.file("other")
      let data = shared == .dataDirectory ? first.folder.file("data") : folder.file("data")
      let second = try DaemonProcess.launch(
        ["--socket", socket, "--data-dir", data, "--cache-dir", folder.file("cache")],
        in: folder
      )
      #expect(try await second.ended() == .exit(1))
      let text = try await second.allErrors()
      #expect(text.contains("is used by another"))
      #expect(text.contains(shared == .socket ? socket : data))
      #expect(try await first.client().allPosts().count == 1)
    }
  }

  @Test func ofTwoDaemonsThatStartAtOnceOneIsTheOwner() async throws {
    for _ in 0..<30 {
      let folder = try TemporaryFolder()
      let socket = folder.file("s")
      try Self.leaveDeadSocket(socket)
      let processes = try ["a", "b"].map { name in
        try DaemonProcess.launch(
          ["--socket", socket, "--data-dir", folder.file(name), "--store", "memory"],
          in: folder
        )
      }
      var owners = 0
      for process in processes {
        if try await process.line(where: { $0.hasPrefix("ready socket=") }) != nil {
          owners += 1
        } else {
          #expect(try await process.ended() == .exit(1))
        }
      }
      #expect(owners == 1)
      _ = try RawPeer(socket)
      for process in processes { process.signal(SIGTERM) }
      for process in processes where process.isRunning {
        #expect([.exit(0), .exit(1)].contains(try await process.ended()))
      }
    }
  }

  private static func leaveDeadSocket(_ path: String) throws {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(linux_bind_unix(number, path, path.utf8.count, 0) == 0)
    close(number)
  }

  @Test(arguments: [107, 60])
  func aPathIsTakenUpToWhatTheSystemTakes(byteCount: Int) async throws {
    let folder = try TemporaryFolder()
    let socket = folder.file(ofByteCount: byteCount)
    let process = try Self.launch(["--socket", socket], in: folder)
    #expect(try await process.line { $0.hasPrefix("ready") } == "ready socket=\(socket)")
    #expect(try await Self.isServed(socket))
  }

  @Test(arguments: [108, 200])
  func aLongerPathIsRefusedWithItsLimit(byteCount: Int) async throws {
    let folder = try TemporaryFolder()
    let process = try Self.launch(["--socket", folder.file(ofByteCount: byteCount)], in: folder)
    #expect(try await process.ended() == .exit(2))
    let text = try await process.allErrors()
    #expect(text.contains("\(byteCount) bytes") && text.contains("107"))
  }

  @Test func aPathMayHaveSpacesAndAFolderThatIsNotThere() async throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("made for it/my socket é")
    let process = try Self.launch(["--socket", "unix:\(socket)"], in: folder)
    #expect(try await process.line { $0.hasPrefix("ready") } == "ready socket=\(socket)")
    #expect(try await Self.isServed(socket))
  }

  @Test func aRelativePathIsRelativeToTheWorkingFolder() async throws {
    let folder = try TemporaryFolder()
    let process = try DaemonProcess.launch(
      by: #"cd "$FOLDER" && exec "$@""#,
      DaemonProcess.standardOptions(in: folder) + ["--socket", "here", "--store", "memory"],
      in: folder
    )
    #expect(try await process.line { $0.hasPrefix("ready") } == "ready socket=here")
    #expect(try await Self.isServed(folder.file("here")))
  }

  @Test func anAbstractNameNeedsNoFile() async throws {
    let folder = try TemporaryFolder()
    let name = "@feedrpc-\(UUID().uuidString)"
    let process = try Self.launch(["--socket", name], in: folder)
    #expect(try await process.line { $0.hasPrefix("ready") } == "ready socket=\(name)")
    #expect(try await Self.isServed(name))
  }

  @Test func aSocketThatWasPassedIsServed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("passed")
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(number) }
    try #require(linux_bind_unix(number, path, path.utf8.count, 0) == 0)
    try #require(listen(number, 16) == 0)
    let process = try DaemonProcess.launch(
      by: #"LISTEN_PID=$$ LISTEN_FDS=1 exec "$@""#,
      DaemonProcess.standardOptions(in: folder) + ["--store", "memory"],
      in: folder,
      passing: number
    )
    #expect(try await process.line { $0.hasPrefix("ready") } == "ready socket=inherited")
    #expect(try await Self.isServed(path))
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
    // It is the manager's, who may start the next one with it.
    #expect(FileManager.default.fileExists(atPath: path))
  }

  private static func launch(
    _ options: [String],
    in folder: TemporaryFolder
  ) throws -> ChildProcess {
    let standard = DaemonProcess.standardOptions(in: folder) + ["--store", "memory"]
    return try DaemonProcess.launch(standard + options, in: folder)
  }

  private static func isServed(_ socket: String) async throws -> Bool {
    let client = try FeedClient(FeedClientConfiguration(socket: socket, patience: .zero))
    return try await client.admin.getStats(GetStatsRequest()).stats != nil
  }
}
