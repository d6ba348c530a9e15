import CommandLineKit
import FeedMessages
import RPC

/// Posts as rows.
enum PostRows {
  static func columns(_ context: CommandContext) -> [Table.Column] {
    [
      .init("ID"), .init("AUTHOR", smallestWidth: 8), .init(context.timeTitle),
      .init("LIKES", .right, leaving: 3), .init("COMMENTS", .right, leaving: 2),
      .init("IMAGE", leaving: 1),
      .init("TEXT", smallestWidth: 16),
    ]
  }

  static func row(_ post: Post, _ context: CommandContext) -> Listing.Row {
    Listing.Row(
      id: post.id,
      cells: [
        post.id, post.author?.username ?? "", context.time(of: post.createdAt), likes(post),
        String(post.commentCount), post.image == nil ? "" : "yes", post.text,
      ]
    )
  }

  /// How many, with a heart where the viewer is one of them.
  static func likes(_ post: Post) -> String {
    (post.isLiked ? "♥ " : "") + String(post.likeCount)
  }
}

/// Comments as rows.
enum CommentRows {
  static func columns(_ context: CommandContext) -> [Table.Column] {
    [
      .init("ID"), .init("AUTHOR", smallestWidth: 8), .init(context.timeTitle),
      .init("TEXT", smallestWidth: 16),
    ]
  }

  static func row(_ comment: Comment, _ context: CommandContext) -> Listing.Row {
    Listing.Row(
      id: comment.id,
      cells: [
        comment.id, comment.author?.username ?? "", context.time(of: comment.createdAt),
        comment.text,
      ]
    )
  }
}
