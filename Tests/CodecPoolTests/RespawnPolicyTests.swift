import Base
import CodecPool
import Testing

@Suite struct RespawnPolicyTests {
  static let start = Instant(nanoseconds: 5_000_000_000)

  static var limits: RespawnPolicy.Limits {
    var limits = RespawnPolicy.Limits()
    limits.firstDelay = .milliseconds(100)
    limits.longestDelay = .milliseconds(1_000)
    limits.failuresUntilDown = 3
    limits.usefulLifetime = .seconds(1)
    return limits
  }

  /// Lets a worker fail `count` times without use and gives the delays in milliseconds.
  static func fail(_ policy: inout RespawnPolicy, times count: Int) -> [Int64] {
    (0..<count).map { _ in
      let next = policy.workerEnded(.failed, ready: nil, hasWorked: false, now: start)
      return (next - start).nanoseconds / 1_000_000
    }
  }

  @Test func theDelayDoublesUpToItsLimit() {
    var policy = RespawnPolicy(Self.limits)
    #expect(Self.fail(&policy, times: 7) == [100, 200, 400, 800, 1_000, 1_000, 1_000])
  }

  @Test func manyFailuresDoNotOverflow() {
    var policy = RespawnPolicy(Self.limits)
    #expect(Self.fail(&policy, times: 1_000).last == 1_000)
  }

  @Test(arguments: [(2, false), (3, true), (4, true)])
  func failuresInARowMeanDown(count: Int, isDown: Bool) {
    var policy = RespawnPolicy(Self.limits)
    _ = Self.fail(&policy, times: count)
    #expect(policy.isDown == isDown)
  }

  @Test(
    arguments: [
      (false, 999_999_999, 800), (false, 1_000_000_000, 100), (true, 0, 100),
    ] as [(Bool, Int64, Int64)]
  )
  func aWorkerThatWasOfUseIsForgiven(hasWorked: Bool, lifetime: Int64, milliseconds: Int64) {
    var policy = RespawnPolicy(Self.limits)
    _ = Self.fail(&policy, times: 3)
    policy.workerBecameReady()
    let end = Self.start + .nanoseconds(lifetime)
    let next = policy.workerEnded(.failed, ready: Self.start, hasWorked: hasWorked, now: end)
    #expect((next - end).nanoseconds == milliseconds * 1_000_000)
    #expect(policy.isDown == (milliseconds == 800))
  }

  @Test func aWorkerThatWeEndedIsReplacedAtOnce() {
    var policy = RespawnPolicy(Self.limits)
    _ = Self.fail(&policy, times: 2)
    let next = policy.workerEnded(.ended, ready: Self.start, hasWorked: false, now: Self.start)
    #expect(next == Self.start)
    #expect(!policy.isDown)
    #expect(Self.fail(&policy, times: 1) == [400])
  }

  @Test(arguments: [(false, 100), (true, 0)] as [(Bool, Int64)])
  func anOutdatedWorkerIsReplacedAtOnceOnlyAfterUse(hasWorked: Bool, milliseconds: Int64) {
    var policy = RespawnPolicy(Self.limits)
    let next = policy.workerEnded(
      .outdated,
      ready: Self.start,
      hasWorked: hasWorked,
      now: Self.start
    )
    #expect((next - Self.start).nanoseconds == milliseconds * 1_000_000)
  }

  @Test func aMissingProgramMeansDownUntilAWorkerIsReady() {
    var policy = RespawnPolicy(Self.limits)
    _ = policy.workerEnded(.missing, ready: nil, hasWorked: false, now: Self.start)
    #expect(policy.isDown)
    policy.workerBecameReady()
    #expect(!policy.isDown)
  }
}
