import Base
import FeedMessages
import FeedModel
import FeedStore
import RPC
import Testing

@testable import FeedServices

/// Pages from the cache are what the store would answer.
@Suite(.timeLimit(.minutes(10)))
struct FeedPagesTests {
  /// A feed whose FetchFeedPage is served from kept pages.
  struct Served {
    let feed = Feed()
    let method: ServerMethod

    init() throws {
      method = try #require(feed.handler.methods(FeedPages(feed.store)).first)
    }

    func page(
      _ request: FetchFeedPageRequest,
      uid: UInt32,
      as viewer: String? = nil
    ) async throws -> FetchFeedPageResponse {
      let metadata: Metadata = viewer.map { ["feedrpc-viewer": $0] } ?? [:]
      let call = FakeCall(
        method.descriptor,
        uid: uid,
        metadata: metadata,
        messages: [Bytes(encoding: request)]
      )
      try await method.run(call)
      return try #require(try call.responses(as: FetchFeedPageResponse.self).first)
    }

    func stored(
      _ request: FetchFeedPageRequest,
      uid: UInt32,
      as viewer: String? = nil
    ) async throws -> FetchFeedPageResponse {
      let metadata: Metadata = viewer.map { ["feedrpc-viewer": $0] } ?? [:]
      let call = FakeCall(method.descriptor, uid: uid, metadata: metadata)
      return try await feed.handler.fetchFeedPage(request, call)
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func everyAnswerIsTheStores(seed: UInt64) async throws {
    let served = try Served()
    let feed = served.feed
    var random = SplitMix64(seed: seed)
    var posts: [FeedMessages.Post] = []
    for uid in UInt32(1)...3 { posts.append(try await feed.post("first", by: uid)) }
    let users = posts.compactMap { $0.author?.id }
    for step in 0..<1_500 {
      let uid = UInt32(1 + random.number(below: 4))
      let post = random.element(of: posts)
      switch random.number(below: 30) {
      case 0: posts.append(try await feed.post("post", by: uid))
      case 1:
        let request = CreatePostRequest(text: "own", requestID: "\(step)")
        if let made = try await feed.handler.createPost(request, feed.call(uid)).post {
          posts.append(made)
        }
      case 2: _ = try? await feed.comment("comment", on: post, by: uid)
      case 3...5:
        let like = ToggleLikeRequest(postID: post.id)
        _ = try? await feed.handler.toggleLike(like, feed.call(uid))
      case 6:
        let profile = UpdateProfileRequest(displayName: "name \(step)")
        _ = try await feed.handler.updateProfile(profile, feed.call(uid))
      case 7:
        let user = random.element(of: users)
        let follow = SetFollowRequest(userID: user, following: random.number(below: 2) == 0)
        _ = try? await feed.handler.setFollow(follow, feed.call(uid))
      case 8:
        let delete = DeletePostRequest(postID: post.id)
        _ = try? await feed.handler.deletePost(delete, feed.call(uid))
      default:
        let filters: [FeedMessages.FeedFilter?] = [
          nil, FeedFilter(authorID: users[0]), FeedFilter(followingOnly: true),
        ]
        let request = FetchFeedPageRequest(
          pageSize: Int32(2 * random.number(below: 3)),
          filter: random.element(of: filters)
        )
        // The name of somebody who may not be there yet.
        let isNamed = random.number(below: 4) == 0
        let (caller, name) = isNamed ? (FakeCall.ownerID, "user4") : (uid, nil)
        let answer = try await served.page(request, uid: caller, as: name)
        let expected = try await served.stored(request, uid: caller, as: name)
        #expect(answer == expected, "seed \(seed), step \(step)")
      }
    }
  }

  /// What one reader saw.
  struct Sight: Sendable {
    var sequence: Int64
    var likeCount: Int64
  }

  @Test func sequencesAreThoseOfTheStateShownWhileOthersWrite() async throws {
    let served = try Served()
    let post = try await served.feed.post("liked", by: 1)
    for uid in UInt32(2)...4 { try await served.feed.post("by \(uid)", by: uid) }
    let taps = Lock<[Sight]>([])
    let sights = try await withThrowingTaskGroup(of: [Sight].self) { group in
      for uid in UInt32(2)...4 {
        group.addTask {
          for _ in 0..<300 {
            let like = ToggleLikeRequest(postID: post.id)
            let call = served.feed.call(uid)
            let answer = try await served.feed.handler.toggleLike(like, call)
            let tap = Sight(sequence: answer.sequence, likeCount: answer.likeCount)
            taps.withLock { $0.append(tap) }
            let page = try await served.page(FetchFeedPageRequest(), uid: uid)
            #expect(page.sequence >= answer.sequence, "who was answered sees it")
          }
          return []
        }
        group.addTask {
          var sights: [Sight] = []
          for _ in 0..<600 {
            let page = try await served.page(FetchFeedPageRequest(), uid: uid)
            let seen = try #require(page.posts.last)
            sights.append(Sight(sequence: page.sequence, likeCount: seen.likeCount))
          }
          return sights
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let counts = taps.withLock { $0 }.sorted { $0.sequence < $1.sequence }
    #expect(sights.count == 1_800)
    for sight in sights {
      let last = counts.last { $0.sequence <= sight.sequence }
      #expect(sight.likeCount == last?.likeCount ?? 0, "at \(sight.sequence)")
    }
  }

  @Test func aPageThatIsKeptIsAnsweredAtOnce() async throws {
    let served = try Served()
    _ = try await served.feed.post("first", by: 1)
    let runAtOnce = try #require(served.method.runAtOnce)
    let request = FetchFeedPageRequest(pageSize: 5)
    func ask() -> FakeCall {
      FakeCall(served.method.descriptor, uid: 1, messages: [Bytes(encoding: request)])
    }
    #expect(try !runAtOnce(ask()))
    let page = try await served.page(request, uid: 1)
    let call = ask()
    #expect(try runAtOnce(call))
    #expect(try call.responses(as: FetchFeedPageResponse.self) == [page])
    // A client that reads nothing is answered by a task that can wait.
    let slow = ask()
    slow.read(false)
    #expect(try !runAtOnce(slow))
    _ = try await served.feed.post("second", by: 1)
    #expect(try !runAtOnce(ask()))
  }

  @Test func whatIsNoRequestIsRefused() async throws {
    let served = try Served()
    let call = FakeCall(served.method.descriptor, messages: [[0x0A, 0xFF]])
    await #expect(throws: RPCError.self) { try await served.method.run(call) }
    let long = FetchFeedPageRequest(pageToken: String(repeating: "x", count: 600))
    await #expect(throws: RPCError.self) { try await served.page(long, uid: 1) }
  }

  @Test(arguments: [Int64(0), 1, 127, 128, 1 << 40, .max, -1])
  func aSequenceIsAFieldOfItsOwn(sequence: Int64) throws {
    let rest = FetchFeedPageResponse(nextPageToken: "older", feedID: "f", atNewest: true)
    let answer = FeedPageAnswer(sequence: sequence, body: Bytes(encoding: rest))
    var expected = rest
    expected.sequence = sequence
    #expect(try FetchFeedPageResponse(wireBytes: Bytes(encoding: answer)) == expected)
  }
}
