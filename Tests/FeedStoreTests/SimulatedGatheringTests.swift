import Base
import FeedStore
import Testing

/// What gathering comes to, with callers of all kinds and disks that are fast and slow.
@Suite struct SimulatedGatheringTests {
  private static let syncTimes: [Int64] = [80, 500, 2_000, 10_000]
  private static let seed: UInt64 = 20_260_704

  /// Has people pass by, of whom this many come on average while their commit lasts.
  private func passersBy(_ countInCommit: Double, in writer: inout SimulatedWriter) {
    var random = RandomGenerator(seed: Self.seed)
    let meanGap = Double(writer.syncTime) / countInCommit + Double(writer.mutationTime)
    var times = [0.0]
    while times.count < 3_000 {
      times.append(times[times.count - 1] + 2 * random.nextFraction() * meanGap)
    }
    for time in times.reversed() { writer.expect(.passerBy, at: Int64(time)) }
  }

  private func mean(_ latencies: [Int64]?) throws -> Double {
    let latencies = try #require(latencies)
    return Double(latencies.reduce(0, +)) / Double(latencies.count)
  }

  @Test(arguments: [1, 2, 3, 50, 500], syncTimes)
  func callersWhoWaitForTheirAnswersShareEachSync(count: Int, syncTime: Int64) throws {
    var writer = SimulatedWriter(syncTime: syncTime)
    for index in 0..<count { writer.expect(.crowd, at: Int64(index)) }
    try writer.run(groupCount: 100)
    #expect(writer.groups.dropFirst(10).allSatisfy { $0 == count }, "\(writer.groups)")
  }

  @Test(arguments: [0.3, 1, 3, 10], syncTimes)
  func callersWhoComeAtAnyTimeHardlyWait(countInCommit: Double, syncTime: Int64) throws {
    func meanLatency(gatherTime: Duration) throws -> Double {
      var writer = SimulatedWriter(syncTime: syncTime, gatherTime: gatherTime)
      passersBy(countInCommit, in: &writer)
      try writer.run(groupCount: .max)
      return try mean(writer.latencies[.passerBy])
    }
    let waiting = try meanLatency(gatherTime: StoreLimits.gatherTime)
    let others = try meanLatency(gatherTime: .zero)
    #expect(waiting < 1.1 * others, "\(waiting) µs, without waits \(others)")
  }

  @Test(arguments: [0.2, 3])
  func passersByDoNotKeepACrowdFromSharingTheSyncsOfASlowDisk(countInCommit: Double) throws {
    func share(gatherTime: Duration) throws -> (perGroup: Double, aSecond: Double) {
      var writer = SimulatedWriter(syncTime: 2_000, gatherTime: gatherTime)
      for index in 0..<50 { writer.expect(.crowd, at: Int64(index)) }
      passersBy(countInCommit, in: &writer)
      try writer.run(groupCount: 200)
      let count = Double(writer.groups.reduce(0, +))
      return (count / Double(writer.groups.count), count / Double(writer.now) * 1e6)
    }
    let gathered = try share(gatherTime: StoreLimits.gatherTime)
    let others = try share(gatherTime: .zero)
    #expect(gathered.perGroup > 45)
    #expect(gathered.aSecond > 1.2 * others.aSecond)
  }

  @Test(arguments: syncTimes)
  func aBurstThatEndsCostsOneShortWait(syncTime: Int64) throws {
    var writer = SimulatedWriter(syncTime: syncTime)
    for index in 0..<50 { writer.expect(.passerBy, at: Int64(index)) }
    try writer.run(groupCount: 2)
    #expect(writer.groups == [1, 49])
    // Then they come one by one, the first while those of the burst may still be back.
    let end = writer.now
    let alone = syncTime + writer.mutationTime
    let ofBurst = syncTime + 49 * writer.mutationTime
    for index in 0..<20 { writer.expect(.passerBy, at: end + 10 + Int64(index) * 3 * ofBurst) }
    try writer.run(groupCount: .max)
    let latencies = try #require(writer.latencies[.passerBy]).suffix(20)
    let first = try #require(latencies.first)
    #expect(first <= min(2 * ofBurst, 10_000) + alone)
    #expect(latencies.dropFirst().allSatisfy { $0 == alone }, "\(latencies)")
  }

  @Test(arguments: syncTimes)
  func whoComesAfterABurstWhenNoneOfItIsExpectedDoesNotWait(syncTime: Int64) throws {
    var writer = SimulatedWriter(syncTime: syncTime)
    for _ in 0..<50 { writer.expect(.passerBy, at: 0) }
    try writer.run(groupCount: 2)
    writer.expect(.passerBy, at: writer.now + 2 * (syncTime + 50 * writer.mutationTime))
    try writer.run(groupCount: 3)
    #expect(writer.latencies[.passerBy]?.last == syncTime + writer.mutationTime)
  }
}
