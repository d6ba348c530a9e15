import Base
import FeedModel
import FeedStore

/// Tells observers of the commits of all daemons, each once.
final class CommitTeller: Sendable {
  fileprivate struct Guarded {
    var ledger: CommitLedger
    /// The newest commit that is known, which a server must have.
    var known: KnownCommit
  }

  private let guarded: Lock<Guarded>
  private let observers = CommitObservers()
  private let whenCommitsAreLost: PostgresStore.LossObserver
  /// Has the listener read what others have written.
  private let wakeListener: @Sendable () -> Void

  init(
    after newest: KnownCommit,
    whenCommitsAreLost: @escaping PostgresStore.LossObserver,
    wakeListener: @escaping @Sendable () -> Void
  ) {
    guarded = Lock(Guarded(ledger: CommitLedger(after: newest.sequence), known: newest))
    self.whenCommitsAreLost = whenCommitsAreLost
    self.wakeListener = wakeListener
  }

  func observe(_ observer: @escaping CommitObservers.Observer) { observers.add(observer) }

  /// This daemon is about to commit.
  func begin(previous: SequenceNumber, sequence: SequenceNumber) {
    guarded.withLock { $0.ledger.begin(.init(previous: previous, sequence: sequence)) }
  }

  /// It has, with this mark.
  func committed(_ commit: FeedCommit, mark: Int64) {
    let isBehind = guarded.withLock { guarded in
      if commit.sequence > commit.previous {
        guarded.learn(KnownCommit(sequence: commit.sequence, mark: mark))
      }
      return guarded.ledger.end(isCommitted: true)
    }
    observers.tell(commit)
    if isBehind { wakeListener() }
  }

  /// It has not, or nobody knows.
  func gaveUp() {
    if guarded.withLock({ $0.ledger.end(isCommitted: false) }) { wakeListener() }
  }

  /// Where the listener goes on reading.
  var told: SequenceNumber { guarded.withLock { $0.ledger.told } }

  /// The newest commit that is known.
  ///
  /// To be read before a server is asked whether it has it: what comes later may be of another one.
  var known: KnownCommit { guarded.withLock { $0.known } }

  /// A commit was read.
  func learn(_ commit: KnownCommit) { guarded.withLock { $0.learn(commit) } }

  /// Tells that a server, whose newest change is `newest`, lacks a commit that is known.
  func reportLoss(of known: KnownCommit, in newest: SequenceNumber) {
    whenCommitsAreLost(known.sequence, newest)
  }

  /// A notification has come.
  func hear(_ sequence: SequenceNumber) { guarded.withLock { _ = $0.ledger.hear(sequence) } }

  /// Whether there is something to read.
  var isBehind: Bool { guarded.withLock { $0.ledger.isBehind } }

  /// Tells of changes that were read behind `told`.
  func tell(_ records: [EventRecord], upTo end: SequenceNumber) {
    let commits = guarded.withLock { $0.ledger.take(records, upTo: end) }
    for commit in commits { observers.tell(commit) }
  }
}

extension CommitTeller.Guarded {
  fileprivate mutating func learn(_ commit: KnownCommit) {
    if commit.sequence > known.sequence { known = commit }
  }
}
