import Base
import FeedClient
import Testing
import Waiting

/// A watch of a daemon's feed that is begun again where it ended when it breaks.
final class FeedWatcher: Sendable {
  /// What all who watch a feed hear alike.
  struct Heard: Equatable, Sendable {
    /// A comment or a post.
    struct Words: Equatable, Sendable {
      var sequence: Int64
      var author: String
      var text: String
    }

    var words: [Words] = []
    /// The last counts of each post: those in between may be merged.
    var counts: [String: PostCounts] = [:]
  }

  private struct Record: Sendable {
    var heard = Heard()
    var position: Int64
    var gapCount = 0
  }

  private let client: FeedClient
  private let feedID: String
  private let record: Watched<Record>
  private let last = Watched<Int64?>(nil)

  /// Hears what comes from now on, once it runs.
  init(_ daemon: DaemonProcess) async throws {
    client = try daemon.client()
    let page = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 1))
    feedID = page.feedID
    record = Watched(Record(position: page.sequence))
  }

  var heard: Heard { record.value.heard }

  /// Has `run` return once all up to a comment or a post with this number was heard.
  func end(at sequence: Int64) { last.change { $0 = sequence } }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { while !Task.isCancelled { try? await self.watch() } }
      group.addTask {
        let end = try await self.last.until { $0 }
        try await self.record.until { $0.position >= end ? true : nil }
      }
      // The watch goes on for as long as it may, so it is the second that ends.
      try await group.next()
      group.cancelAll()
    }
  }

  private func watch() async throws {
    let request = WatchFeedRequest(feedID: feedID, resumeAfter: record.value.position)
    var stream = try await client.feed.watchFeed(request)
    while let message = try await stream.next() { record.change { Self.note(message, in: &$0) } }
  }

  private static func note(_ message: WatchFeedResponse, in record: inout Record) {
    func words(of author: User?, _ text: String) -> Heard.Words {
      Heard.Words(sequence: message.sequence, author: author?.username ?? "", text: text)
    }
    record.position = max(record.position, message.sequence)
    switch message.event {
    case .commentAdded(let comment):
      record.heard.words.append(words(of: comment.author, comment.text))
    case .postCreated(let post): record.heard.words.append(words(of: post.author, post.text))
    case .countsChanged(let counts): record.heard.counts[counts.postID] = counts
    case .gap: record.gapCount += 1
    case .subscribed, .postDeleted, .viewerLike, .commentDeleted, .userChanged, .progress, nil:
      break
    }
  }

  /// Each comment and post that was acknowledged was heard once, posts in their author's order.
  func check(against walkers: [Walker]) {
    let record = record.value
    #expect(record.gapCount == 0)
    let words = record.heard.words
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
    for walker in walkers {
      let own = words.filter { $0.author == walker.name }.map(\.text)
      let acknowledged = walker.posts + walker.comments.values.joined()
      #expect(own.count == acknowledged.count && Set(own) == Set(acknowledged))
      #expect(own.filter(walker.posts.contains) == walker.posts)
    }
  }
}
