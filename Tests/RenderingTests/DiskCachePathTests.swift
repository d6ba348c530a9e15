import Base
import Files
import Foundation
import Testing

@testable import Rendering

/// Files that other processes are to open.
@Suite(.timeLimit(.minutes(10))) struct DiskCachePathTests {
  private let trial: DiskTrial
  private let bytes = sampleBytes(5000)
  private let address = sampleAddress()

  init() throws { trial = try DiskTrial() }

  @Test func aPathIsOfAFileWithExactlyTheBytes() async throws {
    let cache = try trial.open()
    let path = try #require(await cache.path(of: bytes, at: address))
    #expect(path.hasPrefix(trial.path))
    #expect(DiskTrial.contents(of: path) == Array(bytes))
    #expect(await cache.path(of: bytes, at: address) == path)
    #expect(try trial.files() == [path])
    let next = try trial.open()
    #expect(await next.path(of: bytes, at: address) == path)
  }

  @Test func aFileOutlastsItsSweepByItsLease() async throws {
    let cache = try trial.open(capacityByteCount: 10 * 8192)
    let path = try #require(await cache.path(of: bytes, at: address))
    let others = (0..<100).map { sampleAddress(1, $0) }
    trial.pass(RenderLimits.diskLease - .nanoseconds(1))
    for other in others { cache.keep(bytes, at: other) }
    await cache.settle()
    #expect(DiskTrial.contents(of: path) == Array(bytes) && cache.byteCount == 10 * 8192)
    trial.pass(.nanoseconds(1))
    for other in others { cache.keep(bytes, at: other) }
    await cache.settle()
    #expect(DiskTrial.contents(of: path) == nil && cache.byteCount == 10 * 8192)
  }

  @Test func whereAllIsHandedOutNothingMoreIs() async throws {
    let cache = try trial.open(capacityByteCount: 10 * 8192)
    for number in 0..<10 {
      #expect(await cache.path(of: bytes, at: sampleAddress(1, number)) != nil)
    }
    #expect(await cache.path(of: bytes, at: address) == nil)
    #expect(cache.byteCount == 10 * 8192)
    trial.pass(RenderLimits.diskLease)
    #expect(await cache.path(of: bytes, at: address) != nil)
  }

  @Test func aFileThatWasChangedIsNotHandedOut() async throws {
    let cache = try trial.open()
    let path = try #require(await cache.path(of: bytes, at: address))
    // The size stays, and so does the time that anybody can set.
    var changed = Array(bytes)
    changed[7] ^= 1
    let modified = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    try DiskTrial.overwrite(path, changed)
    try FileManager.default.setAttributes([.modificationDate: modified as Any], ofItemAtPath: path)
    #expect(await cache.path(of: bytes, at: address) == path)
    #expect(DiskTrial.contents(of: path) == Array(bytes))
    #expect(trial.events == [.damaged(path: path)])
  }

  @Test func aFileThatWasOnlyTouchedIsLookedAtAgain() async throws {
    let cache = try trial.open()
    let path = try #require(await cache.path(of: bytes, at: address))
    try DiskTrial.overwrite(path, Array(bytes))
    #expect(await cache.path(of: bytes, at: address) == path)
    #expect(trial.events.isEmpty)
  }

  @Test func theOwnerAndRootCanOpenWhatOthersCannot() throws {
    let cache = try trial.open()
    #expect(cache.canBeOpened(by: geteuid()) && cache.canBeOpened(by: 0))
    #expect(!cache.canBeOpened(by: geteuid() + 1))
  }

  @Test func aPurgedPictureIsGoneAndItsNeighboursStay() async throws {
    let cache = try trial.open()
    let keys = try ["photo:a.10x10", "photo:b.10x10"].flatMap { id in
      try [1, 2, 3].map { try RenderKey(ImageVariant(imageID: id, width: $0)) }
    }
    let addresses = keys.map { DiskAddress($0, codec: "build") }
    for address in addresses { cache.keep(bytes, at: address) }
    let path = try #require(await cache.path(of: bytes, at: addresses[0]))
    await cache.purge(.photo, name: "a")
    #expect(try trial.files().count == 3)
    #expect(DiskTrial.contents(of: path) == nil)
    #expect(addresses.map(cache.mayHold) == [false, false, false, true, true, true])
    await cache.purge(.pattern, name: "b")
    await cache.purge(.photo, name: "never there")
    #expect(try trial.files().count == 3)
    let next = try trial.open()
    for (address, isThere) in zip(addresses, [false, false, false, true, true, true]) {
      #expect((await next.bytes(at: address) != nil) == isThere)
    }
  }

  @Test func aPurgeHidesThePictureAtOnceAlsoWhereItWaitsToBeWritten() async throws {
    let gate = DispatchSemaphore(value: 0)
    let cache = try trial.open { operation, _ in
      if operation == .write { gate.wait() }
      return nil
    }
    let key = try RenderKey(ImageVariant(imageID: "photo:a.10x10"))
    let address = DiskAddress(key, codec: "build")
    cache.keep(bytes, at: address)
    async let purged: Void = cache.purge(.photo, name: "a")
    gate.signal()
    await purged
    #expect(!cache.mayHold(address))
    #expect(try trial.files() == [])
  }

  @Test func whatCannotBePurgedIsGivenToNobodyAndGoesWhenItCan() async throws {
    let isStuck = Lock(true)
    let cache = try trial.open { operation, path in
      operation == .remove && path.contains("/pictures-1/") && isStuck.withLock { $0 } ? EIO : nil
    }
    let keys = try ["photo:a.10x10", "photo:b.10x10"].flatMap { id in
      try [1, 2].map { try RenderKey(ImageVariant(imageID: id, width: $0)) }
    }
    let addresses = keys.map { DiskAddress($0, codec: "build") }
    for address in addresses { cache.keep(bytes, at: address) }
    await cache.settle()
    let byteCount = cache.byteCount
    await cache.purge(.photo, name: "a")
    await cache.purge(.photo, name: "b")
    #expect(trial.events.count == 1 && cache.byteCount == byteCount)
    trial.pass(RenderLimits.diskPause)
    for address in addresses {
      #expect(!cache.mayHold(address))
      #expect(await cache.bytes(at: address) == nil)
      #expect(await cache.path(of: bytes, at: address) == nil)
    }
    #expect(try trial.files().count == 4)
    isStuck.withLock { $0 = false }
    cache.keep(bytes, at: sampleAddress())
    await cache.settle()
    #expect(try trial.files().count == 1 && cache.byteCount == byteCount / 4)
    cache.keep(bytes, at: addresses[0])
    await cache.settle()
    #expect(cache.mayHold(addresses[0]), "it may have been uploaded again")
  }

  @Test func whatIsPurgedWhileItWaitsTwiceToBeWrittenIsNotWritten() async throws {
    let gate = DispatchSemaphore(value: 0)
    let began = Counter()
    let cache = try trial.open { operation, _ in
      guard operation == .write else { return nil }
      began.increment()
      gate.wait()
      return nil
    }
    await cache.settle()
    cache.keep(bytes, at: sampleAddress())
    await began.wait(for: 1)
    let key = try RenderKey(ImageVariant(imageID: "photo:a.10x10"))
    for _ in 0..<2 { cache.keep(bytes, at: DiskAddress(key, codec: "build")) }
    async let purged: Void = cache.purge(.photo, name: "a")
    while cache.mayHold(DiskAddress(key, codec: "other build")) { await Task.yield() }
    for _ in 0..<3 { gate.signal() }
    await purged
    #expect(try trial.files().count == 1)
  }

  @Test func aPictureHasNoAddressWhileItsMakerIsUnknown() {
    let pixels = sampleKey(format: .rgba8)
    let key = sampleKey(format: .png)
    for unknown in ["", nil] { #expect(DiskAddress(key, madeBy: unknown) == nil) }
    #expect(DiskAddress(pixels, madeBy: "") == DiskAddress(pixels, madeBy: "build 1"))
    #expect(DiskAddress(key, madeBy: "build 1") != DiskAddress(key, madeBy: "build 2"))
  }
}
