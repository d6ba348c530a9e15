package import Base

/// Decides how long a group of mutations waits for the callers who have just been answered.
///
/// Callers who each wait for an answer before they go on are answered together and come back
/// together. Left alone they fall into two halves, one of which waits while the other commits.
/// So the next group waits for them:
///
///     answered            most are back        the last came
///        ├──────────────────────┼────────────────────┼──── half as long again ────┤
///
/// until all are there, or nobody has come for half as long as the last one took, and no longer
/// than twice what their commit took: so long who has just missed it waits for an answer.
///
/// It pays with callers like these only. They are known by two things: most of them come back,
/// and few come while their group commits, for that is when they wait. After a wait that has not
/// met with such, the next groups don't wait: one at first, twice as many each time.
package struct Gathering {
  /// Mutations worth waiting for, with those that wait; not above 1 where there is no waiting.
  @usableFromInline private(set) var wantedCount = 0
  /// As many wait once most of those who were answered are back.
  @usableFromInline private(set) var majorityCount = 0
  private var answered = Instant(nanoseconds: .min)
  private var latestEnd = Instant(nanoseconds: .min)
  private var lastArrival = Instant(nanoseconds: .min)
  /// Groups that still go without waiting, and how many will after the next wait in vain.
  private var restCount = 0
  private var nextRestCount = 1
  private let groupLimit: Int
  private let timeLimit: Duration

  /// - Parameters:
  ///   - groupLimit: Mutations in a group; nobody waits for more.
  ///   - timeLimit: How long a group waits in any case.
  package init(
    groupLimit: Int = StoreLimits.mutationsPerCommit,
    timeLimit: Duration = StoreLimits.gatherTime
  ) {
    self.groupLimit = groupLimit
    self.timeLimit = timeLimit
  }

  /// A mutation has come while no group was being committed, and so many wait now.
  ///
  /// - Returns: Whether `end` may have become earlier than it was.
  @inlinable
  package mutating func arrived(queuedCount: Int, at now: Instant) -> Bool {
    guard queuedCount <= wantedCount else { return false }
    noteArrival(at: now)
    return queuedCount == wantedCount || queuedCount == majorityCount
  }

  @usableFromInline
  mutating func noteArrival(at now: Instant) { lastArrival = now }

  /// When the group is to be committed at the latest, if nobody else comes.
  ///
  /// - Returns: A moment that may have passed; nil: at once.
  package func end(queuedCount: Int) -> Instant? {
    guard queuedCount < wantedCount else { return nil }
    guard queuedCount >= majorityCount, lastArrival > answered else { return latestEnd }
    let taken = (lastArrival - answered).nanoseconds
    return min(latestEnd, lastArrival.advanced(byNanoseconds: taken / 2))
  }

  /// A group has been committed, or has failed, and is about to be answered.
  ///
  /// - Parameters:
  ///   - count: Mutations in it.
  ///   - queuedCount: Those that have come meanwhile.
  ///   - began: When its commit began.
  ///   - now: When it ended.
  package mutating func committed(
    count: Int,
    queuedCount: Int,
    began: Instant,
    at now: Instant
  ) {
    learn(count: count, queuedCount: queuedCount)
    answered = now
    latestEnd = now + min((now - began) * Self.longestWaitCommits, timeLimit)
    wantedCount = restCount > 0 ? 0 : min(count + queuedCount, groupLimit)
    majorityCount = queuedCount + count / 2 + 1
  }

  /// Sees whether the wait before the group has paid.
  private mutating func learn(count: Int, queuedCount: Int) {
    if restCount > 0 {
      restCount -= 1
    } else if wantedCount > 1 {
      let areBack = count >= min(majorityCount, wantedCount)
      let wereQuiet = queuedCount <= count / Self.quietShare
      if areBack && wereQuiet {
        nextRestCount = max(1, nextRestCount / 2)
      } else {
        restCount = nextRestCount
        nextRestCount = min(2 * nextRestCount, Self.longestRestCount)
      }
    }
  }

  /// The longest wait, in commits of the group before: who has just missed one is answered after
  /// as many.
  private static let longestWaitCommits = 2
  /// While a group commits, a quarter of its number may come where callers wait for answers.
  private static let quietShare = 4
  /// Groups without waiting between two waits in vain.
  private static let longestRestCount = 64
}
