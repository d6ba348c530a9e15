import FeedClient
import Foundation
import Testing
import Waiting

/// What a service manager hears from the daemon, and what SIGHUP does.
@Suite(.timeLimit(.minutes(10)))
struct SupervisionTests {
  private static func launch(
    _ words: [String] = [],
    _ variables: String = "",
    in folder: TemporaryFolder,
    telling manager: NotifySocket
  ) throws -> ChildProcess {
    try DaemonProcess.launch(
      by: "export NOTIFY_SOCKET='\(manager.name)' WATCHDOG_PID=$$ \(variables); exec \"$@\"",
      DaemonProcess.standardOptions(in: folder) + ["--socket", folder.file("socket")] + words,
      in: folder
    )
  }

  private static func isServed(_ folder: TemporaryFolder) async throws -> Bool {
    let configuration = FeedClientConfiguration(socket: folder.file("socket"), patience: .zero)
    let client = try FeedClient(configuration)
    return try await client.admin.getStats(GetStatsRequest()).stats != nil
  }

  @Test(arguments: [false, true])
  func theManagerHearsFromStartToEnd(isAbstract: Bool) async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"), isAbstract: isAbstract)
    let process = try Self.launch(["--sample-posts", "3"], in: folder, telling: manager)
    try await manager.message("READY=1")
    #expect(try await Self.isServed(folder))
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
    try await manager.message("STOPPING=1")
    #expect(
      manager.messages.value == [
        "STATUS=Opening the store", "STATUS=Filling the store with 3 posts",
        "READY=1\nSTATUS=Serving on \(folder.file("socket"))",
        "STOPPING=1\nSTATUS=Finishing calls\nEXTEND_TIMEOUT_USEC=40000000",
      ]
    )
  }

  @Test func aDaemonThatCanNotStartIsNeverReady() async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"))
    try Data().write(to: URL(filePath: folder.file("data")))
    let process = try Self.launch(in: folder, telling: manager)
    #expect(try await process.ended() == .exit(1))
    try await manager.message("STATUS=Opening the store")
    #expect(manager.messages.value == ["STATUS=Opening the store"])
  }

  // MARK: - SIGHUP

  @Test func aReloadTakesTheLevelAndTellsWhatTakesARestart() async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"))
    let settings = folder.file("settings")
    let process = try Self.launch(["--reload-file", settings], in: folder, telling: manager)
    try await manager.message("READY=1")
    let text = "# Both.\nFEEDRPCD_LOG_LEVEL=debug\nFEEDRPCD_IO_THREADS=3\n"
    try Data(text.utf8).write(to: URL(filePath: settings))
    let earlier = manager.messages.value.count
    let before = Self.monotonicMicroseconds()
    process.signal(SIGHUP)
    try await manager.message("READY=1", skipping: earlier)
    let told = Array(manager.messages.value.dropFirst(earlier))
    let lines = try #require(told.first).split(separator: "\n")
    #expect(lines.first == "RELOADING=1" && lines.last == "STATUS=Reading settings")
    let parts = try #require(lines.dropFirst().first).split(separator: "=")
    #expect(parts.first == "MONOTONIC_USEC")
    let moment = try #require(parts.last.flatMap { Int($0) })
    #expect((before...Self.monotonicMicroseconds()).contains(moment))
    #expect(told.dropFirst() == ["READY=1\nSTATUS=Serving on \(folder.file("socket"))"])
    #expect(try await process.line { $0.hasSuffix(" event=reloaded log_level=debug") } != nil)
    let needed = " event=restart_needed settings=io-threads"
    #expect(try await process.line { $0.hasSuffix(needed) } != nil)
    #expect(try await Self.isServed(folder))
    #expect(try await process.line { $0.contains(" level=debug event=call ") } != nil)
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
  }

  @Test func aReloadThatFailsChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"))
    let settings = folder.file("settings")
    let process = try Self.launch(["--reload-file", settings], in: folder, telling: manager)
    try await manager.message("READY=1")
    let earlier = manager.messages.value.count
    process.signal(SIGHUP)
    try await manager.message("READY=1", skipping: earlier)
    let line = try await process.line { $0.contains(" event=reload_failed ") }
    #expect(line?.contains("\(settings): No such file or directory") == true)
    #expect(try await Self.isServed(folder))
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
    #expect(try await !process.allErrors().contains("level=debug"))
  }

  @Test func withoutAFileAHangUpEndsTheDaemon() async throws {
    let daemon = try await DaemonProcess.start(["--store", "memory"])
    daemon.process.signal(SIGHUP)
    #expect(try await daemon.process.ended() == .exit(0))
    #expect(try await daemon.process.allErrors().contains("event=draining signal=SIGHUP"))
  }

  @Test(arguments: [[], ["--reload-file", "/nowhere"]])
  func whoIgnoresHangUpsGoesOn(words: [String]) async throws {
    let daemon = try await DaemonProcess.start(by: #"trap '' HUP; exec "$@""#, words)
    daemon.process.signal(SIGHUP)
    #expect(try await Self.isServed(daemon.folder))
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let text = try await daemon.process.allErrors()
    #expect(text.contains("event=draining signal=SIGTERM") && !text.contains("event=reload"))
  }

  private static func monotonicMicroseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  // MARK: - Watchdog

  @Test func aDaemonThatWorksSaysSoAgainAndAgain() async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"))
    let process = try Self.launch([], "WATCHDOG_USEC=100000", in: folder, telling: manager)
    try await manager.messages.until { messages in
      messages.count { $0 == "WATCHDOG=1" } >= 4 ? true : nil
    }
    // Not before it is ready.
    let messages = manager.messages.value
    let ready = try #require(messages.firstIndex { $0.hasPrefix("READY=1") })
    #expect(messages.firstIndex(of: "WATCHDOG=1").map { $0 > ready } == true)
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
  }

  @Test(
    .enabled(if: geteuid() == 0, "stopping a thread of another process takes root"),
    arguments: [("io-1", "io-1"), ("store-write", "store")]
  )
  func aThreadThatIsStuckEndsThat(thread: String, part: String) async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("notify"))
    let process = try Self.launch(
      ["--io-threads", "2"],
      "WATCHDOG_USEC=400000",
      in: folder,
      telling: manager
    )
    try await manager.message("WATCHDOG=1")
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "terminal/freeze.py").path
    let freezer = try ChildProcess("/usr/bin/python3", [script, "\(process.processID)", thread])
    #expect(try await freezer.line { $0 == "frozen" } != nil)
    #expect(
      try await process.line { $0.hasSuffix(" event=watchdog_waits parts=\(part)") } != nil
    )
    // From here on nothing is told: three intervals of a manager's patience.
    let count = manager.messages.value.count
    let end = Self.monotonicMicroseconds() + 1_200_000
    try await waitUntil { Self.monotonicMicroseconds() > end }
    #expect(manager.messages.value.count == count)
    freezer.signal(SIGTERM)
    _ = try await freezer.ended()
    try await manager.message("WATCHDOG=1", skipping: count)
    #expect(try await process.line { $0.hasSuffix(" event=watchdog_goes_on") } != nil)
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
  }
}
