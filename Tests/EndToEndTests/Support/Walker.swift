import Base
import FeedClient
import Testing

/// A viewer who changes the feed at random and keeps book of what was acknowledged.
struct Walker: Sendable {
  /// A mutation that was sent and not answered.
  private enum Mutation: Sendable {
    case like(ToggleLikeRequest)
    case comment(AddCommentRequest)
    case post(CreatePostRequest)
    case follow(SetFollowRequest)
  }

  let name: String
  /// Posts that many like and comment on and nobody deletes.
  private let originals: [Post]
  private var random: RandomGenerator
  private var pending: Mutation?
  /// Posts that the viewer likes.
  private(set) var likes: Set<String> = []
  /// The texts of the viewer's comments by post, oldest first.
  private(set) var comments: [String: [String]] = [:]
  /// The texts of the viewer's posts, oldest first.
  private(set) var posts: [String] = []
  /// Whom the viewer follows.
  private(set) var follows: Set<String> = []
  private(set) var acknowledgedCount = 0
  /// The newest state that an answer has shown.
  private(set) var sequence: Int64 = 0

  init(_ number: Int, _ originals: [Post], _ seed: UInt64) {
    name = "walker\(number)"
    self.originals = originals
    random = RandomGenerator(seed: seed)
  }

  /// Makes one change.
  ///
  /// - Returns: false where no answer came: then nobody knows whether it was applied.
  mutating func step(_ client: FeedClient) async -> Bool {
    let mutation = nextMutation()
    pending = mutation
    do { try await perform(mutation, client) } catch { return false }
    return true
  }

  /// Sends what was not answered again, which must not apply it twice.
  mutating func repeatPending(_ client: FeedClient) async throws {
    guard let pending else { return }
    try await perform(pending, client)
  }

  private mutating func nextMutation() -> Mutation {
    let post = originals[Int.random(in: originals.indices, using: &random)]
    let requestID = String(random.next(), radix: 36)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      return .like(ToggleLikeRequest(postID: post.id, intent: .toggle, requestID: requestID))
    case 4...7:
      return .comment(AddCommentRequest(postID: post.id, text: requestID, requestID: requestID))
    case 8: return .post(CreatePostRequest(text: requestID, requestID: requestID))
    default:
      let author = post.author?.id ?? ""
      return .follow(SetFollowRequest(userID: author, following: !follows.contains(author)))
    }
  }

  private mutating func perform(_ mutation: Mutation, _ client: FeedClient) async throws {
    let shown: Int64
    switch mutation {
    case .like(let request):
      let answer = try await client.feed.toggleLike(request)
      likes.formSymmetricDifference([request.postID])
      #expect(answer.isLiked == likes.contains(request.postID))
      shown = answer.sequence
    case .comment(let request):
      let answer = try await client.feed.addComment(request)
      comments[request.postID, default: []].append(request.text)
      #expect(answer.comment?.text == request.text)
      shown = answer.sequence
    case .post(let request):
      let answer = try await client.feed.createPost(request)
      posts.append(request.text)
      #expect(answer.post?.text == request.text)
      shown = answer.sequence
    case .follow(let request):
      shown = try await client.feed.setFollow(request).sequence
      follows.formSymmetricDifference([request.userID])
    }
    #expect(shown >= sequence)
    sequence = shown
    acknowledgedCount += 1
    pending = nil
  }
}
