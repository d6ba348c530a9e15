import Base
import Foundation
import MemoryFiles
import Testing
import Waiting

@testable import Rendering

/// Pictures in memory files: made once, counted once, closed when others have theirs.
@Suite(.timeLimit(.minutes(5)))
struct FiledImageTests {
  private func image(_ byteCount: Int) -> RenderedImage {
    let bytes = Bytes([UInt8](repeating: 7, count: byteCount))
    return RenderedImage(bytes: bytes, width: 1, height: 1, format: .png, origin: .memoryCache)
  }

  private func cache(holding seeds: Range<Int>, byteCount: Int = 5_000) -> MemoryCache {
    var cache = MemoryCache(capacityByteCount: 100 << 20)
    for seed in seeds { cache.insert(image(byteCount), for: sampleKey("\(seed)")) }
    return cache
  }

  private func attach(_ cache: inout MemoryCache, _ seed: Int) throws {
    let key = sampleKey("\(seed)")
    let image = cache.image(for: key, madeBy: "")
    cache.attach(try SealedFile(copying: try #require(image).bytes), to: key, madeBy: "")
  }

  @Test func theBytesLieInTheFileAndItsPagesAreCounted() throws {
    var cache = cache(holding: 0..<3)
    try attach(&cache, 1)
    let found = cache.image(for: sampleKey("1"), madeBy: "")
    let filed = try #require(found)
    #expect(filed.bytes.memoryID == filed.file?.bytes.memoryID)
    #expect(filed.bytes == image(5_000).bytes)
    #expect(
      cache.file(for: sampleKey("1"), madeBy: "") != nil
        && cache.file(for: sampleKey("0"), madeBy: "") == nil
    )
    #expect(cache.byteCount == 2 * 5_000 + 8_192 + 3 * MemoryCache.entryOverheadByteCount)
    cache.remove(sampleKey("1"))
    #expect(cache.byteCount == 2 * (5_000 + MemoryCache.entryOverheadByteCount))
    #expect(cache.file(for: sampleKey("1"), madeBy: "") == nil)
  }

  @Test func whatIsNotHereGetsNoPlace() throws {
    var cache = cache(holding: 0..<1)
    cache.attach(try SealedFile(copying: [1]), to: sampleKey("other"), madeBy: "")
    #expect(cache.count == 1)
  }

  @Test func theFileOfAnotherCodecsPictureIsNotTaken() throws {
    var cache = MemoryCache(capacityByteCount: 100 << 20)
    var image = image(5_000)
    image.codec = "build 1"
    cache.insert(image, for: sampleKey())
    let file = try SealedFile(copying: image.bytes)
    cache.attach(file, to: sampleKey(), madeBy: "build 2")
    #expect(cache.file(for: sampleKey(), madeBy: "build 1") == nil)
    cache.attach(file, to: sampleKey(), madeBy: "build 1")
    #expect(cache.file(for: sampleKey(), madeBy: "build 1") === file)
    #expect(cache.file(for: sampleKey(), madeBy: "build 2") == nil)
  }

  @Test func theOldestFileIsClosedAndItsBytesStay() throws {
    let limit = RenderLimits.memoryFiles
    var cache = cache(holding: 0..<limit + 1, byteCount: 10)
    for seed in 0..<limit { try attach(&cache, seed) }
    #expect((0..<limit).allSatisfy { cache.file(for: sampleKey("\($0)"), madeBy: "") != nil })
    let before = cache.byteCount
    try attach(&cache, limit)
    #expect(
      cache.file(for: sampleKey("0"), madeBy: "") == nil
        && cache.file(for: sampleKey("1"), madeBy: "") != nil
    )
    #expect(cache.image(for: sampleKey("0"), madeBy: "")?.bytes == image(10).bytes)
    #expect(cache.byteCount == before - 10 + 4_096, "the mapping takes its page all the same")
  }

  @Test func aProcessOfFewDescriptorsHasFewFiles() throws {
    var cache = MemoryCache(capacityByteCount: 1 << 20, fileLimit: 2)
    for seed in 0..<3 {
      cache.insert(image(10), for: sampleKey("\(seed)"))
      try attach(&cache, seed)
    }
    let filed = (0..<3).map { cache.file(for: sampleKey("\($0)"), madeBy: "") != nil }
    #expect(filed == [false, true, true])
  }

  @Test func halfOfTheFilesCloseWhereDescriptorsRunOut() throws {
    var cache = cache(holding: 0..<5, byteCount: 10)
    for seed in 0..<5 { try attach(&cache, seed) }
    cache.closeFiles()
    let filed = (0..<5).map { cache.file(for: sampleKey("\($0)"), madeBy: "") != nil }
    #expect(filed == [false, false, false, true, true])
    cache.closeFiles()
    cache.closeFiles()
    cache.closeFiles()
    #expect(cache.count == 5 && cache.file(for: sampleKey("4"), madeBy: "") == nil)
  }

  @Test func manyWhoAskAtOnceAllGetAFile() async throws {
    let renderer = ImageRenderer(ImageRenderer.Configuration(slots: 1), sources: [:])
    let image = image(200_000)
    let files = await withTaskGroup(of: RenderedImage?.self) { group in
      for _ in 0..<50 { group.addTask { await renderer.filed(image, for: sampleKey()) } }
      return await group.reduce(into: []) { $0.append($1?.file) }
    }
    #expect(files.count == 50 && files.allSatisfy { $0?.bytes.count == 200_000 })
    // Each asked while one was made, or found that one gone again: it is in no cache.
    let again = await renderer.filed(image, for: sampleKey())
    #expect(again?.file != nil)
  }

  @Test func whatIsInTheCacheIsFiledOnceForAll() async throws {
    let cache = SharedMemoryCache(capacityByteCount: 100 << 20)
    let maker = FileMaker(cache)
    let image = image(100_000)
    cache.insert(image, for: sampleKey())
    let first = await maker.filed(image, for: sampleKey())
    // With the old picture in hand, as one who asked the cache before.
    let second = await maker.filed(image, for: sampleKey())
    #expect(first?.file != nil && first?.file === second?.file)
    #expect(cache.image(for: sampleKey(), madeBy: "")?.file === first?.file)
  }

  @Test func everyCallerHearsHowTheirsCame() async throws {
    let maker = FileMaker(SharedMemoryCache(capacityByteCount: 100 << 20))
    let gate = DispatchSemaphore(value: 0)
    maker.startThread().start { gate.wait() }
    let origins: [RenderOrigin] = [.rendered, .coalesced, .coalesced, .memoryCache]
    let calls = origins.map { origin in
      var asked = image(100)
      asked.origin = origin
      return Task { [asked] in await maker.filed(asked, for: sampleKey())?.origin }
    }
    try await waitUntil { maker.waitingCount == 1 }
    gate.signal()
    for (call, origin) in zip(calls, origins) { #expect(await call.value == origin) }
  }

  @Test func soManyWaitForTheirFileAndNoMore() async throws {
    let maker = FileMaker(SharedMemoryCache(capacityByteCount: 100 << 20))
    let gate = DispatchSemaphore(value: 0)
    maker.startThread().start { gate.wait() }
    let image = image(100)
    @Sendable func ask(_ number: Int) -> Task<Bool, Never> {
      Task { await maker.filed(image, for: sampleKey("\(number)"))?.file != nil }
    }
    let calls = (0..<RenderLimits.waitingFiles).map(ask)
    try await waitUntil { maker.waitingCount == RenderLimits.waitingFiles }
    #expect(await !ask(RenderLimits.waitingFiles).value)
    // Whoever wants what others wait for waits with them.
    let same = ask(0)
    gate.signal()
    for call in calls + [same] { #expect(await call.value) }
    #expect(await ask(RenderLimits.waitingFiles).value)
  }

  @Test func aCallThatWasGivenUpGetsNone() async {
    let renderer = ImageRenderer(ImageRenderer.Configuration(slots: 1), sources: [:])
    let image = image(1_000)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await renderer.filed(image, for: sampleKey())
    }
    #expect(await task.value == nil)
  }

  @Test func aPictureOfNoBytesHasNoFile() async {
    let renderer = ImageRenderer(ImageRenderer.Configuration(slots: 1), sources: [:])
    #expect(await renderer.filed(image(0), for: sampleKey()) == nil)
  }
}
