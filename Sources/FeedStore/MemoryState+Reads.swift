import FeedModel

extension MemoryState {
  /// The post as the viewer sees it; nil where there is none.
  func post(_ id: PostID, viewerID: UserID) -> Post? {
    guard let row = posts[id], let author = users[row.authorID] else { return nil }
    return Post(
      id: id,
      author: author,
      text: row.text,
      image: row.image,
      altText: row.altText,
      createdAt: row.createdAt,
      likeCount: likes[id]?.count ?? 0,
      isLiked: likes[id]?[viewerID] != nil,
      commentCount: comments[id]?.count ?? 0,
      requestID: row.authorID == viewerID ? row.request?.id : nil
    )
  }

  /// The comment as the viewer sees it.
  func comment(_ row: CommentRow, viewerID: UserID) -> Comment? {
    guard let author = users[row.authorID] else { return nil }
    return Comment(
      id: row.id,
      postID: row.postID,
      author: author,
      text: row.text,
      createdAt: row.createdAt,
      requestID: row.authorID == viewerID ? row.request?.id : nil
    )
  }

  /// The posts beyond the cursor, nearest first.
  func posts(
    beyond cursor: PageToken,
    filter: FeedFilter,
    viewerID: UserID,
    limit: Int
  ) -> [Post] {
    let near =
      switch cursor.direction {
      case .onward: Array(order.filter { $0 < cursor.position }.reversed())
      case .back: order.filter { $0 > cursor.position }
      }
    let passing = near.lazy.map { PostID(number: $0.number) }.filter { id in
      guard let author = posts[id]?.authorID else { return false }
      return passes(filter, author: author, viewerID: viewerID)
    }
    return passing.prefix(limit).compactMap { post($0, viewerID: viewerID) }
  }

  private func passes(_ filter: FeedFilter, author: UserID, viewerID: UserID) -> Bool {
    if let wanted = filter.author, wanted != author { return false }
    if !filter.followingOnly || author == viewerID { return true }
    return following[viewerID]?[author] != nil
  }

  func page(_ query: FeedPageQuery, viewer: Viewer, key: [UInt8]) throws(StoreError) -> FeedPage {
    let viewerID = try id(of: viewer)
    let assembly = try FeedPageAssembly(query, viewerID: viewerID, key: key)
    func rows(beyond cursor: PageToken, limit: Int) -> [Post] {
      posts(beyond: cursor, filter: query.filter, viewerID: viewerID, limit: limit)
    }
    return try assembly.page(
      of: rows(beyond: assembly.cursor, limit: assembly.rowLimit),
      sequence: head.sequence
    ) { (cursor) throws(StoreError) in !rows(beyond: cursor, limit: 1).isEmpty }
  }

  func page(
    _ query: CommentsQuery,
    viewer: Viewer,
    key: [UInt8]
  ) throws(StoreError) -> CommentPage {
    let viewerID = try id(of: viewer)
    let page = try query.page(viewerID: viewerID, key: key)
    if posts[query.postID] == nil { throw .notFound(.post) }
    let sorted = (comments[query.postID] ?? []).compactMap { comment($0, viewerID: viewerID) }
      .sorted { left, right in left.position < right.position }
    let beyond =
      switch query.order {
      case .oldestFirst: sorted.filter { $0.position > page.start }
      case .newestFirst: sorted.reversed().filter { $0.position < page.start }
      }
    let (shown, token) = page.cut(Array(beyond.prefix(page.rowLimit)), position: \.position)
    return CommentPage(
      comments: shown,
      nextPageToken: token,
      commentCount: sorted.count,
      sequence: head.sequence
    )
  }

  func page(_ query: UsersQuery, viewer: Viewer, key: [UInt8]) throws(StoreError) -> UserPage {
    let viewerID = try id(of: viewer)
    let page = try query.page(viewerID: viewerID, key: key)
    let entries: [UserID: SequenceNumber]?
    switch query.list {
    case .likers(let post):
      if posts[post] == nil { throw .notFound(.post) }
      entries = likes[post]
    case .followers(let user):
      if let user, users[user] == nil, user != viewerID { throw .notFound(.user) }
      entries = followers[user ?? viewerID]
    case .followed(let user):
      if let user, users[user] == nil, user != viewerID { throw .notFound(.user) }
      entries = following[user ?? viewerID]
    }
    let rows = (entries ?? [:]).sorted { $0.value > $1.value }
      .filter { $0.value.position < page.start }
    let (shown, token) = page.cut(Array(rows.prefix(page.rowLimit))) { $0.value.position }
    return UserPage(
      users: shown.compactMap { users[$0.key] },
      nextPageToken: token,
      sequence: head.sequence
    )
  }

  func profile(of subject: ProfileSubject, viewer: Viewer) throws(StoreError) -> ProfileState {
    let own = try user(of: viewer)
    let subjectID: UserID? =
      switch subject {
      case .viewer: own.id
      case .user(let id): id
      case .named(let username): username == own.username ? own.id : userIDs[username]
      }
    guard let subjectID, let user = subjectID == own.id ? own : users[subjectID] else {
      throw .notFound(.user)
    }
    let profile = Profile(
      user: user,
      bio: bios[user.id] ?? "",
      postCount: posts.values.count { $0.authorID == user.id },
      followerCount: followers[user.id]?.count ?? 0,
      followingCount: following[user.id]?.count ?? 0,
      isFollowed: following[own.id]?[user.id] != nil
    )
    return ProfileState(profile: profile, sequence: head.sequence)
  }
}
