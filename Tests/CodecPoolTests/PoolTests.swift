import Base
import CodecPool
import Files
import Foundation
import Rendering
import Testing

/// Pools with workers that misbehave; one at a time, since they count what the process has open.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PoolTests {
  static let picture = PixelBuffer.plain(2, 2)
  static let encoded = Bytes([1, 2, 3, 255])

  static func encode(_ pool: CodecPool) async throws(EncodingError) -> Bytes {
    try await pool.encode(picture, as: .png, quality: 80)
  }

  static func result(_ pool: CodecPool) async -> Result<Bytes, EncodingError> {
    do throws(EncodingError) { return .success(try await encode(pool)) } catch {
      return .failure(error)
    }
  }

  @Test func aWellBehavedWorkerIsKept() async throws {
    let fake = try FakeWorker("echoes")
    let watched = WatchedPool(fake.path)
    #expect(try await Self.encode(watched.pool) == Self.encoded)
    let processes = watched.pool.workerProcessIDs
    for _ in 0..<100 { #expect(try await Self.encode(watched.pool) == Self.encoded) }
    #expect(watched.pool.workerProcessIDs == processes)
    #expect(watched.pool.buildIdentity == "fake")
    await watched.pool.shutdown()
  }

  @Test func withoutAProgramThereIsNoEncoder() async throws {
    let fake = try FakeWorker("echoes")
    let watched = WatchedPool(fake.path)
    #expect(watched.pool.isAvailable, "while the first worker starts")
    _ = try await Self.encode(watched.pool)
    #expect(watched.pool.isAvailable)
    await watched.pool.shutdown()
    let missing = WatchedPool(fake.path + ".missing")
    // Who waits is answered once the pool has found out.
    await #expect(throws: EncodingError.unavailable) { try await Self.encode(missing.pool) }
    #expect(!missing.pool.isAvailable)
    await missing.pool.shutdown()
  }

  @Test(
    arguments: [
      ("dies", .died), ("answersGarbage", .brokeProtocol), ("answersTooMuch", .brokeProtocol),
      ("answersHugeCount", .brokeProtocol), ("answersPastTheMemory", .brokeProtocol),
      ("answersNothing", .brokeProtocol), ("answersOtherNumber", .brokeProtocol),
      ("answersReady", .brokeProtocol),
    ] as [(String, CodecEvent.Reason)]
  )
  func aBadAnswerEndsTheWorkerAndNothingElse(
    behaviour: String,
    reason: CodecEvent.Reason
  ) async throws {
    let fake = try FakeWorker(behaviour)
    var watched = WatchedPool(fake.path)
    for _ in 0..<2 {
      await #expect(throws: EncodingError.crashed) { try await Self.encode(watched.pool) }
      #expect(try await watched.end() == reason)
    }
    await watched.pool.shutdown()
  }

  @Test func aRefusalIsNoCrash() async throws {
    let fake = try FakeWorker("refuses")
    let watched = WatchedPool(fake.path)
    await #expect(throws: EncodingError.refused("no such colour")) {
      try await Self.encode(watched.pool)
    }
    let processes = watched.pool.workerProcessIDs
    await #expect(throws: EncodingError.refused("no such colour")) {
      try await Self.encode(watched.pool)
    }
    #expect(watched.pool.workerProcessIDs == processes)
  }

  /// No process has so much address space.
  @Test func aJobThatThereIsNoMemoryForLeavesTheWorkerAlone() async throws {
    let fake = try FakeWorker("echoes")
    var limits = CodecLimits.quick
    limits.preparedByteCount = 1 << 48
    let watched = WatchedPool(fake.path, limits: limits)
    #expect(try await Self.encode(watched.pool) == Self.encoded)
    let processes = watched.pool.workerProcessIDs
    let file = try Photos.file(of: Data("photo".utf8))
    for _ in 0..<3 {
      await #expect(throws: PhotoError.exhausted(.memory)) { try await watched.pool.prepare(file) }
      #expect(try await Self.encode(watched.pool) == Self.encoded)
    }
    #expect(watched.pool.workerProcessIDs == processes)
    await watched.pool.shutdown()
  }

  @Test func aWorkerWithoutRoomForTheMemoryIsKept() async throws {
    let fake = try FakeWorker("hasNoRoom")
    var limits = CodecLimits.quick
    // So each request brings its memory.
    limits.keptMemoryByteCount = 0
    let watched = WatchedPool(fake.path, limits: limits)
    await #expect(throws: EncodingError.exhausted(.memory)) { try await Self.encode(watched.pool) }
    let processes = watched.pool.workerProcessIDs
    for _ in 0..<3 {
      #expect(try await Self.encode(watched.pool) == Self.encoded)
      await #expect(throws: EncodingError.exhausted(.memory)) {
        try await Self.encode(watched.pool)
      }
    }
    #expect(watched.pool.workerProcessIDs == processes)
    await watched.pool.shutdown()
  }

  @Test func aPassedDescriptorIsDropped() async throws {
    let fake = try FakeWorker("answersWithDescriptor")
    let watched = WatchedPool(fake.path)
    #expect(try await Self.encode(watched.pool) == Self.encoded)
    let before = try openDescriptors { $0.hasPrefix("/dev/") || $0.hasPrefix("pipe") }
    for _ in 0..<20 { #expect(try await Self.encode(watched.pool) == Self.encoded) }
    #expect(try openDescriptors { $0.hasPrefix("/dev/") || $0.hasPrefix("pipe") } < before + 10)
    await watched.pool.shutdown()
  }

  @Test func theSharedMemoryKeepsItsSize() async throws {
    let fake = try FakeWorker("triesToShrink")
    let watched = WatchedPool(fake.path)
    #expect(try await Self.encode(watched.pool).count == 1 << 20)
  }

  @Test(
    arguments: [
      ("exits", .died), ("staysSilent", .startTimedOut), ("beginsWithGarbage", .brokeProtocol),
    ] as [(String, CodecEvent.Reason)]
  )
  func aWorkerThatNeverGetsReadyIsUnavailable(
    behaviour: String,
    reason: CodecEvent.Reason
  ) async throws {
    let fake = try FakeWorker(behaviour)
    var limits = CodecLimits.quick
    limits.startTime = behaviour == "staysSilent" ? .milliseconds(20) : .seconds(10)
    var watched = WatchedPool(fake.path, workerCount: 2, limits: limits)
    await #expect(throws: EncodingError.unavailable) { try await Self.encode(watched.pool) }
    for _ in 0..<6 { #expect(try await watched.end() == reason) }
    // From now on nobody waits.
    await #expect(throws: EncodingError.unavailable) { try await Self.encode(watched.pool) }
    await watched.pool.shutdown()
  }

  @Test(arguments: ["endsWhenReady", "speaksUnasked"])
  func aWorkerThatFailsOnceReadyFailsTyped(behaviour: String) async throws {
    let fake = try FakeWorker(behaviour)
    var watched = WatchedPool(fake.path)
    do {
      _ = try await Self.encode(watched.pool)
      Issue.record("nothing can be encoded")
    } catch {
      #expect([.crashed, .unavailable].contains(error))
    }
    _ = try await watched.end()
    await watched.pool.shutdown()
  }

  @Test func aMissingProgramIsUnavailable() async throws {
    let path = "/nonexistent/feedrpc-codec"
    var watched = WatchedPool(path, workerCount: 2)
    await #expect(throws: EncodingError.unavailable) { try await Self.encode(watched.pool) }
    #expect(try await watched.next() == .notStarted(path: path, errno: ENOENT))
    #expect(watched.pool.buildIdentity.isEmpty)
    #expect(watched.pool.workerProcessIDs.isEmpty)
    await watched.pool.shutdown()
  }

  @Test func startsOfABrokenProgramGetRare() async throws {
    let fake = try FakeWorker("exits")
    var limits = CodecLimits.quick
    limits.respawn.firstDelay = .milliseconds(5)
    limits.respawn.longestDelay = .milliseconds(20)
    let start = Instant.now()
    var watched = WatchedPool(fake.path, limits: limits)
    for _ in 0..<6 { _ = try await watched.end() }
    // The delays between six ends.
    #expect(Instant.now() - start >= .milliseconds(5 + 10 + 20 + 20 + 20))
    await watched.pool.shutdown()
  }

  /// Counts the open files of this process whose targets match.
  func openDescriptors(_ matches: (String) -> Bool) throws -> Int {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      // The listing itself is closed by now, and so may be what other tests opened.
      let target = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return target.map(matches) ?? false
    }
  }
}
