import Base
import Testing

@Suite struct LogHistogramTests {
  @Test(arguments: [1, 5, 11]) func everyQuantileIsWithinThePrecision(bits: Int) {
    var random = RandomGenerator(seed: 7)
    var histogram = LogHistogram(precisionBits: bits)
    var values: [Int64] = []
    for _ in 0..<2_000 {
      let value = Int64(random.next() >> UInt64.random(in: 2...63, using: &random))
      values.append(value)
      histogram.record(value)
    }
    values.sort()
    for fraction in [0.01, 0.5, 0.9, 0.99, 0.999, 1] {
      let exact = values[Int((fraction * 2_000).rounded(.up)) - 1]
      let told = histogram.quantile(fraction)
      #expect(told >= exact)
      #expect(Double(told) <= Double(exact) * (1 + 1 / Double(1 << bits)) + 1)
    }
  }

  /// 0.999 of 1,000 are 999, whatever 99.9 / 100 is as a binary fraction.
  @Test(arguments: [(99.9, 1_000), (99.9, 10_000), (7, 100), (14, 100), (28, 100), (55, 100)])
  func aRankIsWhatItsPercentageSays(percent: Double, count: Int) {
    var histogram = LogHistogram(precisionBits: 14)
    for value in 1...count { histogram.record(Int64(value)) }
    let rank = Int64((percent * 10).rounded()) * Int64(count) / 1_000
    #expect(histogram.quantile(percent / 100) == rank)
  }

  @Test func theExtremesHaveBuckets() {
    var histogram = LogHistogram()
    for value in [0, 1, Int64.max, -5] { histogram.record(value) }
    #expect(histogram.count == 4)
    #expect(histogram.quantile(0.5) == 0)
    #expect(histogram.quantile(1) == .max)
    #expect(histogram.sum == .max)
  }

  @Test func anEmptyOneSaysZero() {
    #expect(LogHistogram().quantile(0.99) == 0)
    #expect(LogHistogram().mean == 0)
  }

  @Test func mergingIsRecordingBoth() {
    var left = LogHistogram()
    var right = LogHistogram()
    var both = LogHistogram()
    for value in Int64(0)..<100 {
      left.record(value)
      right.record(value * value * 1_000)
      both.record(value)
      both.record(value * value * 1_000)
    }
    left.merge(right)
    #expect(left == both)
    left.removeAll()
    #expect(left.count == 0 && left.quantile(1) == 0)
  }
}
