import Base
import FeedModel
import FeedStore
import Glibc

/// The one writer of a daemon, on its own connection and thread.
///
/// A group of mutations is one transaction. Its first statement takes the head, so that groups of
/// all daemons follow each other; all are sent together, and their answers are known before the
/// commit is sent. So a connection that is lost before that has changed nothing, and the group is
/// sent again on another; one that is lost later leaves a doubt, which the row of this writer
/// decides. Callers hear of it after the commit.
final class FeedWriter {
  let tokenKey: [UInt8]
  let environment: StoreEnvironment
  /// Within a transaction, what its mutations have changed.
  var changes: [FeedChange] = []
  /// Those who have a row: of the others it is sent along what it would be.
  private(set) var known = KnownViewers()
  /// Within a transaction, those who have one once it is committed.
  var learned: [Viewer] = []
  private let link: ServerLink
  private let teller: CommitTeller
  private let conditions: StoreConditions
  /// Names this writer among those of all daemons.
  let name = KeyedHash.randomBytes(count: 16).hexadecimal
  /// What those would like to be called who have no row, as far as is known.
  private(set) var preferredNames: [Viewer: Username] = [:]
  private var groupNumber: Int64 = 0
  /// What tells the last group's commit from any other.
  private var mark: Int64 = 0
  private var current: PostgresConnection?

  init(
    link: ServerLink,
    tokenKey: [UInt8],
    environment: StoreEnvironment,
    teller: CommitTeller,
    conditions: StoreConditions
  ) {
    self.link = link
    self.tokenKey = tokenKey
    self.environment = environment
    self.teller = teller
    self.conditions = conditions
  }

  /// Within a transaction, the connection that it is on.
  var connection: PostgresConnection {
    guard let current else { preconditionFailure("statements are sent in a transaction") }
    return current
  }

  /// Applies mutations, calls `settled`, then answers each of their callers.
  ///
  /// - Returns: Whether some were committed.
  func apply(_ mutations: [Mutation], settled: () -> Void) -> Bool {
    var answers: [Mutation.Answer] = []
    var isCommitted = false
    for part in Self.parts(of: mutations) {
      var course = GroupCourse(part)
      while !course.isOver {
        do throws(GroupFailure) {
          answers += try commit(course.members)
          course.succeeded()
          isCommitted = true
        } catch { course.failed(error) }
      }
      for (member, error) in course.failures { answers.append { member.fail(error) } }
    }
    preferredNames = [:]
    settled()
    for answer in answers { answer() }
    return isCommitted
  }

  /// The mutations in their order, those apart that have a transaction of their own.
  private static func parts(of mutations: [Mutation]) -> [[Mutation]] {
    var parts: [[Mutation]] = []
    for mutation in mutations {
      if let last = parts.last, !mutation.isAlone, !last[0].isAlone {
        parts[parts.count - 1].append(mutation)
      } else {
        parts.append([mutation])
      }
    }
    return parts
  }

  // MARK: - A transaction

  /// Applies mutations in one transaction.
  private func commit(_ mutations: [Mutation]) throws(GroupFailure) -> [Mutation.Answer] {
    let connection: PostgresConnection
    do throws(StoreError) { connection = try link.connection() } catch { throw .whole(error) }
    current = connection
    defer { current = nil }
    groupNumber += 1
    mark = KnownCommit.randomMark()
    changes = []
    learned = []
    var index: Int?
    let answers: [Mutation.Answer]
    let group: CommitLedger.Interval
    do throws(StoreError) {
      (answers, group) = try run(mutations, index: &index)
    } catch { throw giveUp(error, of: index) }
    try end(group)
    for viewer in learned { known.insert(viewer) }
    return answers
  }

  /// Forgets that a viewer has a row.
  func forget(_ viewer: Viewer) { known.remove(viewer) }

  /// Sends what the mutations are made of and takes what comes of it; all but the commit.
  ///
  /// While something of a mutation comes, `index` is its index.
  private func run(
    _ mutations: [Mutation],
    index: inout Int?
  ) throws(StoreError) -> (answers: [Mutation.Answer], group: CommitLedger.Interval) {
    var answers: [Mutation.Answer] = []
    try connection.drain()
    for mutation in mutations { findName(of: mutation.viewer) }
    let now = environment.now()
    // Read before the group begins: what is told later may be of whoever had the head afterwards.
    let known = teller.known
    try sendBegin(now, known)
    for mutation in mutations {
      if case .together(let send, _) = mutation.work { try send(self) }
    }
    if mutations[0].isAlone { try connection.sync() } else { try sendFinish() }
    let previous = try takeHead(now, known)
    for (position, mutation) in mutations.enumerated() {
      index = position
      switch mutation.work {
      case .together(_, let receive): answers.append(try receive(self))
      case .alone(let body):
        try connection.drain()
        answers.append(try body(self))
        try sendFinish()
      }
    }
    index = nil
    let finished = try connection.next().first.map { SequenceNumber($0.integer(0)) }
    try connection.drain()
    return (answers, CommitLedger.Interval(previous: previous, sequence: finished ?? previous))
  }

  /// Looks up what a viewer would like to be called who has no row.
  ///
  /// It may take its time, so it is done before anything is sent: the head is had as soon as the
  /// server comes to it.
  private func findName(of viewer: Viewer?) {
    guard let viewer, !known.contains(viewer), preferredNames[viewer] == nil else { return }
    switch viewer.identity {
    case .account(let account): preferredNames[viewer] = account.preferredUsername
    case .named(let username): preferredNames[viewer] = username
    case .user: break
    }
  }

  private func sendBegin(_ now: Timestamp, _ known: KnownCommit) throws(StoreError) {
    let expiry = now.advanced(byMicroseconds: StoreLimits.requestMemoryMicroseconds)
    try connection.send(WriteSQL.begin, [])
    try connection.send(
      WriteSQL.beginGroup,
      [
        .text(name), .integer(groupNumber), .integer(now.microseconds),
        .integer(expiry.microseconds), .integer(mark), .integer(known.sequence.number),
        .integer(known.mark),
      ]
    )
  }

  private func sendFinish() throws(StoreError) {
    try connection.send(
      WriteSQL.finishGroup,
      [
        PostgresValue(environment.keptEventCount),
        PostgresValue(2 * StoreLimits.mutationsPerCommit),
      ]
    )
    try connection.sync()
  }

  /// The number of the last change before the transaction; `known` is what the server must have.
  private func takeHead(
    _ now: Timestamp,
    _ known: KnownCommit
  ) throws(StoreError) -> SequenceNumber {
    try connection.next()
    guard let row = try connection.next().first else {
      throw .corrupt(rowMissing: WriteSQL.beginGroup.sql)
    }
    if row.count(0) > Schema.version {
      throw .newerSchema(found: row.count(0), supported: Schema.version)
    }
    let serverTime = Timestamp(microseconds: row.integer(2))
    if conditions.comparesClocks,
      let words = Database.disagreement(of: now, with: serverTime)
    {
      throw .unavailable(EngineFailure(code: 0, message: words, statement: ""))
    }
    let newest = SequenceNumber(row.integer(1))
    // Its numbers would be taken for those that were told.
    if row.boolean(3) {
      teller.reportLoss(of: known, in: newest)
      throw .unavailable(
        EngineFailure(code: 0, message: "the server lacks answered changes", statement: "")
      )
    }
    return newest
  }

  /// Ends a transaction that did not get as far as its commit, or whose commit failed.
  private func giveUp(_ error: StoreError, of index: Int?) -> GroupFailure {
    guard connection.loss == nil, (try? connection.drain()) != nil else {
      return .interrupted(error)
    }
    if (try? connection.rows(WriteSQL.rollback)) == nil { link.drop() }
    switch error {
    case .unavailable(let failure):
      switch SQLState(of: failure).meaning {
      case .conflict: return .interrupted(error)
      case .unavailable, .full, .corrupt, .failure:
        // The next connection may be to a server that takes writes.
        link.drop()
        return .whole(error)
      }
    case .engine, .corrupt:
      if let index { return .member(index: index, error) }
      return .whole(error)
    case .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
      .requestIDReused, .invalidPageToken, .full, .busy, .closed, .newerSchema:
      return .whole(error)
    }
  }
}

// MARK: - The commit

extension FeedWriter {
  /// What became of a commit whose answer was lost.
  private enum Fate {
    case committed
    case undone
    case unknown
  }

  /// Commits, and tells what was changed.
  private func end(_ group: CommitLedger.Interval) throws(GroupFailure) {
    teller.begin(previous: group.previous, sequence: group.sequence)
    do throws(StoreError) {
      let tag = try connection.rows(WriteSQL.commit).tag
      precondition(tag == "COMMIT", "a transaction whose statements succeeded is committed")
    } catch {
      switch connection.loss == nil ? .undone : fateOfGroup() {
      case .committed: break
      case .undone:
        teller.gaveUp()
        throw giveUp(error, of: nil)
      case .unknown:
        teller.gaveUp()
        throw .whole(error)
      }
    }
    teller.committed(
      FeedCommit(previous: group.previous, sequence: group.sequence, changes: changes),
      mark: mark
    )
  }

  /// Finds out whether the last group was committed, though the answer was lost.
  ///
  /// Its transaction has the head for as long as it lasts, so who gets the head after it finds the
  /// number of the group in the writer's row or not, for good. Where that takes too long nobody is
  /// told of a success; who asks again with the same request id is answered rightly.
  private func fateOfGroup() -> Fate {
    let end = Instant.now() + conditions.doubtTime
    while true {
      do throws(StoreError) {
        let connection = try link.connection()
        _ = try connection.rows(WriteSQL.awaitHead)
        let row = try connection.rows(WriteSQL.groupNumber, .text(name)).first
        return row?.integer(0) == groupNumber ? .committed : .undone
      } catch {
        let now = Instant.now()
        if now >= end { return .unknown }
        Self.pause(until: min(max(link.nextTry, now + .milliseconds(1)), end))
      }
    }
  }

  private static func pause(until time: Instant) {
    poll(nil, 0, Int32(max(1, (time - .now()).nanoseconds / 1_000_000)))
  }
}
