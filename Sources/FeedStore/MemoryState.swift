import FeedModel

/// A feed as plain collections: what the engines are compared with, so it is written to be
/// obviously right rather than fast.
///
/// No count is stored: every count is the size of a collection of rows.
struct MemoryState {
  /// A post without what depends on the viewer.
  struct PostRow {
    var id: PostID
    var authorID: UserID
    var text: String
    var image: ImageReference?
    var altText: String
    var createdAt: Timestamp
    var request: Request?
  }

  /// A comment without what depends on the viewer.
  struct CommentRow {
    var id: CommentID
    var postID: PostID
    var authorID: UserID
    var text: String
    var createdAt: Timestamp
    var request: Request?
  }

  /// The request that made a row.
  struct Request {
    var id: RequestID
    var fingerprint: [UInt8]
  }

  /// Whose request of which kind.
  struct RequestKey: Hashable {
    var userID: UserID
    var method: RequestMethod
    var requestID: RequestID
  }

  /// A request that is remembered for a while: a tap, or one whose row is gone.
  struct RememberedRequest {
    var fingerprint: [UInt8]
    var expiry: Timestamp
  }

  /// A photo with those who uploaded it.
  struct PhotoRow {
    var photo: Photo
    /// When each last did.
    var uploads: [UserID: Timestamp] = [:]
  }

  var head = StoreHead()
  var users: [UserID: User] = [:]
  var bios: [UserID: String] = [:]
  var userIDs: [Username: UserID] = [:]
  var posts: [PostID: PostRow] = [:]
  /// Where the posts stand, rising.
  var order: [Position] = []
  /// Who likes a post, with the number of the change.
  var likes: [PostID: [UserID: SequenceNumber]] = [:]
  var comments: [PostID: [CommentRow]] = [:]
  /// Whom a user follows, with the number of the change; and the other way round.
  var following: [UserID: [UserID: SequenceNumber]] = [:]
  var followers: [UserID: [UserID: SequenceNumber]] = [:]
  var requests: [RequestKey: RememberedRequest] = [:]
  /// The changes that are kept, rising.
  var events: [EventRecord] = []
  /// Changes up to this one are no longer kept.
  var eventsAfter = SequenceNumber(0)
  /// Of the mutation that runs.
  var newChanges: [FeedChange] = []
  /// Photos by their names.
  var photos: [String: PhotoRow] = [:]

  let blurhash: PatternBlurhash
  let naming: PhotoNaming

  init(naming: PhotoNaming, blurhash: @escaping PatternBlurhash) {
    self.naming = naming
    self.blurhash = blurhash
  }
}

// MARK: - Viewers

extension MemoryState {
  /// The viewer's id, also where they have no row yet.
  func id(of viewer: Viewer) throws(StoreError) -> UserID {
    switch viewer.identity {
    case .account(let account): return account.userID
    case .named(let username): return userIDs[username] ?? .derived(from: username)
    case .user(let id):
      if users[id] == nil { throw .notFound(.viewer) }
      return id
    }
  }

  /// The viewer as they are, or as their row will be.
  func user(of viewer: Viewer) throws(StoreError) -> User {
    let id = try id(of: viewer)
    if let user = users[id] { return user }
    let username = viewer.username { userIDs[$0] != nil }
    return User(newUser: id, username: username, blurhash: blurhash)
  }

  /// The viewer's id; makes their row where it is missing.
  mutating func makeUser(of viewer: Viewer) throws(StoreError) -> UserID {
    let user = try user(of: viewer)
    if users[user.id] == nil {
      insert(user)
      record(.userChanged(user.id))
    }
    return user.id
  }

  mutating func insert(_ user: User, bio: String = "") {
    users[user.id] = user
    bios[user.id] = bio
    userIDs[user.username] = user.id
  }
}
