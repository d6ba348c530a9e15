/// How often values occurred, by size, in buckets whose width grows with the value.
///
/// A value is known to within 1 / 2^`precisionBits` of itself. Memory depends on the precision and
/// the largest value, never on how many values were recorded: about 2^`precisionBits` x 4 bytes for
/// every doubling of the value.
package struct LogHistogram: Equatable, Sendable {
  /// Sub-buckets of every doubling, as a power of two.
  package let precisionBits: Int
  /// How many values fell into each bucket, up to the last that has any.
  ///
  /// With 10 `precisionBits` these are the counts of an HdrHistogram of three digits and unit 1.
  package private(set) var buckets: [UInt64] = []
  /// How many values were recorded.
  package private(set) var count: UInt64 = 0
  /// Zero where nothing was recorded.
  package private(set) var maximum: Int64 = 0
  /// The sum of the values, saturating.
  package private(set) var sum: Int64 = 0

  /// - Precondition: `precisionBits` is 1 to 14.
  package init(precisionBits: Int = 5) {
    precondition((1...14).contains(precisionBits), "precisionBits is 1 to 14")
    self.precisionBits = precisionBits
  }

  /// Counts one value; a negative one counts as 0.
  package mutating func record(_ value: Int64) {
    let value = max(value, 0)
    let index = bucketIndex(of: UInt64(value))
    if index >= buckets.count {
      buckets.append(contentsOf: repeatElement(0, count: index + 1 - buckets.count))
    }
    buckets[index] += 1
    count += 1
    maximum = max(maximum, value)
    let (total, overflow) = sum.addingReportingOverflow(value)
    sum = overflow ? .max : total
  }

  /// Adds everything that `other`, of the same precision, has counted.
  package mutating func merge(_ other: LogHistogram) {
    precondition(other.precisionBits == precisionBits, "histograms of one precision")
    if other.buckets.count > buckets.count {
      buckets.append(contentsOf: repeatElement(0, count: other.buckets.count - buckets.count))
    }
    for (index, added) in other.buckets.enumerated() { buckets[index] += added }
    count += other.count
    maximum = max(maximum, other.maximum)
    let (total, overflow) = sum.addingReportingOverflow(other.sum)
    sum = overflow ? .max : total
  }

  /// Forgets all values and keeps the memory.
  package mutating func removeAll() {
    for index in buckets.indices { buckets[index] = 0 }
    count = 0
    maximum = 0
    sum = 0
  }

  /// The value that `fraction` of the recorded ones do not exceed: the upper end of its bucket.
  ///
  /// - Parameter fraction: 0 to 1; 0.99 is the 99th percentile.
  /// - Returns: 0 where nothing was recorded.
  package func quantile(_ fraction: Double) -> Int64 {
    guard count > 0 else { return 0 }
    // A fraction is seldom what it was written as: a hair too much must not reach the next rank.
    let rank = max(1, UInt64((fraction.nextDown * Double(count)).rounded(.up)))
    var seen: UInt64 = 0
    for (index, bucket) in buckets.enumerated() where bucket > 0 {
      seen += bucket
      if seen >= rank { return min(upperEnd(ofBucket: index), maximum) }
    }
    return maximum
  }

  /// The mean of the values; 0 where nothing was recorded.
  package var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

  /// Values below 2^precisionBits have a bucket each; then every doubling has as many again.
  private func bucketIndex(of value: UInt64) -> Int {
    let bits = UInt64.bitWidth - value.leadingZeroBitCount
    guard bits > precisionBits else { return Int(value) }
    let shift = bits - precisionBits - 1
    return (shift + 1) << precisionBits + Int(value >> shift) - (1 << precisionBits)
  }

  /// The largest value that falls into a bucket.
  private func upperEnd(ofBucket index: Int) -> Int64 {
    let group = index >> precisionBits
    guard group > 0 else { return Int64(index) }
    let shift = group - 1
    let first = UInt64(index & (1 << precisionBits - 1) + 1 << precisionBits) << UInt64(shift)
    return Int64(clamping: first + (1 << UInt64(shift)) - 1)
  }
}
