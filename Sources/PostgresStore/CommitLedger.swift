import FeedModel
import FeedStore

/// Which commits have been told, of this daemon and of the others on the same feed.
///
/// This daemon's own are known when they are made; of another's there is a notification with the
/// number of its last change, and its changes are read. A commit of this daemon's may be told
/// before one of another's that was made earlier, so what has been told may have holes.
struct CommitLedger: Sendable {
  /// The changes of a commit: those behind `previous` up to `sequence`.
  struct Interval: Hashable, Sendable {
    var previous: SequenceNumber
    var sequence: SequenceNumber
  }

  /// All up to this number has been told.
  private(set) var told: SequenceNumber
  /// What has been told beyond it, by rising number.
  private var ahead: [Interval] = []
  /// This daemon's commit that is about to be made, and is told when it is.
  private var underway: Interval?
  /// The newest number of a notification, or what was read since.
  private var heard: SequenceNumber

  /// All up to `sequence` is known to those who are told.
  init(after sequence: SequenceNumber) {
    told = sequence
    heard = sequence
  }

  /// A commit of this daemon's is about to be made.
  mutating func begin(_ interval: Interval) {
    precondition(underway == nil, "one group commits at a time")
    underway = interval
  }

  /// It was made, and is told now; or it was not, and its numbers are anybody's.
  ///
  /// - Returns: Whether there is something of others to read that was taken for this daemon's.
  mutating func end(isCommitted: Bool) -> Bool {
    guard let interval = underway else { preconditionFailure("a commit is under way") }
    underway = nil
    if isCommitted, interval.sequence > interval.previous { insert(interval) }
    return isBehind
  }

  /// A notification has come; whether there is something to read.
  mutating func hear(_ sequence: SequenceNumber) -> Bool {
    heard = max(heard, sequence)
    return isBehind
  }

  /// Takes changes that were read behind `told`.
  ///
  /// - Parameters:
  ///   - records: All that are kept, up to `end`.
  ///   - end: Where they end.
  /// - Returns: What is to be told; a commit whose changes are no longer kept is incomplete.
  mutating func take(_ records: [EventRecord], upTo end: SequenceNumber) -> [FeedCommit] {
    // Whoever may connect may notify; only what was read is known to be so.
    heard = end
    var commits: [FeedCommit] = []
    var start = told
    let rest = Interval(previous: end, sequence: end)
    for interval in covered + [rest] {
      let hole = Interval(previous: start, sequence: min(interval.previous, end))
      if hole.sequence > hole.previous {
        let changes = records.filter { start < $0.sequence && $0.sequence <= hole.sequence }
          .map(\.change)
        commits.append(
          FeedCommit(previous: hole.previous, sequence: hole.sequence, changes: changes)
        )
      }
      start = max(start, interval.sequence)
    }
    for commit in commits {
      insert(Interval(previous: commit.previous, sequence: commit.sequence))
    }
    return commits
  }

  // MARK: - Help

  /// What need not be read, by rising number.
  private var covered: [Interval] {
    guard let underway else { return ahead }
    return (ahead + [underway]).sorted { $0.previous < $1.previous }
  }

  /// Whether something that was heard of has not been told, nor will be by itself.
  var isBehind: Bool {
    var end = told
    for interval in covered where interval.previous <= end { end = max(end, interval.sequence) }
    return heard > end
  }

  private mutating func insert(_ interval: Interval) {
    ahead.append(interval)
    ahead.sort { $0.previous < $1.previous }
    while let first = ahead.first, first.previous <= told {
      told = max(told, first.sequence)
      ahead.removeFirst()
    }
  }
}
