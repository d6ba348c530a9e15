import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import SQLiteStore

/// Random operations on the engine and on its model, compared answer by answer.
@Suite(.timeLimit(.minutes(10)))
struct ModelTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func theEngineAnswersAsTheModelDoes(seed: UInt64) async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    let model = MemoryStore(environment: files.clock.environment)
    var walk = RandomWalk(seed: seed)
    for step in 0..<350 {
      let operation = walk.next()
      files.clock.advance(bySeconds: Int64(walk.random.number(below: 3_600)) - 60)
      let answer = await operation.run(on: store)
      let expected = await operation.run(on: model)
      try #require(answer == expected, "seed \(seed), step \(step): \(operation)")
      walk.learn(from: answer)
      try #require(try files.damage() == [], "seed \(seed), step \(step): \(operation)")
    }
    try await comparePages(store, model, walk, files)
    await store.close()
    #expect(try files.damage() == [])
  }

  /// Walks every feed from end to end in both, in pages of three.
  private func comparePages(
    _ store: SQLiteStore,
    _ model: MemoryStore,
    _ walk: RandomWalk,
    _ files: TemporaryStore
  ) async throws {
    let authors = walk.users.map { FeedFilter(author: $0) }
    let filters = authors + [.everything, FeedFilter(followingOnly: true)]
    for filter in filters {
      for viewer in [Person.mira, Person.noor] {
        let left = try await pages(
          of: filter,
          viewer,
          StoreFixture(store: store, clock: files.clock)
        )
        let right = try await pages(
          of: filter,
          viewer,
          StoreFixture(store: model, clock: files.clock)
        )
        #expect(left == right)
      }
    }
  }

  private func pages(
    of filter: FeedFilter,
    _ viewer: Viewer,
    _ fixture: StoreFixture
  ) async throws -> [[Post]] {
    var page = try await fixture.feed(filter, size: 3, viewer: viewer)
    var pages = [page.posts]
    while !page.nextPageToken.isEmpty {
      page = try await fixture.feed(filter, size: 3, token: page.nextPageToken, viewer: viewer)
      pages.append(page.posts)
    }
    while !page.isAtNewest {
      page = try await fixture.feed(filter, size: 2, token: page.newerPageToken, viewer: viewer)
      pages.append(page.posts)
    }
    return pages
  }
}

/// A call to a store that says what came of it.
enum Operation: Sendable {
  case like(LikeRequest, Viewer)
  case comment(CommentRequest, Viewer)
  case post(PostRequest, Viewer)
  case deletePost(PostID, Viewer)
  case deleteComment(CommentID, Viewer)
  case follow(FollowRequest, Viewer)
  case comments(PostID, CommentOrder, Viewer)
  case posts([PostID], Viewer)
  case profile(ProfileSubject, Viewer)
  case users(UserList, Viewer)
  case updateProfile(ProfileRequest, Viewer)

  enum Answer: Equatable, Sendable {
    case like(LikeState)
    case comment(CommentState)
    case post(PostState)
    case sequence(SequenceNumber)
    case follow(FollowState)
    case comments([FeedModel.Comment], Int, SequenceNumber)
    case posts(PostList)
    case profile(ProfileState)
    case users([User], SequenceNumber)
    case updatedProfile(UserState)
    case error(StoreError)
  }

  func run(on store: any FeedStore) async -> Answer {
    do throws(StoreError) {
      switch self {
      case .like(let request, let viewer):
        return .like(try await store.toggleLike(request, viewer: viewer))
      case .comment(let request, let viewer):
        return .comment(try await store.addComment(request, viewer: viewer))
      case .post(let request, let viewer):
        return .post(try await store.createPost(request, viewer: viewer))
      case .deletePost(let id, let viewer):
        return .sequence(try await store.deletePost(id, viewer: viewer))
      case .deleteComment(let id, let viewer):
        return .sequence(try await store.deleteComment(id, viewer: viewer))
      case .follow(let request, let viewer):
        return .follow(try await store.setFollow(request, viewer: viewer))
      case .comments(let post, let order, let viewer):
        let query = CommentsQuery(postID: post, order: order, pageSize: 200)
        let page = try await store.comments(query, viewer: viewer)
        return .comments(page.comments, page.commentCount, page.sequence)
      case .posts(let ids, let viewer):
        return .posts(try await store.posts(ids, viewer: viewer))
      case .profile(let subject, let viewer):
        return .profile(try await store.profile(of: subject, viewer: viewer))
      case .users(let list, let viewer):
        let page = try await store.users(UsersQuery(list, pageSize: 200), viewer: viewer)
        return .users(page.users, page.sequence)
      case .updateProfile(let request, let viewer):
        return .updatedProfile(try await store.updateProfile(request, viewer: viewer))
      }
    } catch {
      return .error(error)
    }
  }
}

/// Draws operations about what earlier ones have made, now and then about what is not there.
struct RandomWalk {
  var random: SplitMix64
  private(set) var users: [UserID] = [UserID(number: 1)]
  private var posts: [PostID] = [PostID(number: 1_000_000)]
  private var comments: [CommentID] = [CommentID(number: 1_000_000)]
  private let viewers: [Viewer]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    viewers = [
      Person.mira, Person.noor, Person.kai, .account(.init(uid: 7, accountName: "kai")),
      .named(Username(stored: "mira")), .named(Username(stored: "elif")), .user(UserID(number: 1)),
    ]
  }

  mutating func next() -> Operation {
    let viewer = random.element(of: viewers)
    switch random.number(below: 14) {
    case 0...3:
      let intent = random.element(of: LikeIntent.allCases)
      return .like(LikeRequest(postID: post(), intent: intent, requestID: requestID()), viewer)
    case 4, 5:
      let text = "comment \(random.number(below: 3))"
      let request = try? CommentRequest(postID: post(), text: text, requestID: requestID())
      return request.map { .comment($0, viewer) } ?? next()
    case 6, 7:
      let text = "post \(random.number(below: 3))"
      let request = try? PostRequest(text: text, requestID: requestID())
      return request.map { .post($0, viewer) } ?? next()
    case 8:
      return random.number(below: 3) == 0
        ? .deletePost(post(), viewer) : .deleteComment(random.element(of: comments), viewer)
    case 9:
      let isFollowing = random.number(below: 3) > 0
      let followed = random.element(of: users)
      return .follow(FollowRequest(userID: followed, isFollowing: isFollowing), viewer)
    case 10:
      return .comments(post(), random.element(of: CommentOrder.allCases), viewer)
    case 11:
      let user = random.element(of: users)
      let lists: [UserList] = [
        .likers(of: post()), .followers(of: user), .followed(by: user), .followers(of: nil),
      ]
      return .users(random.element(of: lists), viewer)
    case 12:
      let name = "name \(random.number(below: 4))"
      let request = try? ProfileRequest(displayName: name, bio: name)
      return request.map { .updateProfile($0, viewer) } ?? next()
    default:
      return random.number(below: 2) == 0
        ? .posts([post(), post(), post()], viewer)
        : .profile(.user(random.element(of: users)), viewer)
    }
  }

  mutating func learn(from answer: Operation.Answer) {
    switch answer {
    case .post(let state):
      posts.append(state.post.id)
      if !users.contains(state.post.author.id) { users.append(state.post.author.id) }
    case .comment(let state):
      comments.append(state.comment.id)
      if !users.contains(state.comment.author.id) { users.append(state.comment.author.id) }
    case .updatedProfile(let state):
      if !users.contains(state.user.id) { users.append(state.user.id) }
    case .like, .sequence, .follow, .comments, .posts, .profile, .users, .error: break
    }
  }

  /// One of the latest posts, mostly.
  private mutating func post() -> PostID {
    let recent = posts.suffix(random.number(below: 4) == 0 ? posts.count : 6)
    return random.element(of: Array(recent))
  }

  /// None, or one of few, so that they repeat.
  private mutating func requestID() -> RequestID? {
    let number = random.number(below: 30)
    return number < 15 ? nil : RequestID(stored: "request \(number)")
  }
}
