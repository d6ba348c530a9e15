import FeedStore

/// Why a transaction of a group of mutations was not committed.
enum GroupFailure: Error, Hashable, Sendable {
  /// The connection was lost before the commit, or the transaction gave way to another: the same
  /// again may succeed.
  case interrupted(StoreError)
  /// The mutation with this index failed, and the others did not.
  case member(index: Int, StoreError)
  /// Nothing of it can be applied now.
  case whole(StoreError)
}

/// What becomes of a group of mutations, attempt after attempt.
///
/// Members that fail leave the group, and the others are applied without them. Where something
/// comes in between the group is tried again, a few times.
struct GroupCourse<Member> {
  /// Those that are still to be applied.
  private(set) var members: [Member]
  /// Those that failed.
  private(set) var failures: [(member: Member, error: StoreError)] = []
  private var interruptionCount = 0

  init(_ members: [Member]) { self.members = members }

  var isOver: Bool { members.isEmpty }

  /// All that were left have been applied.
  mutating func succeeded() { members = [] }

  /// None of them has.
  mutating func failed(_ failure: GroupFailure) {
    switch failure {
    case .interrupted(let error):
      interruptionCount += 1
      if interruptionCount >= PostgresLimits.groupTries { failAll(error) }
    case .member(let index, let error):
      failures.append((members.remove(at: index), error))
      if failures.count >= PostgresLimits.outcastsPerGroup { failAll(error) }
    case .whole(let error): failAll(error)
    }
  }

  private mutating func failAll(_ error: StoreError) {
    failures += members.map { ($0, error) }
    members = []
  }
}
