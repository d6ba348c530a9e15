import Base
import FeedClient
import Foundation
import Testing

/// The daemon is killed in the middle of its work, again and again.
@Suite(.timeLimit(.minutes(10)))
struct CrashTests {
  /// Kills; `scripts/soak` sets how many.
  private static let roundCount =
    ProcessInfo.processInfo.environment["FEEDRPC_SOAK_ROUNDS"].flatMap { Int($0) } ?? 50
  private static let walkerCount = 4

  /// What is not as it was acknowledged.
  private struct Losses: CustomStringConvertible {
    var lost = 0
    var doubled = 0
    /// What `feedrpcd --check` finds: counts that are not their rows', changes without an event.
    var mismatches: [String] = []

    var isEmpty: Bool { lost == 0 && doubled == 0 && mismatches.isEmpty }

    var description: String {
      "lost=\(lost) doubled=\(doubled) mismatches=\(mismatches.count)"
        + mismatches.map { "\n  \($0)" }.joined()
    }

    /// Compares what is stored with what was acknowledged.
    mutating func compare<Item: Hashable>(_ stored: [Item], with acknowledged: [Item]) {
      let once = Set(stored)
      doubled += stored.count - once.count + once.subtracting(acknowledged).count
      lost += Set(acknowledged).subtracting(once).count
    }
  }

  @Test func whatWasAcknowledgedIsThereOnceAfterEveryKill() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    var losses = Losses()
    var random = RandomGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let options = ["--sample-posts", "4"]
    var daemon = try await DaemonProcess.start(options, in: folder)
    let posts = try await daemon.client().allPosts()
    var walkers = (0..<Self.walkerCount).map { Walker($0, posts.map(\.id), random.next()) }
    for round in 0..<Self.roundCount {
      let killsAfter = Int.random(in: 1...60, using: &random)
      walkers = try await Self.round(daemon, walkers, killsAfter: killsAfter)
      // Every other time the daemon itself is the first to open what was left.
      if round.isMultiple(of: 2) { losses.mismatches += try await Self.mismatches(in: folder) }
      daemon = try await DaemonProcess.start(options, in: folder)
      for index in walkers.indices {
        try await walkers[index].repeatPending(try daemon.client(as: walkers[index].name))
      }
      try await Self.check(daemon, walkers, posts, &losses)
      try #require(losses.isEmpty, "seed \(seed), round \(round): \(losses)")
    }
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    losses.mismatches += try await Self.mismatches(in: folder)
    #expect(losses.isEmpty, "seed \(seed): \(losses)")
    let count = walkers.reduce(0) { $0 + $1.acknowledgedCount }
    #expect(count >= Self.roundCount)
    print("kills=\(Self.roundCount) acknowledged=\(count) \(losses)")
  }

  /// What `feedrpcd --check` finds wrong in the store of a daemon that has ended.
  private static func mismatches(in folder: TemporaryFolder) async throws -> [String] {
    let check = try DaemonProcess.launch(
      DaemonProcess.standardOptions(in: folder) + ["--check"],
      in: folder
    )
    if try await check.ended() == .exit(0) { return [] }
    return try await check.allOutput() + [check.allErrors()]
  }

  /// Lets the walkers work until so many answers came in all, then kills the daemon.
  private static func round(
    _ daemon: DaemonProcess,
    _ walkers: [Walker],
    killsAfter count: Int
  ) async throws -> [Walker] {
    let left = Lock(count)
    let walked = try await withThrowingTaskGroup(of: Walker.self) { group in
      for walker in walkers {
        let client = try daemon.client(as: walker.name, patience: .zero)
        group.addTask {
          var walker = walker
          while await walker.step(client) {
            let isLast = left.withLock { left in
              left -= 1
              return left == 0
            }
            if isLast { daemon.process.signal(SIGKILL) }
          }
          return walker
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await daemon.process.ended() == .signal(SIGKILL))
    return walked
  }

  /// Compares what the daemon has with what the walkers know, counts with rows.
  private static func check(
    _ daemon: DaemonProcess,
    _ walkers: [Walker],
    _ originals: [Post],
    _ losses: inout Losses
  ) async throws {
    let client = try daemon.client()
    let request = FetchPostsRequest(postIDs: originals.map(\.id))
    let posts = try await client.feed.fetchPosts(request).posts
    for (post, original) in zip(posts, originals) {
      let comments = try await client.allComments(of: post.id)
      #expect(post.commentCount == Int64(comments.count))
      let likers = try await client.allLikers(of: post.id)
      #expect(post.likeCount == Int64(likers.count))
      for walker in walkers {
        let own = comments.filter { $0.author?.username == walker.name }.map(\.text)
        let acknowledged = walker.comments[post.id] ?? []
        losses.compare(own, with: acknowledged)
        #expect(own == acknowledged)
        let isLiked = walker.likes.contains(post.id)
        losses.compare(likers.filter { $0 == walker.name }, with: isLiked ? [walker.name] : [])
      }
      let walkersLikes = walkers.count { $0.likes.contains(post.id) }
      #expect(post.likeCount == original.likeCount + Int64(walkersLikes))
    }
  }
}

/// A viewer who toggles likes and writes comments, and keeps book of what was acknowledged.
private struct Walker: Sendable {
  /// A mutation that was sent and not answered.
  enum Mutation: Sendable {
    case like(ToggleLikeRequest)
    case comment(AddCommentRequest)
  }

  let name: String
  private let postIDs: [String]
  private var random: RandomGenerator
  private var pending: Mutation?
  /// Posts that the viewer likes.
  var likes: Set<String> = []
  /// The texts of the viewer's comments by post, oldest first.
  var comments: [String: [String]] = [:]
  var acknowledgedCount = 0

  init(_ number: Int, _ postIDs: [String], _ seed: UInt64) {
    name = "walker\(number)"
    self.postIDs = postIDs
    random = RandomGenerator(seed: seed)
  }

  /// Makes one change.
  ///
  /// - Returns: false where no answer came: then nobody knows whether it was applied.
  mutating func step(_ client: FeedClient) async -> Bool {
    let postID = postIDs[Int.random(in: postIDs.indices, using: &random)]
    let requestID = String(random.next(), radix: 36)
    let mutation: Mutation =
      if Bool.random(using: &random) {
        .like(ToggleLikeRequest(postID: postID, intent: .toggle, requestID: requestID))
      } else {
        .comment(AddCommentRequest(postID: postID, text: requestID, requestID: requestID))
      }
    pending = mutation
    do { try await perform(mutation, client) } catch { return false }
    return true
  }

  /// Sends what was not answered again, which must not apply it twice.
  mutating func repeatPending(_ client: FeedClient) async throws {
    guard let pending else { return }
    try await perform(pending, client)
  }

  private mutating func perform(_ mutation: Mutation, _ client: FeedClient) async throws {
    switch mutation {
    case .like(let request):
      let answer = try await client.feed.toggleLike(request)
      likes.formSymmetricDifference([request.postID])
      #expect(answer.isLiked == likes.contains(request.postID))
    case .comment(let request):
      let answer = try await client.feed.addComment(request)
      comments[request.postID, default: []].append(request.text)
      #expect(answer.comment?.text == request.text)
    }
    acknowledgedCount += 1
    pending = nil
  }
}

extension FeedClient {
  /// The usernames of all who like a post.
  func allLikers(of postID: String) async throws -> [String] {
    var request = FetchLikesRequest(postID: postID, pageSize: 200)
    var names: [String] = []
    repeat {
      let page = try await feed.fetchLikes(request)
      names += page.users.map(\.username)
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return names
  }
}
