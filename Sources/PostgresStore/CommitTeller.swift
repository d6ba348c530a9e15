import Base
import FeedModel
import FeedStore

/// Tells observers of the commits of all daemons, each once.
final class CommitTeller: Sendable {
  private let ledger: Lock<CommitLedger>
  private let observers = CommitObservers()
  private let whenCommitsAreLost: PostgresStore.LossObserver
  /// Has the listener read what others have written.
  private let wakeListener: @Sendable () -> Void

  init(
    after sequence: SequenceNumber,
    whenCommitsAreLost: @escaping PostgresStore.LossObserver,
    wakeListener: @escaping @Sendable () -> Void
  ) {
    ledger = Lock(CommitLedger(after: sequence))
    self.whenCommitsAreLost = whenCommitsAreLost
    self.wakeListener = wakeListener
  }

  func observe(_ observer: @escaping CommitObservers.Observer) { observers.add(observer) }

  /// This daemon is about to commit.
  func begin(previous: SequenceNumber, sequence: SequenceNumber) {
    ledger.withLock { $0.begin(.init(previous: previous, sequence: sequence)) }
  }

  /// It has.
  func committed(_ commit: FeedCommit) {
    let isBehind = ledger.withLock { $0.end(isCommitted: true) }
    observers.tell(commit)
    if isBehind { wakeListener() }
  }

  /// It has not, or nobody knows.
  func gaveUp() {
    if ledger.withLock({ $0.end(isCommitted: false) }) { wakeListener() }
  }

  /// Where the listener goes on reading.
  var told: SequenceNumber { ledger.withLock { $0.told } }

  /// Compares what had been told with the newest change that the server had afterwards, and tells
  /// where it is older.
  ///
  /// - Returns: Whether something is lost. Nothing seems to be once others have written as much
  ///   again.
  func reportLoss(of told: SequenceNumber, in newest: SequenceNumber) -> Bool {
    guard newest < told else { return false }
    whenCommitsAreLost(told, newest)
    return true
  }

  /// A notification has come.
  func hear(_ sequence: SequenceNumber) { ledger.withLock { _ = $0.hear(sequence) } }

  /// Whether there is something to read.
  var isBehind: Bool { ledger.withLock { $0.isBehind } }

  /// Tells of changes that were read behind `told`.
  func tell(_ records: [EventRecord], upTo end: SequenceNumber) {
    for commit in ledger.withLock({ $0.take(records, upTo: end) }) { observers.tell(commit) }
  }
}
