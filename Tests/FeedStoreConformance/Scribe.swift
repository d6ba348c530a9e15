package import FeedModel
package import FeedStore

/// A viewer who changes the feed at random and keeps book of what was acknowledged.
package struct Scribe: Sendable {
  private let name: String
  private let viewer: Viewer
  /// Posts that many like and comment on and nobody deletes.
  private let shared: [PostID]
  private var random: SplitMix64
  /// What was sent and not answered: it may have been applied, or not.
  private var pending: StoreOperation?
  private var likes: Set<PostID> = []
  private var comments: [FeedModel.Comment] = []
  private var posts: [Post] = []
  /// The newest state that an answer has shown.
  package private(set) var sequence = SequenceNumber(0)
  package private(set) var acknowledgedCount = 0

  package init(_ number: Int, _ shared: [PostID], seed: UInt64) {
    name = "scribe\(number)"
    viewer = .named(Username(stored: name))
    self.shared = shared
    random = SplitMix64(seed: seed)
  }

  /// Makes a change.
  ///
  /// - Returns: False where it failed.
  package mutating func step(_ store: any FeedStore) async throws -> Bool {
    pending = try next()
    return try await sendPending(store)
  }

  /// Sends what was not answered again, which must not apply it twice.
  ///
  /// - Returns: False where it failed.
  package mutating func sendPending(_ store: any FeedStore) async throws -> Bool {
    guard let pending else { return true }
    let answer = await pending.run(on: store)
    if case .error = answer { return false }
    try note(answer, of: pending)
    self.pending = nil
    acknowledgedCount += 1
    return true
  }

  private mutating func next() throws -> StoreOperation {
    let text = String(random.next(), radix: 36)
    let id = try RequestID(text)
    let post = random.element(of: shared)
    switch random.number(below: 10) {
    case 0...3: return .like(LikeRequest(postID: post, intent: .toggle, requestID: id), viewer)
    case 4...6:
      return .comment(try CommentRequest(postID: post, text: text, requestID: id), viewer)
    case 7 where !comments.isEmpty: return .deleteComment(random.element(of: comments).id, viewer)
    case 8 where !posts.isEmpty: return .deletePost(random.element(of: posts).id, viewer)
    default: return .post(try PostRequest(text: text, requestID: id), viewer)
    }
  }

  private mutating func note(_ answer: StoreOperation.Answer, of operation: StoreOperation) throws {
    let shown: SequenceNumber
    switch (operation, answer) {
    case (_, .like(let state)):
      likes.formSymmetricDifference([state.postID])
      guard state.isLiked == likes.contains(state.postID) else { throw Lie() }
      shown = state.sequence
    case (_, .comment(let state)):
      comments.append(state.comment)
      shown = state.sequence
    case (_, .post(let state)):
      posts.append(state.post)
      shown = state.sequence
    case (.deleteComment(let id, _), .sequence(let number)):
      comments.removeAll { $0.id == id }
      shown = number
    case (.deletePost(let id, _), .deletedPost(let deletion)):
      posts.removeAll { $0.id == id }
      shown = deletion.sequence
    default: preconditionFailure("\(answer) is no answer to \(operation)")
    }
    guard shown >= sequence else { throw Lie() }
    sequence = shown
  }

  /// An answer contradicts what was acknowledged.
  package struct Lie: Error {}

  /// What the store does not have as it was acknowledged; nothing may be pending.
  package func findings(_ fixture: StoreFixture) async throws -> [String] {
    var found: [String] = []
    var stored: [FeedModel.Comment] = []
    for id in shared {
      stored += try await fixture.allComments(of: id).filter { $0.author.username.text == name }
      let post = try await fixture.store.posts([id], viewer: viewer).posts.first
      if post?.isLiked != likes.contains(id) { found.append("\(name): like of \(id)") }
    }
    if stored.sorted(by: { $0.id.number < $1.id.number }).map(\.text) != comments.map(\.text) {
      found.append("\(name): \(comments.count) comments acknowledged, \(stored.count) stored")
    }
    let own = try await fixture.allPosts(by: fixture.id(of: viewer))
    if own.map(\.text) != posts.reversed().map(\.text) {
      found.append("\(name): \(posts.count) posts acknowledged, \(own.count) stored")
    }
    let head = try await fixture.feed(size: 1).sequence
    if head < sequence { found.append("\(name): \(sequence) acknowledged, \(head) stored") }
    return found
  }
}

extension StoreFixture {
  package func allComments(of post: PostID) async throws -> [FeedModel.Comment] {
    var page = try await comments(of: post)
    var all = page.comments
    while !page.nextPageToken.isEmpty {
      page = try await comments(of: post, token: page.nextPageToken)
      all += page.comments
    }
    return all
  }

  package func allPosts(by author: UserID) async throws -> [Post] {
    let filter = FeedFilter(author: author)
    var page = try await feed(filter)
    var all = page.posts
    while !page.nextPageToken.isEmpty {
      page = try await feed(filter, token: page.nextPageToken)
      all += page.posts
    }
    return all
  }
}
