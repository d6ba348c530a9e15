package import Base

/// The latencies of the last minute: six histograms of ten seconds, the oldest of them overwritten.
package struct RecentLatencies: Sendable {
  /// How long one histogram is filled.
  package static let sliceSeconds: Int64 = 10
  private static let sliceNanoseconds = sliceSeconds * 1_000_000_000
  /// Histograms kept: with the one being filled, between 50 and 60 seconds.
  package static let sliceCount = 6

  private var slices = [LogHistogram](repeating: LogHistogram(), count: sliceCount)
  private var newest: Int64 = .min
  /// The place of the newest slice, and the first nanosecond after it.
  private var place = 0
  private var end: Int64 = .min

  package init() {}

  /// Counts one latency in nanoseconds that was seen at `now`.
  package mutating func record(_ nanoseconds: Int64, at now: Instant) {
    // Divided once a slice, not for every call; one of before the newest slice counts in it.
    if now.nanoseconds >= end {
      let slice = now.nanoseconds / Self.sliceNanoseconds
      forgetBefore(slice)
      place = Self.place(of: slice)
      end = (slice + 1) * Self.sliceNanoseconds
    }
    slices[place].record(nanoseconds)
  }

  /// Everything that is not older than a minute at `now`.
  package mutating func histogram(at now: Instant) -> LogHistogram {
    forgetBefore(now.nanoseconds / Self.sliceNanoseconds)
    var all = LogHistogram()
    for slice in slices { all.merge(slice) }
    return all
  }

  /// Empties the places of the slices between the newest and `slice`.
  private mutating func forgetBefore(_ slice: Int64) {
    guard slice > newest else { return }
    let first = max(newest == .min ? slice : newest + 1, slice - Int64(Self.sliceCount) + 1)
    for passed in first...slice { slices[Self.place(of: passed)].removeAll() }
    newest = slice
  }

  private static func place(of slice: Int64) -> Int { Int(slice % Int64(sliceCount)) }
}
