import Base
import CodecPool
import Foundation
import Rendering
import Testing

extension PoolTests {
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
      try await watched.pool.encode(.plain(width, height), as: .jpeg, quality: quality)
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
}
