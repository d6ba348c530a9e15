import FeedModel
import FeedStore

/// The reads of a feed, on one connection.
///
/// Each answer is read in a transaction of its own, so its rows and its sequence are of one
/// snapshot (sqlite.org/isolation.html); a writer calls the parts within its transaction.
final class FeedReader: SnapshotReader {
  let connection: SQLiteConnection
  let tokenKey: [UInt8]
  let blurhash: PatternBlurhash
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
  func snapshot<Answer>(
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

  func statistics() throws(StoreError) -> StoreStatistics {
    var statistics = StoreStatistics()
    _ = try self.statements.statistics.first { row in
      statistics.posts = row.count(0)
      statistics.comments = row.count(1)
      statistics.likes = row.count(2)
    }
    return statistics
  }
}

// MARK: - Viewers and profiles

extension FeedReader {
  /// The viewer's id, also where they have no row yet.
  func id(of viewer: Viewer) throws(StoreError) -> UserID {
    switch viewer.identity {
    case .account(let account): return account.userID
    case .named(let username): return try userID(named: username) ?? .derived(from: username)
    case .user(let id):
      if try user(id) == nil { throw .notFound(.viewer) }
      return id
    }
  }

  /// The viewer as they are, or as their row will be; and whether there is one.
  func user(of viewer: Viewer) throws(StoreError) -> (user: User, isStored: Bool) {
    let id = try id(of: viewer)
    if let user = try user(id) { return (user, true) }
    let username = try viewer.username { (username) throws(StoreError) in
      try userID(named: username) != nil
    }
    return (User(newUser: id, username: username, blurhash: blurhash), false)
  }

  func user(_ id: UserID) throws(StoreError) -> User? {
    try statements.user.first(.integer(id.number)) { $0.user(from: 0) }
  }

  func userID(named username: Username) throws(StoreError) -> UserID? {
    try statements.userID.first(.text(username.text)) { UserID(number: $0.integer(0)) }
  }

  func profile(
    of subject: ProfileSubject,
    viewer: Viewer
  ) throws(StoreError) -> ProfileState {
    let own = try user(of: viewer).user
    let subjectID: UserID?
    switch subject {
    case .viewer: subjectID = own.id
    case .user(let id): subjectID = id
    case .named(let username):
      subjectID = try username == own.username ? own.id : userID(named: username)
    }
    guard let subjectID else { throw .notFound(.user) }
    let stored = try statements.profile.first(.integer(subjectID.number)) { row in
      Profile(
        user: row.user(from: 0),
        bio: row.text(7),
        postCount: row.count(8),
        followerCount: row.count(9),
        followingCount: row.count(10)
      )
    }
    guard var profile = stored ?? (subjectID == own.id ? Profile(user: own) : nil) else {
      throw .notFound(.user)
    }
    profile.isFollowed = try isFollowing(own.id, subjectID)
    return ProfileState(profile: profile, sequence: try head().sequence)
  }

  func isFollowing(_ follower: UserID, _ followee: UserID) throws(StoreError) -> Bool {
    let row = try statements.isFollowing.first(
      .integer(follower.number),
      .integer(followee.number)
    ) { _ in true }
    return row ?? false
  }
}
