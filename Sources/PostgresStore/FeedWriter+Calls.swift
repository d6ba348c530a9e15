import FeedModel
import FeedStore

/// What every call of a function that writes is made of.
extension FeedWriter {
  /// What became of a call; the numbers are those of the functions.
  enum Outcome: Int64 {
    case done = 0
    case noViewer = 1
    case noPost = 2
    case noUser = 3
    case noPhoto = 4
    case postDeleted = 5
    case commentDeleted = 6
    case requestIDReused = 7
    case notAllowed = 8
    case followsOneself = 9
    case tooManyFollows = 10
    case bytesGone = 11

    /// What the caller is told; nil where it was done.
    var refusal: StoreError? {
      switch self {
      case .done: nil
      case .noViewer: .notFound(.viewer)
      case .noPost: .notFound(.post)
      case .noUser: .notFound(.user)
      case .noPhoto: .notFound(.photo)
      case .postDeleted: .alreadyDeleted(.post)
      case .commentDeleted: .alreadyDeleted(.comment)
      case .requestIDReused: .requestIDReused
      case .notAllowed: .notAllowed
      case .followsOneself: .followsOneself
      case .tooManyFollows: .tooManyFollows(limit: StoreLimits.follows)
      // Who uploads it has its bytes, and keeps them again.
      case .bytesGone: .notFound(.photo)
      }
    }
  }

  /// Sends a call on behalf of a viewer.
  func send(
    _ statement: PostgresStatement,
    of viewer: Viewer,
    _ arguments: PostgresValue...
  ) throws(StoreError) {
    try connection.send(statement, values(of: viewer) + arguments)
  }

  /// The viewer as the functions take them: an id, a name, and the five columns of a row to be.
  private func values(of viewer: Viewer) -> [PostgresValue] {
    let id: UserID
    var name: Username?
    switch viewer.identity {
    case .account(let account): id = account.userID
    case .named(let username):
      id = .derived(from: username)
      name = username
    case .user(let user): id = user
    }
    let preferred = known.contains(viewer) ? nil : preferredNames[viewer]
    let avatar = preferred.map { _ in
      ImageReference.userPattern(of: id, blurhash: environment.patternBlurhash)
    }
    return [
      .integer(id.number), PostgresValue(name?.text), PostgresValue(preferred?.text),
      PostgresValue(avatar?.id), PostgresValue(avatar?.width), PostgresValue(avatar?.height),
      PostgresValue(avatar?.blurhash),
    ]
  }

  /// What a call gave, in the four columns that all have.
  struct CallResult {
    let row: PostgresRow
    let refusal: StoreError?
    var viewerID: UserID { UserID(number: row.integer(1)) }
    var sequence: SequenceNumber { SequenceNumber(row.integer(3)) }
    /// In those that may change something.
    var hasChanged: Bool { row.boolean(4) }
  }

  /// Takes what a call on behalf of a viewer gave; `makesUser` says whether the viewer has a row
  /// after it, if it was done.
  func takeResult(
    of statement: PostgresStatement,
    _ viewer: Viewer,
    makesUser: (PostgresRow) -> Bool = { _ in true }
  ) throws(StoreError) -> CallResult {
    guard let row = try connection.next().first, let outcome = Outcome(rawValue: row.integer(0))
    else { throw .corrupt(rowMissing: statement.sql) }
    if row.boolean(2) { changes.append(.userChanged(UserID(number: row.integer(1)))) }
    switch outcome {
    case .done: if makesUser(row) { learned.append(viewer) }
    case .noViewer: forget(viewer)
    case .noPost, .noUser, .noPhoto, .postDeleted, .commentDeleted, .requestIDReused,
      .notAllowed, .followsOneself, .tooManyFollows, .bytesGone:
      break
    }
    return CallResult(row: row, refusal: outcome.refusal)
  }

  /// The row that a call has made, from the statement behind it.
  func takeMade<Made>(
    _ statement: PostgresStatement,
    _ result: CallResult,
    _ body: (PostgresRow) -> Made?
  ) throws(StoreError) -> Result<Made, StoreError> {
    let row = try connection.next().first
    if let refusal = result.refusal { return .failure(refusal) }
    guard let made = row.flatMap(body) else { throw .corrupt(rowMissing: statement.sql) }
    return .success(made)
  }
}
