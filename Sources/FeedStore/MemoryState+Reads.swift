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
      isLiked: likes[id]?.contains(viewerID) ?? false,
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
    return following[viewerID]?.contains(author) ?? false
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
    let assembly = try CommentPageAssembly(query, viewerID: viewerID, key: key)
    if posts[query.postID] == nil { throw .notFound(.post) }
    let sorted = (comments[query.postID] ?? []).compactMap { comment($0, viewerID: viewerID) }
      .sorted { left, right in left.position < right.position }
    let start = assembly.cursor.position
    let beyond =
      switch query.order {
      case .oldestFirst: sorted.filter { $0.position > start }
      case .newestFirst: sorted.reversed().filter { $0.position < start }
      }
    return assembly.page(
      of: Array(beyond.prefix(assembly.rowLimit)),
      commentCount: sorted.count,
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
      isFollowed: following[own.id]?.contains(user.id) ?? false
    )
    return ProfileState(profile: profile, sequence: head.sequence)
  }
}
