import CommandLineKit
import FeedMessages
import MessageJSON
import ProtobufRuntime

/// Prints messages of WatchFeed, each on a line of its own.
struct WatchOutput: Sendable {
  private let output: any TextSink
  private let format: Listing.Format

  init(_ context: CommandContext) {
    output = context.console.output
    format = context.arguments[ListOptions.format]
  }

  /// Prints a message; people are not told that nothing happened.
  func write(_ message: WatchFeedResponse) throws {
    switch format {
    case .table:
      guard let line = Self.line(message) else { return }
      try output.write(line + "\n")
    case .json, .jsonl:
      let mapping = JSONMapping(BuiltInSchema.schema, layout: .compact, writesDefaults: true)
      let type = BuiltInSchema.message(WatchFeedResponse.fullName)
      try output.write(mapping.jsonText(from: message.encodedBytes(), type: type) + "\n")
    }
  }

  /// The number, what happened, whom or what it is about, and more.
  static func line(_ message: WatchFeedResponse) -> String? {
    let cells: [String]
    switch message.event {
    case .postCreated(let post):
      cells = ["post", post.id, post.author?.username ?? "", post.text]
    case .postDeleted(let deleted): cells = ["deleted", deleted.postID]
    case .countsChanged(let counts):
      cells = ["counts", counts.postID, "♥ \(counts.likeCount)", "comments \(counts.commentCount)"]
    case .viewerLike(let like): cells = [like.isLiked ? "liked" : "unliked", like.postID]
    case .commentAdded(let comment):
      cells = ["comment", comment.postID, comment.author?.username ?? "", comment.text]
    case .commentDeleted(let deleted): cells = ["uncommented", deleted.postID, deleted.commentID]
    case .userChanged(let user): cells = ["user", user.id, user.username, user.displayName]
    case .gap: cells = ["gap", "some events are missing; fetch again what you hold"]
    case .subscribed, .progress, nil: return nil
    }
    return ([String(message.sequence)] + cells).map(\.printable).joined(separator: "  ")
  }
}
