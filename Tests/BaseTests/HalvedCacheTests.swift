import Base
import Testing

@Suite struct HalvedCacheTests {
  @Test func whatIsUsedStaysAndNoMoreThanTheLimitIsKept() {
    var cache = HalvedCache<Int, String>(limit: 8)
    for key in 0..<100 {
      cache.insert("\(key)", for: key)
      #expect(cache.value(for: 0) == "0")
      #expect(cache.count <= 8)
      // The newest half of the limit is there in any case.
      for recent in max(0, key - 2)...key { #expect(cache.value(for: recent) == "\(recent)") }
    }
  }

  @Test func theNewestValueCounts() {
    var cache = HalvedCache<Int, String>(limit: 2)
    cache.insert("old", for: 1)
    cache.insert("other", for: 2)
    #expect(cache.count == 2)
    cache.insert("new", for: 1)
    #expect(cache.value(for: 1) == "new" && cache.value(for: 2) == "other")
  }

  /// It may be in either half, or in both.
  @Test func whatIsRemovedIsGone() {
    var cache = HalvedCache<Int, Int>(limit: 4)
    for key in 1...3 { cache.insert(key, for: key) }
    #expect(cache.value(for: 1) == 1)
    for key in 1...3 {
      cache.remove(key)
      #expect(cache.value(for: key) == nil)
    }
    #expect(cache.count == 0)
    cache.remove(1)
  }

  @Test(arguments: [0, 1, 2]) func theSmallestKeepsTwo(limit: Int) {
    var cache = HalvedCache<Int, Int>(limit: limit)
    for key in 1...3 { cache.insert(key, for: key) }
    #expect(cache.count == 2 && cache.value(for: 1) == nil)
  }
}
