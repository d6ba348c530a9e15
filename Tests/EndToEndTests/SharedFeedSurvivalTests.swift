import Base
import FeedClient
import Foundation
import PostgresServer
import Testing
import Waiting

/// The server crashes and connections to it are cut while the daemons of three machines write.
@Suite(.timeLimit(.minutes(10)))
struct SharedFeedSurvivalTests {
  /// Strikes; `scripts/soak` sets how many.
  private static let roundCount =
    ProcessInfo.processInfo.environment["FEEDRPC_SOAK_ROUNDS"].flatMap { Int($0) } ?? 3
  private static let daemonCount = 3
  private static let walkersPerDaemon = 2
  /// Changes that are acknowledged from one strike to the next.
  private static let changesPerRound = 60

  @Test func whatWasAcknowledgedIsThereOnceAndEveryWatcherHearsTheSame() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    var random = RandomGenerator(seed: seed)
    let server = try await PostgresServer(isDurable: true)
    try server.run("CREATE DATABASE feed")
    let daemons = try await Self.start(server)
    let originals = try await daemons[0].client().allPosts()
    var watchers: [FeedWatcher] = []
    for daemon in daemons { watchers.append(try await FeedWatcher(daemon)) }
    let watching = watchers.map { watcher in Task { try await watcher.run() } }

    let work = Work()
    let walking = (0..<Self.daemonCount * Self.walkersPerDaemon).map { number in
      let walker = Walker(number, originals, random.next())
      let daemon = daemons[number % daemons.count]
      return Task { try await work.walk(walker, at: daemon) }
    }
    for round in 1...Self.roundCount {
      try await work.acknowledged.until { $0 >= round * Self.changesPerRound ? true : nil }
      try await Self.strike(server, round, &random)
    }
    work.isOver.withLock { $0 = true }
    var walkers: [Walker] = []
    for task in walking { walkers.append(try await task.value) }

    var losses = Losses()
    for daemon in daemons { try await losses.check(daemon, walkers, originals) }
    let farewell = AddCommentRequest(postID: originals[0].id, text: "farewell")
    let newest = try await daemons[0].client().feed.addComment(farewell).sequence
    for watcher in watchers { watcher.end(at: newest) }
    for task in watching { try await task.value }
    for watcher in watchers { watcher.check(against: walkers) }
    #expect(watchers.allSatisfy { $0.heard == watchers[0].heard }, "seed \(seed)")
    for daemon in daemons {
      daemon.process.signal(SIGTERM)
      #expect(try await daemon.process.ended() == .exit(0))
    }
    losses.mismatches += try await Self.mismatches(server)
    #expect(losses.isEmpty, "seed \(seed): \(losses)")
    print("strikes=\(Self.roundCount) acknowledged=\(work.acknowledged.value) \(losses)")
    try await server.stop(.fast)
  }

  private static func start(_ server: PostgresServer) async throws -> [DaemonProcess] {
    var daemons: [DaemonProcess] = []
    for number in 0..<daemonCount {
      daemons.append(
        try await DaemonProcess.start([
          "--store", server.url("feed"), "--machine", "machine\(number)", "--sample-posts", "4",
        ])
      )
    }
    return daemons
  }

  /// Crashes the server, the first time and every other time at random, else cuts connections.
  private static func strike(
    _ server: PostgresServer,
    _ round: Int,
    _ random: inout RandomGenerator
  ) async throws {
    if round == 1 || Bool.random(using: &random) {
      try await server.stop(.immediate)
      try await server.start()
    } else {
      try server.run(
        """
        SELECT pg_terminate_backend(pid) FROM (
          SELECT pid FROM pg_stat_activity WHERE application_name = 'feedrpcd'
          ORDER BY random() LIMIT \(Int.random(in: 1...5, using: &random))
        ) AS chosen
        """
      )
    }
  }

  /// What `feedrpcd --check` finds wrong in the database.
  private static func mismatches(_ server: PostgresServer) async throws -> [String] {
    let words = ["--store", server.url("feed"), "--check"]
    let check = try DaemonProcess.launch(words, in: try TemporaryFolder())
    if try await check.ended() == .exit(0) { return [] }
    return try await check.allOutput() + [check.allErrors()]
  }

  /// What walkers have in common.
  private final class Work: Sendable {
    let acknowledged = Watched(0)
    let isOver = Lock(false)

    /// Walks until it is over; what was not answered is sent again until it is.
    func walk(_ walker: Walker, at daemon: DaemonProcess) async throws -> Walker {
      var walker = walker
      let client = try daemon.client(as: walker.name)
      while !isOver.withLock({ $0 }) {
        if await !walker.step(client) {
          try await waitUntil { (try? await walker.repeatPending(client)) != nil }
        }
        acknowledged.change { $0 += 1 }
      }
      return walker
    }
  }
}
