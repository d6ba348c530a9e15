package import FeedModel
import FeedStore

/// Draws operations about what earlier ones have made, now and then about what is not there.
///
/// Each comes from one of a few connections. Posts are deleted when there are many, so that the
/// feed stays small however long the walk is.
package struct RandomWalk {
  /// Posts beyond which more are deleted than made.
  private static let postCount = 40
  /// Lists whose next pages are still asked for.
  private static let openListCount = 24
  private static let connections: [UInt64] = [1, 2, 3]

  package var random: SplitMix64
  private var users: [UserID] = [UserID(number: 1)]
  private var posts: [PostID] = [PostID(number: 1_000_000)]
  private var comments: [CommentID] = [CommentID(number: 1_000_000)]
  private var photos = [PhotoID(name: "nobody", width: 31, height: 20)]
  /// Queries whose tokens came with earlier pages.
  private var openLists: [StoreOperation] = []
  private let viewers: [Viewer]

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    viewers = [
      Person.mira, Person.noor, Person.kai, .account(.init(uid: 7, accountName: "kai")),
      .named(Username(stored: "mira")), .named(Username(stored: "elif")), .user(UserID(number: 1)),
    ]
  }

  package mutating func next() -> StoreOperation {
    let viewer = random.element(of: viewers).on(client: random.element(of: Self.connections))
    switch random.number(below: 27) {
    case 0...4:
      let intent = random.element(of: LikeIntent.allCases)
      return .like(LikeRequest(postID: post(), intent: intent, requestID: requestID()), viewer)
    case 5...7:
      let text = "comment \(random.number(below: 3))"
      let request = try? CommentRequest(postID: post(), text: text, requestID: requestID())
      return request.map { .comment($0, viewer) } ?? next()
    case 8, 9: return posting(viewer)
    case 10: return .deleteComment(random.element(of: comments), viewer)
    case 11:
      let isFollowing = random.number(below: 3) > 0
      let followed = random.element(of: users)
      return .follow(FollowRequest(userID: followed, isFollowing: isFollowing), viewer)
    case 12:
      let name = "name \(random.number(below: 4))"
      let request = try? ProfileRequest(displayName: name, bio: name, avatar: photo())
      return request.map { .updateProfile($0, viewer) } ?? next()
    case 13...15: return .feed(FeedPageQuery(filter: filter(), pageSize: pageSize()), viewer)
    case 16:
      let order = random.element(of: CommentOrder.allCases)
      return .comments(CommentsQuery(postID: post(), order: order, pageSize: pageSize()), viewer)
    case 17: return .users(UsersQuery(userList(), pageSize: pageSize()), viewer)
    case 18...21: return openLists.isEmpty ? next() : random.element(of: openLists)
    case 22: return .posts([post(), post(), post()], viewer)
    case 23, 24: return .upload(.sample(random.number(below: 6)), viewer)
    case 25:
      let hours = Int64(random.number(below: 1_500))
      return .sweep(TestClock().now.advanced(byMicroseconds: hours * 3_600_000_000))
    default: return .profile(profileSubject(), viewer)
    }
  }

  /// Remembers what an operation has made, and which pages follow.
  package mutating func learn(from answer: StoreOperation.Answer, to operation: StoreOperation) {
    switch answer {
    case .post(let state):
      if !posts.contains(state.post.id) { posts.append(state.post.id) }
      learn(state.post.author)
    case .comment(let state):
      comments.append(state.comment.id)
      if comments.count > 2 * Self.postCount { comments.removeFirst() }
      learn(state.comment.author)
    case .updatedProfile(let state): learn(state.user)
    case .feed(let page): learn([page.nextPageToken, page.newerPageToken], from: operation)
    case .comments(let page): learn([page.nextPageToken], from: operation)
    case .users(let page): learn([page.nextPageToken], from: operation)
    case .photo(let photo): if !photos.contains(photo.id) { photos.append(photo.id) }
    case .deletedPost:
      if case .deletePost(let id, _) = operation { posts.removeAll { $0 == id } }
      if posts.isEmpty { posts = [PostID(number: 1_000_000)] }
    case .like, .sequence, .follow, .posts, .profile, .swept, .error: break
    }
  }

  private mutating func learn(_ user: User) {
    if !users.contains(user.id) { users.append(user.id) }
  }

  private mutating func learn(_ tokens: [String], from operation: StoreOperation) {
    for token in tokens where !token.isEmpty {
      guard let next = operation.page(at: token) else { continue }
      openLists.append(next)
      if openLists.count > Self.openListCount {
        openLists.remove(at: random.number(below: openLists.count))
      }
    }
  }

  // MARK: - Parts

  private mutating func posting(_ viewer: Viewer) -> StoreOperation {
    // The more posts there are, the likelier one goes: it takes its author, so many tries are vain.
    if random.number(below: 2 * Self.postCount) < posts.count { return .deletePost(post(), viewer) }
    let text = "post \(random.number(below: 3))"
    let request = try? PostRequest(text: text, image: photo(), requestID: requestID())
    return request.map { .post($0, viewer) } ?? .deletePost(post(), viewer)
  }

  private mutating func post() -> PostID { random.element(of: posts) }

  /// None, or a photo that was uploaded once.
  private mutating func photo() -> PictureChoice? {
    random.number(below: 3) == 0 ? nil : .photo(random.element(of: photos))
  }

  private mutating func pageSize() -> Int { 1 + random.number(below: 5) }

  private mutating func filter() -> FeedFilter {
    let isFollowing = random.number(below: 3) == 0
    let author = random.number(below: 3) == 0 ? random.element(of: users) : nil
    return FeedFilter(author: author, followingOnly: isFollowing)
  }

  private mutating func userList() -> UserList {
    let user = random.element(of: users)
    return random.element(
      of: [.likers(of: post()), .followers(of: user), .followed(by: user), .followers(of: nil)]
    )
  }

  private mutating func profileSubject() -> ProfileSubject {
    let name = random.element(of: ["mira", "kai", "kai2", "elif", "nobody"])
    return random.element(
      of: [.viewer, .user(random.element(of: users)), .named(Username(stored: name))]
    )
  }

  /// None, or one of a few, so that they repeat.
  private mutating func requestID() -> RequestID? {
    random.number(below: 2) == 0
      ? nil : try? RequestID("request \(random.number(below: 12))")
  }
}

extension StoreOperation {
  /// The same list at another page; nil where the operation reads none.
  fileprivate func page(at token: String) -> StoreOperation? {
    switch self {
    case .feed(var query, let viewer):
      query.pageToken = token
      return .feed(query, viewer)
    case .comments(var query, let viewer):
      query.pageToken = token
      return .comments(query, viewer)
    case .users(var query, let viewer):
      query.pageToken = token
      return .users(query, viewer)
    case .like, .comment, .post, .deletePost, .deleteComment, .follow, .updateProfile, .upload,
      .sweep, .posts, .profile:
      return nil
    }
  }
}
