package import FeedModel
package import FeedStore

/// The reads of a feed, on one connection.
///
/// Each answer is read in a transaction of its own, whose first statement reads the head, so its
/// rows and its sequence are of one snapshot (postgresql.org/docs/15/transaction-iso.html,
/// REPEATABLE READ). What begins it is sent along with the first statement, and nobody waits for
/// its end: an answer that takes one statement takes one round trip.
package final class FeedReader: FeedReading {
  /// What the head says in the snapshot.
  struct Head {
    var newest: KnownCommit
    var sequence: SequenceNumber { newest.sequence }
    var eventsAfter: SequenceNumber
  }

  private let link: ServerLink
  package let tokenKey: [UInt8]
  package let blurhash: PatternBlurhash
  /// Where the snapshot is read; nil outside of one.
  private var connection: PostgresConnection?
  private var snapshotHead: Head?

  init(link: ServerLink, tokenKey: [UInt8], blurhash: @escaping PatternBlurhash) {
    self.link = link
    self.tokenKey = tokenKey
    self.blurhash = blurhash
  }

  /// Runs `body` in a snapshot; again in another one where the connection was lost meanwhile.
  package func snapshot<Answer>(
    _ body: (FeedReader) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    do throws(StoreError) { return try attempt(body) } catch {
      // One that was ended can be replaced at once; where the server is away, this fails too.
      guard case .unavailable = error, wasLost else { throw error }
      return try attempt(body)
    }
  }

  /// Whether the last snapshot ended with its connection.
  private var wasLost = false

  private func attempt<Answer>(
    _ body: (FeedReader) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    wasLost = false
    let connection = try link.connection()
    self.connection = connection
    snapshotHead = nil
    defer {
      wasLost = connection.loss != nil
      self.connection = nil
    }
    do throws(StoreError) {
      try connection.drain()
      let answer = try body(self)
      try end(connection)
      return answer
    } catch {
      try? end(connection)
      throw error
    }
  }

  /// Ends the transaction, if one has begun.
  private func end(_ connection: PostgresConnection) throws(StoreError) {
    guard connection.loss == nil, snapshotHead != nil || connection.isInTransaction else { return }
    try connection.drain()
    try connection.send(ReadSQL.commit, [])
    try connection.sync()
  }

  /// Runs a statement in the snapshot.
  func rows(
    _ statement: PostgresStatement,
    _ values: PostgresValue...
  ) throws(StoreError) -> PostgresRows {
    guard let connection else { preconditionFailure("statements are run in a snapshot") }
    let isFirst = snapshotHead == nil
    if isFirst {
      try connection.send(ReadSQL.begin, [])
      try connection.send(ReadSQL.head, [])
    }
    if !isFirst || statement.name != ReadSQL.head.name { try connection.send(statement, values) }
    try connection.sync()
    do throws(StoreError) {
      var found: PostgresRows?
      if isFirst {
        try connection.next()
        let rows = try connection.next()
        guard let row = rows.first else { throw .corrupt(rowMissing: ReadSQL.head.sql) }
        snapshotHead = Head(
          newest: KnownCommit(sequence: SequenceNumber(row.integer(0)), mark: row.integer(3)),
          eventsAfter: SequenceNumber(row.integer(2))
        )
        if statement.name == ReadSQL.head.name { found = rows }
      }
      if found == nil { found = try connection.next() }
      try connection.drain()
      guard let found else { preconditionFailure("a result was taken") }
      return found
    } catch {
      try connection.drain()
      throw error
    }
  }

  func head() throws(StoreError) -> Head {
    if snapshotHead == nil { _ = try rows(ReadSQL.head) }
    guard let snapshotHead else { throw .corrupt(rowMissing: ReadSQL.head.sql) }
    return snapshotHead
  }

  package func sequence() throws(StoreError) -> SequenceNumber { try head().sequence }

  package func statistics() throws(StoreError) -> StoreStatistics {
    try rows(ReadSQL.statistics).first?.statistics() ?? StoreStatistics()
  }
}

// MARK: - People

extension FeedReader {
  package func user(_ id: UserID) throws(StoreError) -> User? {
    try rows(ReadSQL.user, .integer(id.number)).first?.user(from: 0)
  }

  package func userID(named username: Username) throws(StoreError) -> UserID? {
    try rows(ReadSQL.userID, .text(username.text)).first.map { UserID(number: $0.integer(0)) }
  }

  package func storedProfile(_ id: UserID) throws(StoreError) -> Profile? {
    try rows(ReadSQL.profile, .integer(id.number)).first?.profile()
  }

  package func isFollowing(_ follower: UserID, _ followee: UserID) throws(StoreError) -> Bool {
    try rows(ReadSQL.isFollowing, .integer(follower.number), .integer(followee.number)).count > 0
  }
}
