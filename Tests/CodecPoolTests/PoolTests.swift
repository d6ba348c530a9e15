import Base
import CodecPool
import Foundation
import Rendering
import Testing

/// Pools with workers that misbehave; one at a time, since they count what the process has open.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PoolTests {
  private static let picture = PixelBuffer.plain(2, 2)
  private static let encoded = Bytes([1, 2, 3, 255])

  private static func encode(_ pool: CodecPool) async throws(EncodingError) -> Bytes {
    try await pool.encode(picture, as: .png, quality: 80)
  }

  private static func result(_ pool: CodecPool) async -> Result<Bytes, EncodingError> {
    do throws(EncodingError) { return .success(try await encode(pool)) } catch {
      return .failure(error)
    }
  }

  // MARK: What workers say

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

  // MARK: Time and cancellation

  @Test func aHangingWorkerTimesOut() async throws {
    let fake = try FakeWorker("hangs")
    var limits = CodecLimits.quick
    limits.encodeTime = .milliseconds(20)
    var watched = WatchedPool(fake.path, limits: limits)
    await #expect(throws: EncodingError.timedOut) { try await Self.encode(watched.pool) }
    #expect(try await watched.end() == .encodeTimedOut)
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

  // MARK: Replacement

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
    #expect(try openDescriptors(ofWorkers) < before + 10)
    // A zombie would still take signals.
    for process in processes { #expect(kill(process, 0) == -1) }
  }

  // MARK: Start and end

  @Test func aWorkerInheritsNothingButItsSocketAndStandardError() async throws {
    let leaky = open("/dev/null", O_RDONLY)
    defer { close(leaky) }
    let fake = try FakeWorker("echoes")
    var watched = WatchedPool(fake.path)
    let process = try await watched.ready()
    let folder = "/proc/\(process)/fd"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["0", "1", "2", "3"])
    for name in ["0", "1"] {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      #expect(target == "/dev/null")
    }
    #expect(getpgid(process) == process)
    await watched.pool.shutdown()
  }

  @Test func shutdownAnswersEverybodyAndEndsAllWorkers() async throws {
    let fake = try FakeWorker("hangs")
    let watched = WatchedPool(fake.path, workerCount: 2)
    let encodes = (0..<6).map { _ in Task { [pool = watched.pool] in try await Self.encode(pool) } }
    await fake.request()
    await fake.request()
    let processes = watched.pool.workerProcessIDs
    #expect(processes.count == 2)
    await watched.pool.shutdown()
    for encode in encodes {
      await #expect(throws: EncodingError.unavailable) { try await encode.value }
    }
    for process in processes { #expect(kill(process, 0) == -1) }
    await #expect(throws: EncodingError.unavailable) { try await Self.encode(watched.pool) }
    await watched.pool.shutdown()
  }

  @Test func aPoolThatNobodyHoldsEndsItsWorkers() async throws {
    let fake = try FakeWorker("echoes")
    let (events, reports) = AsyncStream<CodecEvent>.makeStream()
    var pool: CodecPool? = CodecPool(workerCount: 1, executablePath: fake.path) {
      reports.yield($0)
    }
    _ = try await pool?.encode(Self.picture, as: .png, quality: 1)
    pool = nil
    for await event in events {
      guard case .ended(_, let reason, let completedCount) = event else { continue }
      #expect(reason == .stopped)
      #expect(completedCount == 1)
      break
    }
  }

  @Test(arguments: [(0, 1, 80), (1, 0, 80), (1, 1, 0), (1, 1, 101), (65_536, 1, 80)])
  func impossibleArgumentsAreRefused(width: Int, height: Int, quality: Int) async throws {
    let fake = try FakeWorker("echoes")
    let watched = WatchedPool(fake.path)
    let text = "width=\(width) height=\(height) quality=\(quality)"
    await #expect(throws: EncodingError.refused(text)) {
      try await watched.pool.encode(.plain(width, height), as: .png, quality: quality)
    }
  }

  @Test func aPictureThatNeedsTooMuchMemoryIsRefused() async throws {
    let fake = try FakeWorker("echoes")
    var limits = CodecLimits.quick
    limits.memoryByteCount = 1 << 20
    let watched = WatchedPool(fake.path, limits: limits)
    // 4 x 483 x 501 = 967,932 bytes are 16 too many, see CodecMemoryTests.
    #expect(
      try await watched.pool.encode(.plain(482, 501), as: .png, quality: 1) == Self.encoded
    )
    await #expect(throws: EncodingError.refused("width=483 height=501 quality=1")) {
      try await watched.pool.encode(.plain(483, 501), as: .png, quality: 1)
    }
  }

  @Test func largeMemoryIsGivenBack() async throws {
    let fake = try FakeWorker("echoes")
    var limits = CodecLimits.quick
    limits.keptMemoryByteCount = 1 << 20
    let watched = WatchedPool(fake.path, limits: limits)
    for side in [10, 600, 10, 600, 600] {
      let picture = PixelBuffer.plain(side, side)
      #expect(try await watched.pool.encode(picture, as: .png, quality: 1) == Self.encoded)
    }
    await watched.pool.shutdown()
  }

  /// Counts the open files of this process whose targets match.
  private func openDescriptors(_ matches: (String) -> Bool) throws -> Int {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      // The listing itself is closed by now, and so may be what other tests opened.
      let target = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return target.map(matches) ?? false
    }
  }
}
