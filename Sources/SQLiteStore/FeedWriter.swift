import FeedModel
import FeedStore

/// The one writer of a store, on its own connection and thread.
///
/// A group of mutations is one transaction with one sync. One that is refused leaves no trace, and
/// the others stay. Mutations are refused before they change anything, as a rule; where one fails
/// later the group is begun again with each in a savepoint, which costs all of them more. Callers
/// hear of it after the commit.
final class FeedWriter {
  let connection: SQLiteConnection
  let reader: FeedReader
  let statements: WriteStatements
  /// Within a transaction, the counters as its mutations have moved them.
  var head = StoreHead()
  /// Within a transaction, what its mutations have changed.
  var changes: [FeedChange] = []
  /// Those who have a row.
  private(set) var known = KnownViewers()
  /// Within a transaction, those who have one once it is committed.
  var learned: [Viewer] = []
  /// The time of the transaction.
  private(set) var now = Timestamp(microseconds: 0)
  private let environment: StoreEnvironment
  private let observers: CommitObservers
  /// What trials take for free, in tests.
  let freeByteCount: Int?
  private let begin: SQLiteStatement
  private let commit: SQLiteStatement
  private let savepoint: SQLiteStatement
  private let release: SQLiteStatement
  private let undo: SQLiteStatement

  init(
    reader: FeedReader,
    environment: StoreEnvironment,
    observers: CommitObservers = CommitObservers(),
    freeByteCount: Int? = nil
  ) throws(StoreError) {
    self.reader = reader
    self.environment = environment
    self.observers = observers
    self.freeByteCount = freeByteCount
    connection = reader.connection
    statements = try WriteStatements(connection)
    begin = try SQLiteStatement("BEGIN IMMEDIATE", on: connection)
    commit = try SQLiteStatement("COMMIT", on: connection)
    savepoint = try SQLiteStatement("SAVEPOINT mutation", on: connection)
    release = try SQLiteStatement("RELEASE mutation", on: connection)
    undo = try SQLiteStatement("ROLLBACK TO mutation", on: connection)
  }

  /// Applies mutations in one transaction, calls `settled`, then answers each of their callers.
  ///
  /// - Returns: Whether the transaction was committed.
  func apply(_ mutations: [Mutation], settled: () -> Void) -> Bool {
    let answers: [Mutation.Answer]
    do throws(StoreError) {
      if let together = try commitTogether(mutations) {
        answers = together
      } else {
        answers = try commitInSavepoints(mutations)
      }
    } catch {
      settled()
      for mutation in mutations { mutation.fail(error) }
      return false
    }
    settled()
    for answer in answers { answer() }
    return true
  }

  /// Applies mutations in one transaction.
  ///
  /// - Returns: What to do now; nil, with nothing changed, where some of the mutations may be
  ///   applied and one of them has to be undone first.
  private func commitTogether(_ mutations: [Mutation]) throws(StoreError) -> [Mutation.Answer]? {
    var answers: [Mutation.Answer] = []
    answers.reserveCapacity(mutations.count)
    var isHalfApplied = false
    do throws(StoreError) {
      try transaction { () throws(StoreError) in
        for mutation in mutations {
          let rowCount = connection.changedRowCount
          answers.append(
            try outcome(of: mutation) { error in
              isHalfApplied = !error.isRefusal || connection.changedRowCount != rowCount
              return !isHalfApplied
            }
          )
        }
      }
    } catch {
      if isHalfApplied, mutations.count > 1 { return nil }
      throw error
    }
    return answers
  }

  /// As above, and undoes each mutation that fails.
  private func commitInSavepoints(
    _ mutations: [Mutation]
  ) throws(StoreError) -> [Mutation.Answer] {
    var answers: [Mutation.Answer] = []
    try transaction { () throws(StoreError) in
      for mutation in mutations {
        try savepoint.run()
        answers.append(
          try outcome(of: mutation) { (_) throws(StoreError) in
            try undo.run()
            return true
          }
        )
        try release.run()
      }
    }
    return answers
  }

  /// Runs `body` in a transaction that keeps the head, and tells what it changed.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) {
      try begin.run()
      let before = try reader.head()
      head = before
      now = environment.now()
      changes = []
      learned = []
      try body()
      if head != before { try finish() }
      try commit.run()
      for viewer in learned { known.insert(viewer) }
      observers.tell(
        FeedCommit(previous: before.sequence, sequence: head.sequence, changes: changes)
      )
    } catch {
      // Some errors end the transaction by themselves; of the others, this ends it.
      if !connection.isAutocommit { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  /// Applies one mutation; where it fails `undo` undoes it, and says whether it could.
  ///
  /// - Throws: Only where the transaction is lost, and all its mutations with it.
  private func outcome(
    of mutation: Mutation,
    undo: (StoreError) throws(StoreError) -> Bool
  ) throws(StoreError) -> Mutation.Answer {
    let before = head
    let changeCount = changes.count
    let learnedCount = learned.count
    do throws(StoreError) { return try mutation.apply(self) } catch {
      if connection.isAutocommit { throw error }
      guard try undo(error) else { throw error }
      head = before
      changes.removeLast(changes.count - changeCount)
      learned.removeLast(learned.count - learnedCount)
      return { mutation.fail(error) }
    }
  }

  /// Puts the head back, and forgets what is old.
  private func finish() throws(StoreError) {
    try statements.updateHead.run(
      .integer(head.sequence.number),
      .integer(head.newestTime.microseconds)
    )
    let forgotten = head.sequence.number - Int64(environment.keptEventCount)
    if forgotten > 0 {
      try statements.sweepEvents.run(.integer(forgotten))
      try statements.raiseEventsAfter.run(.integer(forgotten))
    }
    try statements.sweepRequests.run(
      .integer(now.microseconds),
      SQLiteValue(2 * StoreLimits.mutationsPerCommit)
    )
  }
}

extension StoreError {
  /// Whether the mutation was refused for what it asks; otherwise something failed.
  fileprivate var isRefusal: Bool {
    switch self {
    case .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
      .requestIDReused, .invalidPageToken:
      true
    case .full, .busy, .closed, .unavailable, .newerSchema, .corrupt, .engine: false
    }
  }
}

/// A mutation in the queue, with the caller who waits for it.
struct Mutation: QueuedMutation {
  /// Tells the caller the outcome.
  typealias Answer = @Sendable () -> Void

  /// Applies the mutation, and gives what to do once it is committed.
  let apply: @Sendable (FeedWriter) throws(StoreError) -> Answer
  let fail: @Sendable (StoreError) -> Void
}

extension WriteQueue<Mutation> {
  /// Puts a mutation into the queue before the caller first suspends, and waits for its outcome.
  func submit<Answer: Sendable>(
    _ body: @escaping @Sendable (FeedWriter) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    try await submit { answer in
      Mutation(
        apply: { (writer) throws(StoreError) in
          let result = try body(writer)
          return { answer(.success(result)) }
        },
        fail: { answer(.failure($0)) }
      )
    }
  }

  /// The body of the writer's thread.
  func run(_ writer: FeedWriter, _ checkpointer: Checkpointer) {
    run { mutations, settled in
      let isCommitted = writer.apply(mutations, settled: settled)
      if isCommitted {
        checkpointer.logHas(writer.connection.logPageCount, on: writer.connection)
      }
      return isCommitted
    }
  }
}
