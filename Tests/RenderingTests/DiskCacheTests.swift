import Base
import Files
import Foundation
import Testing

@testable import Rendering

@Suite(.timeLimit(.minutes(10))) struct DiskCacheTests {
  private let trial: DiskTrial
  private let bytes = sampleBytes(5000)
  private let address = sampleAddress()

  init() throws { trial = try DiskTrial() }

  /// A cache that knows all that is on the disk.
  private func open(
    _ capacityByteCount: Int = 100 << 20,
    fault: FileSystem.Fault? = nil
  ) async throws -> DiskCache {
    let cache = try trial.open(capacityByteCount: capacityByteCount, fault: fault)
    await cache.settle()
    return cache
  }

  private func addresses(_ count: Int) -> [DiskAddress] {
    (0..<count).map { sampleAddress(UInt64($0) << 56, $0) }
  }

  @Test func whatIsKeptIsThereAlsoForTheNextProcess() async throws {
    let cache = try await open()
    #expect(!cache.mayHold(address))
    cache.keep(bytes, at: address)
    await cache.settle()
    #expect(cache.mayHold(address) && cache.byteCount == 8192)
    #expect(await cache.bytes(at: address) == bytes)
    let next = try await open()
    #expect(next.byteCount == 8192)
    #expect(await next.bytes(at: address) == bytes)
    #expect(trial.events.isEmpty)
  }

  @Test func whatIsThereIsFoundBeforeAllIsKnown() async throws {
    try await keepOne()
    let gate = DispatchSemaphore(value: 0)
    // The look through the directories begins with what was left unfinished.
    let cache = try trial.open { operation, path in
      if operation == .list, path.hasSuffix("unfinished") {
        gate.wait()
        gate.signal()
      }
      return nil
    }
    #expect(cache.byteCount == 0)
    #expect(await cache.bytes(at: address) == bytes)
    #expect(await cache.bytes(at: sampleAddress(1)) == nil)
    gate.signal()
    await cache.settle()
    #expect(cache.byteCount == 8192)
  }

  private func keepOne() async throws {
    let cache = try await open()
    cache.keep(bytes, at: address)
    await cache.close()
  }

  @Test func leftoversOfAKilledProcessAreSwept() async throws {
    try await keepOne()
    let leftover = "\(trial.path)/\(DiskFileName.directory)/unfinished/x.partial"
    #expect(FileManager.default.createFile(atPath: leftover, contents: Data(bytes)))
    #expect(try trial.files().count == 2)
    _ = try await open()
    #expect(try trial.files().count == 1)
  }

  @Test func aDamagedFileIsRemovedAndToldOfAndNeverGiven() async throws {
    try await keepOne()
    let path = try trial.file()
    try DiskTrial.overwrite(path, Array(bytes.slice(0..<4999)))
    let cache = try await open()
    #expect(cache.mayHold(address))
    #expect(await cache.bytes(at: address) == nil)
    #expect(!cache.mayHold(address) && cache.byteCount == 0)
    #expect(try trial.files() == [])
    #expect(trial.events == [.damaged(path: path)])
    cache.keep(bytes, at: address)
    await cache.settle()
    #expect(await cache.bytes(at: address) == bytes)
  }

  @Test func aFileThatSomebodyRemovedIsNotThere() async throws {
    let cache = try await open()
    cache.keep(bytes, at: address)
    await cache.settle()
    try FileSystem().remove(try trial.file())
    #expect(await cache.bytes(at: address) == nil)
    #expect(cache.byteCount == 0 && !cache.mayHold(address) && trial.events.isEmpty)
  }

  @Test func theBudgetHoldsOnTheDisk() async throws {
    let cache = try await open(20 * 8192)
    for address in addresses(40) { cache.keep(bytes, at: address) }
    await cache.settle()
    #expect(cache.byteCount == 20 * 8192)
    #expect(try trial.files().count == 20)
    cache.keep(sampleBytes(2 * 8192 + 1), at: address)
    await cache.settle()
    #expect(!cache.mayHold(address))
    let smaller = try await open(10 * 8192)
    #expect(smaller.byteCount == 10 * 8192)
    #expect(try trial.files().count == 10)
  }

  @Test func aBudgetForNothingKeepsNothing() async throws {
    let cache = try await open(0)
    cache.keep(bytes, at: address)
    await cache.settle()
    #expect(await cache.path(of: bytes, at: address) == nil)
    #expect(try trial.files() == [])
  }

  @Test func aFullDiskStopsTheWritingAndItResumes() async throws {
    let isFull = Lock(true)
    let cache = try await open { operation, _ in
      operation == .write && isFull.withLock { $0 } ? ENOSPC : nil
    }
    for address in addresses(5) { cache.keep(bytes, at: address) }
    await cache.settle()
    #expect(trial.events.count == 1)
    guard case .paused(let error) = trial.events[0] else { return #expect(Bool(false)) }
    #expect(error.isFull)
    #expect(try trial.files() == [])
    isFull.withLock { $0 = false }
    trial.pass(RenderLimits.diskPause - .nanoseconds(1))
    cache.keep(bytes, at: address)
    await cache.settle()
    #expect(!cache.mayHold(address))
    trial.pass(.nanoseconds(1))
    cache.keep(bytes, at: address)
    await cache.settle()
    #expect(await cache.bytes(at: address) == bytes)
    #expect(trial.events.count == 2 && trial.events[1] == .resumed)
  }

  @Test func whatCannotBeRemovedStillCounts() async throws {
    let isStuck = Lock(false)
    let cache = try await open(10 * 8192) { operation, _ in
      operation == .remove && isStuck.withLock { $0 } ? EROFS : nil
    }
    for address in addresses(10) { cache.keep(bytes.slice(0..<4096), at: address) }
    for address in addresses(20) { cache.keep(bytes.slice(0..<4096), at: address) }
    await cache.settle()
    #expect(cache.byteCount == 10 * 8192)
    isStuck.withLock { $0 = true }
    cache.keep(bytes, at: address)
    await cache.settle()
    #expect(cache.byteCount == 10 * 8192 && !cache.mayHold(address))
    #expect(try trial.files().count == 20)
  }

  /// Pictures that just fit into the queue, by their number or by their bytes.
  @Test(
    arguments: [
      (RenderLimits.diskWrites, 5_000), (8, RenderLimits.diskWriteBytes / 8),
    ]
  )
  func soManyWaitForTheWriterAndNoMore(count: Int, byteCount: Int) async throws {
    let gate = DispatchSemaphore(value: 0)
    let began = Counter()
    let cache = try await open { operation, _ in
      guard operation == .write else { return nil }
      began.increment()
      gate.wait()
      return nil
    }
    cache.keep(sampleBytes(1), at: address)
    await began.wait(for: 1)
    let picture = sampleBytes(byteCount)
    for address in addresses(count) { cache.keep(picture, at: address) }
    // Nobody waits meanwhile, not even who asks for a path.
    #expect(await cache.path(of: sampleBytes(1), at: sampleAddress(1)) == nil)
    for _ in 0...count { gate.signal() }
    await cache.settle()
    #expect(try trial.files().count == 1 + count)
  }

  @Test(arguments: 0..<60) func whateverFailsOnceWorksAgainAfterwards(number: Int) async throws {
    let fault = NthFault(number)
    guard let cache = try? trial.open(fault: fault.fault) else {
      // Where the directories can't be made there is no cache.
      return #expect(number < fault.operationCount)
    }
    await cache.settle()
    for _ in 0..<2 {
      trial.pass(RenderLimits.diskPause)
      let known = await cache.bytes(at: address)
      #expect(known == nil || known == bytes)
      cache.keep(bytes, at: address)
      await cache.settle()
    }
    let path = await cache.path(of: bytes, at: address)
    #expect(path == nil || DiskTrial.contents(of: path ?? "") == Array(bytes))
    trial.pass(RenderLimits.diskPause)
    #expect(await cache.path(of: bytes, at: address) != nil)
    #expect(try trial.files().count == 1)
    let next = try await open()
    #expect(await next.bytes(at: address) == bytes)
  }
}
