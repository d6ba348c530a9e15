import Base
import FeedClient
import Foundation
import Testing

/// The daemon is killed in the middle of its work, again and again.
@Suite(.timeLimit(.minutes(10)))
struct CrashTests {
  /// Kills; `scripts/soak` sets how many.
  private static let roundCount =
    ProcessInfo.processInfo.environment["FEEDRPC_SOAK_ROUNDS"].flatMap { Int($0) } ?? 50
  private static let walkerCount = 4

  @Test func whatWasAcknowledgedIsThereOnceAfterEveryKill() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    var losses = Losses()
    var random = RandomGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let options = ["--sample-posts", "4"]
    var daemon = try await DaemonProcess.start(options, in: folder)
    let posts = try await daemon.client().allPosts()
    var walkers = (0..<Self.walkerCount).map { Walker($0, posts, random.next()) }
    for round in 0..<Self.roundCount {
      let killsAfter = Int.random(in: 1...60, using: &random)
      walkers = try await Self.round(daemon, walkers, killsAfter: killsAfter)
      // Every other time the daemon itself is the first to open what was left.
      if round.isMultiple(of: 2) { losses.mismatches += try await Self.mismatches(in: folder) }
      daemon = try await DaemonProcess.start(options, in: folder)
      for index in walkers.indices {
        try await walkers[index].repeatPending(try daemon.client(as: walkers[index].name))
      }
      try await losses.check(daemon, walkers, posts)
      try #require(losses.isEmpty, "seed \(seed), round \(round): \(losses)")
    }
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    losses.mismatches += try await Self.mismatches(in: folder)
    #expect(losses.isEmpty, "seed \(seed): \(losses)")
    let count = walkers.reduce(0) { $0 + $1.acknowledgedCount }
    #expect(count >= Self.roundCount)
    print("kills=\(Self.roundCount) acknowledged=\(count) \(losses)")
  }

  /// What `feedrpcd --check` finds wrong in the store of a daemon that has ended.
  private static func mismatches(in folder: TemporaryFolder) async throws -> [String] {
    let check = try DaemonProcess.launch(
      DaemonProcess.standardOptions(in: folder) + ["--check"],
      in: folder
    )
    if try await check.ended() == .exit(0) { return [] }
    return try await check.allOutput() + [check.allErrors()]
  }

  /// Lets the walkers work until so many answers came in all, then kills the daemon.
  private static func round(
    _ daemon: DaemonProcess,
    _ walkers: [Walker],
    killsAfter count: Int
  ) async throws -> [Walker] {
    let left = Lock(count)
    let walked = try await withThrowingTaskGroup(of: Walker.self) { group in
      for walker in walkers {
        let client = try daemon.client(as: walker.name, patience: .zero)
        group.addTask {
          var walker = walker
          while await walker.step(client) {
            let isLast = left.withLock { left in
              left -= 1
              return left == 0
            }
            if isLast { daemon.process.signal(SIGKILL) }
          }
          return walker
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await daemon.process.ended() == .signal(SIGKILL))
    return walked
  }
}
