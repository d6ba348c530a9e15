import Base
import FeedStore

/// A writer and its callers in virtual time: what a store's thread does with `WriteGroup`.
struct SimulatedWriter {
  /// Who makes a mutation.
  enum Caller: Hashable {
    /// One of those who come back when they are answered.
    case crowd
    /// Somebody who is not seen again.
    case passerBy
  }

  struct Mutation {
    let caller: Caller
    let arrived: Int64
  }

  // Microseconds.
  /// What any commit takes.
  let syncTime: Int64
  /// What each of its mutations adds.
  let mutationTime: Int64 = 10
  /// From the end of a commit until the first of its callers may be back.
  private let returnTime: Int64 = 60
  /// Between one of them and the next.
  private let returnGap: Int64 = 8

  private(set) var now: Int64 = 0
  /// Mutations in each group.
  private(set) var groups: [Int] = []
  /// From coming to being answered.
  private(set) var latencies: [Caller: [Int64]] = [:]
  private var group: WriteGroup<Mutation>
  /// Those who come later, the latest first.
  private var coming: [Mutation] = []
  private var isWoken = false

  init(syncTime: Int64, gatherTime: Duration = StoreLimits.gatherTime) {
    self.syncTime = syncTime
    group = WriteGroup(gatherTime: gatherTime)
  }

  private static func instant(_ time: Int64) -> Instant { Instant(nanoseconds: time * 1_000) }

  /// Somebody comes then.
  mutating func expect(_ caller: Caller, at time: Int64) {
    let place = coming.lastIndex { $0.arrived > time }.map { $0 + 1 } ?? 0
    coming.insert(Mutation(caller: caller, arrived: time), at: place)
  }

  /// Goes on until so many groups have been committed, or nobody comes any more.
  mutating func run(groupCount: Int) throws {
    while groups.count < groupCount {
      switch group.next(at: Self.instant(now)) {
      case .sleep:
        guard !coming.isEmpty else { return }
        try wait(until: .max)
      case .sleepUntil(let end): try wait(until: (end.nanoseconds + 999) / 1_000)
      case .commit(let mutations): try commit(mutations)
      case .stop: return
      }
    }
  }

  private mutating func wait(until end: Int64) throws {
    isWoken = false
    while !isWoken, let next = coming.last, next.arrived <= end {
      now = max(now, next.arrived)
      try takeNext()
    }
    if !isWoken { now = end }
  }

  private mutating func takeNext() throws {
    let next = coming.removeLast()
    if try group.enqueue(next, at: Self.instant(next.arrived)) { isWoken = true }
  }

  private mutating func commit(_ mutations: [Mutation]) throws {
    now += syncTime + mutationTime * Int64(mutations.count)
    while let next = coming.last, next.arrived <= now { try takeNext() }
    group.committed(at: Self.instant(now))
    groups.append(mutations.count)
    for mutation in mutations {
      latencies[mutation.caller, default: []].append(now - mutation.arrived)
    }
    let crowdCount = mutations.count { $0.caller == .crowd }
    // The last first, for that is quicker.
    for index in (0..<crowdCount).reversed() {
      expect(.crowd, at: now + returnTime + returnGap * Int64(index + 1))
    }
  }
}
