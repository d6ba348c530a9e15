import Base
import Testing

@testable import Rendering

@Suite struct MemoryCacheTests {
  private func image(_ byteCount: Int) -> RenderedImage {
    let bytes = Bytes([UInt8](repeating: 7, count: byteCount))
    return RenderedImage(bytes: bytes, width: 1, height: 1, format: .png, origin: .memoryCache)
  }

  /// What an entry takes, overhead included.
  private let unit = 1000

  private func insert(_ cache: inout MemoryCache, _ seed: Int, units: Int = 1) -> Bool {
    let size = units * unit - MemoryCache.entryOverheadByteCount
    return cache.insert(image(size), for: sampleKey("\(seed)"))
  }

  private func seeds(_ cache: MemoryCache, _ range: Range<Int>) -> [Int] {
    var cache = cache
    return range.filter { cache.image(for: sampleKey("\($0)"), madeBy: "") != nil }
  }

  @Test func theBudgetIsReachedAndNeverExceeded() {
    var cache = MemoryCache(capacityByteCount: 10 * unit)
    for seed in 0..<10 { #expect(insert(&cache, seed)) }
    #expect(cache.byteCount == 10 * unit && cache.count == 10)
    #expect(insert(&cache, 10))
    #expect(cache.byteCount == 10 * unit && cache.count == 10)
    #expect(seeds(cache, 0..<11) == Array(1..<11))
  }

  @Test func aTenthOfTheBudgetIsAdmittedAndAByteMoreIsNot() {
    var cache = MemoryCache(capacityByteCount: 10 * unit)
    let size = unit - MemoryCache.entryOverheadByteCount
    #expect(cache.insert(image(size), for: sampleKey("fits")) == true)
    #expect(cache.insert(image(size + 1), for: sampleKey("larger")) == false)
    #expect(cache.count == 1 && cache.byteCount == unit)
  }

  @Test func whatWasUsedGetsASecondChance() {
    var cache = MemoryCache(capacityByteCount: 10 * unit)
    for seed in 0..<10 { _ = insert(&cache, seed) }
    #expect(cache.image(for: sampleKey("0"), madeBy: "") != nil)
    _ = insert(&cache, 10)
    #expect(seeds(cache, 0..<11) == [0] + Array(2..<11))
  }

  @Test func whereAllWereUsedOneGoesAllTheSame() {
    var cache = MemoryCache(capacityByteCount: 10 * unit)
    for seed in 0..<10 { _ = insert(&cache, seed) }
    #expect(seeds(cache, 0..<10).count == 10)
    for seed in 0..<10 { _ = cache.image(for: sampleKey("\(seed)"), madeBy: "") }
    #expect(insert(&cache, 10))
    #expect(cache.count == 10)
  }

  @Test func anEntryIsReplacedAndCountedOnce() {
    var cache = MemoryCache(capacityByteCount: 100 * unit)
    for units in [1, 5, 2] {
      #expect(insert(&cache, 1, units: units))
      #expect(cache.count == 1 && cache.byteCount == units * unit)
    }
    cache.remove(sampleKey("1"))
    cache.remove(sampleKey("1"))
    #expect(cache.count == 0 && cache.byteCount == 0)
  }

  @Test func whatCameFirstGoesFirst() {
    var cache = MemoryCache(capacityByteCount: 10 * unit)
    for seed in 0..<30 { _ = insert(&cache, seed) }
    #expect(seeds(cache, 0..<30) == Array(20..<30))
  }

  @Test func itShrinksToALimitAndPixelsGoFirst() {
    var cache = MemoryCache(capacityByteCount: 100 * unit)
    let picture = image(unit - MemoryCache.entryOverheadByteCount)
    var pixels = picture
    pixels.format = .rgba8
    for seed in 0..<8 {
      _ = cache.insert(seed < 4 ? picture : pixels, for: sampleKey("\(seed)"))
    }
    for seed in 4..<8 { _ = cache.image(for: sampleKey("\(seed)"), madeBy: "") }
    cache.shrink(to: 8 * unit, first: .rgba8)
    #expect(cache.count == 8)
    cache.shrink(to: 8 * unit - 1, first: .rgba8)
    #expect(cache.count == 7 && cache.byteCount == 7 * unit)
    cache.shrink(to: 3 * unit, first: .rgba8)
    #expect(seeds(cache, 0..<8) == [1, 2, 3])
    cache.shrink(to: 0)
    #expect(cache.count == 0 && cache.byteCount == 0)
  }

  @Test func whatIsUnwantedIsRemoved() {
    var cache = MemoryCache(capacityByteCount: 100 * unit)
    for seed in 0..<8 { _ = insert(&cache, seed) }
    cache.remove { $0.name == "3" || $0.name == "5" }
    #expect(seeds(cache, 0..<8) == [0, 1, 2, 4, 6, 7] && cache.byteCount == 6 * unit)
  }

  @Test func whatAnotherCodecMadeIsNotThereAndGivesItsPlaceToWhatThisOneMakes() {
    var cache = MemoryCache(capacityByteCount: 100 * unit)
    var picture = image(100)
    picture.codec = "build 1"
    cache.insert(picture, for: sampleKey())
    #expect(cache.image(for: sampleKey(), madeBy: "build 1") != nil)
    #expect(cache.image(for: sampleKey(), madeBy: "build 2") == nil)
    picture.codec = "build 2"
    cache.insert(picture, for: sampleKey())
    #expect(cache.image(for: sampleKey(), madeBy: "build 1") == nil)
    #expect(cache.image(for: sampleKey(), madeBy: "build 2") != nil)
    #expect(cache.count == 1)
  }

  @Test func aCacheOfNothingKeepsNothing() {
    var cache = MemoryCache(capacityByteCount: 0)
    #expect(cache.insert(image(0), for: sampleKey()) == false)
    #expect(cache.image(for: sampleKey(), madeBy: "") == nil)
  }

  @Test(arguments: 0..<50)
  func theBooksAgreeWithTheEntries(seed: Int) {
    var random = SeededRandom(seed: "\(seed)")
    var cache = MemoryCache(capacityByteCount: 200 * unit)
    var kept: [Int: Int] = [:]
    for _ in 0..<400 {
      let entry = random.index(below: 80)
      switch random.index(below: 4) {
      case 0: cache.remove(sampleKey("\(entry)"))
      case 1: _ = cache.image(for: sampleKey("\(entry)"), madeBy: "")
      default:
        let units = 1 + random.index(below: 20)
        if insert(&cache, entry, units: units) { kept[entry] = units }
      }
      #expect(cache.byteCount <= 200 * unit)
    }
    let units = seeds(cache, 0..<80).reduce(0) { $0 + (kept[$1] ?? 0) }
    #expect(cache.byteCount == units * unit)
  }
}
