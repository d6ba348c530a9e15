import Base
import CodecPool
import Foundation
import Rendering
import Testing
import Waiting

extension PoolTests {
  @Test func aWorkerServesItsTerm() async throws {
    let fake = try FakeWorker("echoes")
    var limits = CodecLimits.quick
    limits.picturesPerWorker = 3
    var watched = WatchedPool(fake.path, limits: limits)
    for _ in 0..<7 { #expect(try await Self.encode(watched.pool) == Self.encoded) }
    for _ in 0..<2 { #expect(try await watched.end() == .servedItsTerm) }
    await watched.pool.shutdown()
    #expect(try await watched.end() == .stopped)
  }

  @Test func aWorkerThatGrowsIsReplaced() async throws {
    let fake = try FakeWorker("echoes")
    var limits = CodecLimits.quick
    limits.workerByteCount = 1
    limits.picturesPerLook = 2
    var watched = WatchedPool(fake.path, limits: limits)
    for _ in 0..<4 { #expect(try await Self.encode(watched.pool) == Self.encoded) }
    for _ in 0..<2 { #expect(try await watched.end() == .grewTooLarge) }
    await watched.pool.shutdown()
  }

  @Test func workersWithOtherLibrariesAreReplaced() async throws {
    let fake = try FakeWorker("changesLibraries")
    var watched = WatchedPool(fake.path, workerCount: 2)
    #expect(try await watched.end() == .outdated)
    await watched.pool.shutdown()
  }

  @Test func aWorkerThatIsKilledWhileIdleIsReplacedUnseen() async throws {
    let fake = try FakeWorker("echoes")
    var watched = WatchedPool(fake.path)
    #expect(try await Self.encode(watched.pool) == Self.encoded)
    kill(try await watched.ready(), SIGKILL)
    #expect(try await watched.end() == .died)
    #expect(try await Self.encode(watched.pool) == Self.encoded)
    await watched.pool.shutdown()
  }

  @Test func picturesThatKillWorkersDoNotKeepThemAway() async throws {
    let fake = try FakeWorker("dies")
    var limits = CodecLimits.quick
    // Delays that doubled would take days.
    limits.respawn.longestDelay = .seconds(1 << 20)
    let watched = WatchedPool(fake.path, limits: limits)
    for _ in 0..<30 {
      await #expect(throws: EncodingError.crashed) { try await Self.encode(watched.pool) }
    }
    await watched.pool.shutdown()
  }

  private func ofWorkers(_ target: String) -> Bool {
    target.hasPrefix("socket") || target.contains("memfd")
  }

  @Test func fiftyKilledWorkersLeaveNothingBehind() async throws {
    let fake = try FakeWorker("echoes")
    var watched = WatchedPool(fake.path)
    var processes: [pid_t] = []
    var before = 0
    for cycle in 0..<51 {
      #expect(try await Self.encode(watched.pool) == Self.encoded)
      if cycle == 0 { before = try openDescriptors(ofWorkers) }
      let process = try await watched.ready()
      processes.append(process)
      kill(process, SIGKILL)
      #expect(try await watched.end() == .died)
    }
    await watched.pool.shutdown()
    // Those of other tests, which run beside this one, come and go.
    try await waitUntil { try openDescriptors(ofWorkers) < before + 10 }
    // A zombie would still take signals.
    for process in processes { #expect(kill(process, 0) == -1) }
  }
}
