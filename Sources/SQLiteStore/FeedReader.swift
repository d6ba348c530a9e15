package import FeedModel
package import FeedStore

/// The reads of a feed, on one connection.
///
/// Each answer is read in a transaction of its own, so its rows and its sequence are of one
/// snapshot (sqlite.org/isolation.html); a writer calls the parts within its transaction.
package final class FeedReader: FeedReading {
  let connection: SQLiteConnection
  package let tokenKey: [UInt8]
  package let blurhash: PatternBlurhash
  let statements: ReadStatements
  private let begin: SQLiteStatement
  private let commit: SQLiteStatement

  init(
    connection: SQLiteConnection,
    tokenKey: [UInt8],
    blurhash: @escaping PatternBlurhash
  ) throws(StoreError) {
    self.connection = connection
    self.tokenKey = tokenKey
    self.blurhash = blurhash
    statements = try ReadStatements(connection)
    begin = try SQLiteStatement("BEGIN", on: connection)
    commit = try SQLiteStatement("COMMIT", on: connection)
  }

  /// Runs `body` in a snapshot.
  package func snapshot<Answer>(
    _ body: (FeedReader) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    try begin.run()
    // A read transaction has nothing to lose, so its end cannot fail in a way that matters.
    defer { if !connection.isAutocommit { try? commit.run() } }
    return try body(self)
  }

  func head() throws(StoreError) -> StoreHead {
    let head = try statements.head.first { row in
      StoreHead(
        sequence: SequenceNumber(row.integer(0)),
        newestTime: Timestamp(microseconds: row.integer(1))
      )
    }
    guard let head else { throw .corrupt(rowMissing: ReadSQL.head) }
    return head
  }

  package func sequence() throws(StoreError) -> SequenceNumber { try head().sequence }

  package func statistics() throws(StoreError) -> StoreStatistics {
    try statements.statistics.first { $0.statistics() } ?? StoreStatistics()
  }
}

// MARK: - People

extension FeedReader {
  package func user(_ id: UserID) throws(StoreError) -> User? {
    try statements.user.first(.integer(id.number)) { $0.user(from: 0) }
  }

  package func userID(named username: Username) throws(StoreError) -> UserID? {
    try statements.userID.first(.text(username.text)) { UserID(number: $0.integer(0)) }
  }

  package func storedProfile(_ id: UserID) throws(StoreError) -> Profile? {
    try statements.profile.first(.integer(id.number)) { $0.profile() }
  }

  package func isFollowing(_ follower: UserID, _ followee: UserID) throws(StoreError) -> Bool {
    let row = try statements.isFollowing.first(
      .integer(follower.number),
      .integer(followee.number)
    ) { _ in true }
    return row ?? false
  }
}
