package import FeedModel

/// What an engine that keeps rows finds of them in one snapshot.
///
/// The answers of a store are made of these, in the same way for every such engine.
package protocol FeedReading: SnapshotReader, EventContents {
  /// What page tokens and names of photos are made with.
  var tokenKey: [UInt8] { get }
  var blurhash: PatternBlurhash { get }

  /// The state that is read.
  func sequence() throws(StoreError) -> SequenceNumber
  /// How many posts, comments and likes there are.
  func statistics() throws(StoreError) -> StoreStatistics

  func user(_ id: UserID) throws(StoreError) -> User?
  func userID(named username: Username) throws(StoreError) -> UserID?
  /// A user's profile, with nobody in particular as its viewer.
  func storedProfile(_ id: UserID) throws(StoreError) -> Profile?
  func isFollowing(_ follower: UserID, _ followee: UserID) throws(StoreError) -> Bool

  /// Posts by id, in the order asked; what does not exist is left out.
  func posts(_ ids: [PostID], viewerID: UserID) throws(StoreError) -> [Post]
  /// The posts of a feed beyond the cursor, nearest first.
  func rows(
    of feed: FeedSelection,
    beyond cursor: PageToken,
    limit: Int,
    viewerID: UserID
  ) throws(StoreError) -> [Post]
  /// Whether a feed has a post beyond the cursor.
  func hasRow(
    of feed: FeedSelection,
    beyond cursor: PageToken,
    viewerID: UserID
  ) throws(StoreError) -> Bool

  /// How many comments the post has; nil where there is no such post.
  func commentCount(of id: PostID) throws(StoreError) -> Int?
  /// A post's comments beyond a position, nearest first.
  func comments(
    of id: PostID,
    _ order: CommentOrder,
    beyond position: Position,
    limit: Int,
    viewerID: UserID
  ) throws(StoreError) -> [Comment]
  /// The users of a list beyond a position, the newest first; the list's post or user is there.
  func users(
    in list: UserListSource,
    beyond position: Position,
    limit: Int
  ) throws(StoreError) -> [(user: User, sequence: SequenceNumber)]

  /// Changes as they were written down, in their order.
  func records(
    after sequence: SequenceNumber,
    limit: Int
  ) throws(StoreError) -> [EventRecord]
  /// What is told of these changes, where it is not looked up one by one.
  func contents(of records: [EventRecord]) throws(StoreError) -> any EventContents
  /// The number up to which changes are forgotten.
  func forgottenEvents() throws(StoreError) -> SequenceNumber

  func photo(_ key: PhotoKey) throws(StoreError) -> Photo?
  func hasUploaded(photoNamed name: String, viewer: Viewer) throws(StoreError) -> Bool
  func leftoverPhotos(among hashes: [[UInt8]]) throws(StoreError) -> [LeftoverPhoto]
}

/// What a filter comes down to.
package enum FeedSelection: Sendable {
  case everything
  case author(UserID)
  /// The viewer and whom they follow.
  case followed
  case nobody
}

/// A list whose post or user is there.
package enum UserListSource: Sendable {
  case likers(PostID)
  case followers(UserID)
  case followed(UserID)
}

// MARK: - Viewers and profiles

extension FeedReading {
  /// The viewer's id, also where they have no row yet.
  package func id(of viewer: Viewer) throws(StoreError) -> UserID {
    switch viewer.identity {
    case .account(let account): return account.userID
    case .named(let username): return try userID(named: username) ?? .derived(from: username)
    case .user(let id):
      if try user(id) == nil { throw .notFound(.viewer) }
      return id
    }
  }

  /// The viewer as they are, or as their row will be; and whether there is one.
  package func user(of viewer: Viewer) throws(StoreError) -> (user: User, isStored: Bool) {
    let id = try id(of: viewer)
    if let user = try user(id) { return (user, true) }
    let username = try viewer.username { (username) throws(StoreError) in
      try userID(named: username) != nil
    }
    return (User(newUser: id, username: username, blurhash: blurhash), false)
  }

  package func profile(
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
    let stored = try storedProfile(subjectID)
    guard var profile = stored ?? (subjectID == own.id ? Profile(user: own) : nil) else {
      throw .notFound(.user)
    }
    profile.isFollowed = try isFollowing(own.id, subjectID)
    return ProfileState(profile: profile, sequence: try sequence())
  }
}

// MARK: - Pages

extension FeedReading {
  package func page(_ query: FeedPageQuery, viewer: Viewer) throws(StoreError) -> FeedPage {
    let viewerID = try id(of: viewer)
    let assembly = try FeedPageAssembly(query, viewerID: viewerID, key: tokenKey)
    let feed = try selection(query.filter, viewerID: viewerID)
    return try assembly.page(
      of: rows(of: feed, beyond: assembly.cursor, limit: assembly.rowLimit, viewerID: viewerID),
      sequence: try sequence()
    ) { (cursor) throws(StoreError) in
      try hasRow(of: feed, beyond: cursor, viewerID: viewerID)
    }
  }

  private func selection(
    _ filter: FeedFilter,
    viewerID: UserID
  ) throws(StoreError) -> FeedSelection {
    switch (filter.author, filter.followingOnly) {
    case (nil, false): return .everything
    case (nil, true): return .followed
    case (let author?, false): return .author(author)
    case (let author?, true):
      let isFollowed = try isFollowing(viewerID, author)
      return isFollowed || author == viewerID ? .author(author) : .nobody
    }
  }

  /// A page of comments, which is read onward only.
  package func page(_ query: CommentsQuery, viewer: Viewer) throws(StoreError) -> CommentPage {
    let viewerID = try id(of: viewer)
    let page = try query.page(viewerID: viewerID, key: tokenKey)
    guard let count = try commentCount(of: query.postID) else { throw .notFound(.post) }
    let found = try comments(
      of: query.postID,
      query.order,
      beyond: page.start,
      limit: page.rowLimit,
      viewerID: viewerID
    )
    let (shown, token) = page.cut(found, position: \.position)
    return CommentPage(
      comments: shown,
      nextPageToken: token,
      commentCount: count,
      sequence: try sequence()
    )
  }

  /// A page of likes or follows, which is read onward only.
  package func page(_ query: UsersQuery, viewer: Viewer) throws(StoreError) -> UserPage {
    let viewerID = try id(of: viewer)
    let page = try query.page(viewerID: viewerID, key: tokenKey)
    let source = try source(of: query.list, viewerID: viewerID)
    let found = try users(in: source, beyond: page.start, limit: page.rowLimit)
    let (shown, token) = page.cut(found) { $0.sequence.position }
    return UserPage(
      users: shown.map(\.user),
      nextPageToken: token,
      sequence: try sequence()
    )
  }

  private func source(
    of list: UserList,
    viewerID: UserID
  ) throws(StoreError) -> UserListSource {
    switch list {
    case .likers(let post):
      if try commentCount(of: post) == nil { throw .notFound(.post) }
      return .likers(post)
    case .followers(let user): return .followers(try existing(user, viewerID))
    case .followed(let user): return .followed(try existing(user, viewerID))
    }
  }

  /// The user asked for, who exists or is the viewer.
  private func existing(_ id: UserID?, _ viewerID: UserID) throws(StoreError) -> UserID {
    guard let id, id != viewerID else { return viewerID }
    if try user(id) == nil { throw .notFound(.user) }
    return id
  }
}

// MARK: - Events

extension FeedReading {
  package func events(
    after sequence: SequenceNumber,
    limit: Int
  ) throws(StoreError) -> EventBatch {
    let records = try records(after: sequence, limit: limit)
    let contents = try contents(of: records)
    var events: [FeedEvent] = []
    for record in records { events += try record.events(contents) }
    let newest = try self.sequence()
    return EventBatch(
      events: events.filter { $0.sequence > sequence },
      end: records.count == limit ? records.last?.sequence ?? sequence : newest,
      newest: newest,
      forgotten: try forgottenEvents()
    )
  }

  package func contents(of records: [EventRecord]) throws(StoreError) -> any EventContents { self }

  package func createdPost(_ id: PostID, authorID: UserID) throws(StoreError) -> Post? {
    try posts([id], viewerID: authorID).first
  }

  package func changedUser(_ id: UserID) throws(StoreError) -> User? { try user(id) }
}
