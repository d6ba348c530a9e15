import FeedClient
import Testing

/// What is not as it was acknowledged.
struct Losses: CustomStringConvertible {
  var lost = 0
  var doubled = 0
  /// What `feedrpcd --check` finds: counts that are not their rows', changes without an event.
  var mismatches: [String] = []

  var isEmpty: Bool { lost == 0 && doubled == 0 && mismatches.isEmpty }

  var description: String {
    "lost=\(lost) doubled=\(doubled) mismatches=\(mismatches.count)"
      + mismatches.map { "\n  \($0)" }.joined()
  }

  /// Compares what a daemon has with what the walkers know, and counts with rows.
  ///
  /// `originals` are the posts as they were before the walkers came.
  mutating func check(
    _ daemon: DaemonProcess,
    _ walkers: [Walker],
    _ originals: [Post]
  ) async throws {
    let client = try daemon.client()
    let request = FetchPostsRequest(postIDs: originals.map(\.id))
    let posts = try await client.feed.fetchPosts(request).posts
    #expect(posts.count == originals.count)
    for (post, original) in zip(posts, originals) {
      try await check(post, original, walkers, client)
    }
    let newest = try await client.allPosts()
    for walker in walkers {
      let own = newest.filter { $0.author?.username == walker.name }.map(\.text)
      compare(own, with: walker.posts)
      #expect(own == walker.posts.reversed())
      let follows = try await daemon.client(as: walker.name).allFollows()
      compare(follows, with: Array(walker.follows))
    }
  }

  /// A post with its likes and comments.
  private mutating func check(
    _ post: Post,
    _ original: Post,
    _ walkers: [Walker],
    _ client: FeedClient
  ) async throws {
    let comments = try await client.allComments(of: post.id)
    #expect(post.commentCount == Int64(comments.count))
    let likers = try await client.allLikers(of: post.id)
    #expect(post.likeCount == Int64(likers.count))
    for walker in walkers {
      let own = comments.filter { $0.author?.username == walker.name }.map(\.text)
      let acknowledged = walker.comments[post.id] ?? []
      compare(own, with: acknowledged)
      #expect(own == acknowledged)
      let isLiked = walker.likes.contains(post.id)
      compare(likers.filter { $0 == walker.name }, with: isLiked ? [walker.name] : [])
    }
    let walkersLikes = walkers.count { $0.likes.contains(post.id) }
    #expect(post.likeCount == original.likeCount + Int64(walkersLikes))
  }

  /// Compares what is stored with what was acknowledged.
  private mutating func compare<Item: Hashable>(_ stored: [Item], with acknowledged: [Item]) {
    let once = Set(stored)
    doubled += stored.count - once.count + once.subtracting(acknowledged).count
    lost += Set(acknowledged).subtracting(once).count
  }
}

extension FeedClient {
  /// The usernames of all who like a post.
  fileprivate func allLikers(of postID: String) async throws -> [String] {
    var request = FetchLikesRequest(postID: postID, pageSize: 200)
    var names: [String] = []
    repeat {
      let page = try await feed.fetchLikes(request)
      names += page.users.map(\.username)
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return names
  }

  /// The ids of all whom the viewer follows.
  fileprivate func allFollows() async throws -> [String] {
    var request = FetchFollowsRequest(direction: .following, pageSize: 200)
    var ids: [String] = []
    repeat {
      let page = try await feed.fetchFollows(request)
      ids += page.users.map(\.id)
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return ids
  }
}
