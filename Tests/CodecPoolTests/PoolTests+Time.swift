import Base
import CodecPool
import Foundation
import Rendering
import Testing

extension PoolTests {
  @Test func aHangingWorkerTimesOut() async throws {
    let fake = try FakeWorker("hangs")
    var limits = CodecLimits.quick
    limits.workTime = .milliseconds(20)
    var watched = WatchedPool(fake.path, limits: limits)
    await #expect(throws: EncodingError.timedOut) { try await Self.encode(watched.pool) }
    #expect(try await watched.end() == .workTimedOut)
    await #expect(throws: EncodingError.timedOut) { try await Self.encode(watched.pool) }
    await watched.pool.shutdown()
  }

  @Test func cancellingARunningEncodeKillsItsWorkerAfterAGrace() async throws {
    let fake = try FakeWorker("hangs")
    var watched = WatchedPool(fake.path)
    let encode = Task { [pool = watched.pool] in try await Self.encode(pool) }
    await fake.request()
    encode.cancel()
    await #expect(throws: EncodingError.cancelled) { try await encode.value }
    #expect(try await watched.end() == .cancelled)
    _ = try await watched.ready()
    await watched.pool.shutdown()
  }

  @Test func aCancelledEncodeThatIsNearlyDoneKeepsItsWorker() async throws {
    let fake = try FakeWorker("waits")
    var limits = CodecLimits.quick
    limits.cancelGrace = .seconds(60)
    let watched = WatchedPool(fake.path, limits: limits)
    let first = Task { [pool = watched.pool] in try await Self.encode(pool) }
    await fake.request()
    let processes = watched.pool.workerProcessIDs
    first.cancel()
    await #expect(throws: EncodingError.cancelled) { try await first.value }
    fake.leave()
    fake.leave()
    #expect(try await Self.encode(watched.pool) == Self.encoded)
    #expect(watched.pool.workerProcessIDs == processes)
    await watched.pool.shutdown()
  }

  @Test func cancellingAWaitingEncodeLeavesTheOthersAlone() async throws {
    let fake = try FakeWorker("waits")
    let watched = WatchedPool(fake.path)
    let running = Task { [pool = watched.pool] in try await Self.encode(pool) }
    await fake.request()
    let waiting = Task { [pool = watched.pool] in try await Self.encode(pool) }
    waiting.cancel()
    await #expect(throws: EncodingError.cancelled) { try await waiting.value }
    fake.leave()
    #expect(try await running.value == Self.encoded)
    await watched.pool.shutdown()
  }

  @Test func aTaskThatIsCancelledBeforehandStartsNothing() async throws {
    let fake = try FakeWorker("dies")
    let watched = WatchedPool(fake.path)
    let encode = Task { [pool = watched.pool] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Self.encode(pool)
    }
    await #expect(throws: EncodingError.cancelled) { try await encode.value }
    await watched.pool.shutdown()
  }

  @Test func moreThanMayWaitAreUnavailable() async throws {
    let fake = try FakeWorker("waits")
    var limits = CodecLimits.quick
    limits.waitingCount = 1
    let watched = WatchedPool(fake.path, limits: limits)
    let running = Task { [pool = watched.pool] in try await Self.encode(pool) }
    await fake.request()
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask { [pool = watched.pool] in await Self.result(pool) }
      }
      // The worker waits, so the first that is answered has not been served.
      #expect(await group.next() == .failure(.unavailable))
      fake.leave()
      fake.leave()
      #expect(await group.next() == .success(Self.encoded))
    }
    #expect(try await running.value == Self.encoded)
    await watched.pool.shutdown()
  }
}
