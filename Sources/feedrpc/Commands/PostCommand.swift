import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// `feedrpc post`: a post with its comments, `feedrpc post create` and `feedrpc post delete`.
enum PostCommand: FeedCommand {
  static let options: [any DeclaredOption] = [
    CommentsCommand.newest, ListOptions.commentPageSize, ListOptions.quiet, ListOptions.format,
    ListOptions.absolute,
  ]

  static let declaration = Command(
    "post",
    overview: "Shows a post with its comments.",
    arguments: [PostLookup.post],
    options: options,
    subcommands: [PostCreateCommand.declaration, PostDeleteCommand.declaration],
    runsAlone: true
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    switch context.arguments.commandPath.dropFirst(2).first {
    case PostCreateCommand.declaration.name: return try await PostCreateCommand.run(context)
    case PostDeleteCommand.declaration.name: return try await PostDeleteCommand.run(context)
    default: try await PostView(context).show(context.arguments[PostLookup.post])
    }
    return .done
  }
}

/// A post with a page of its comments, in the form that the options ask for.
struct PostView {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Fetches both at the same time and writes them.
  func show(_ id: String) async throws {
    let client = FeedServiceClient(try await context.transport())
    let options = context.callOptions()
    let request = FetchCommentsRequest(
      postID: id,
      pageSize: Int32(context.arguments[ListOptions.commentPageSize]),
      order: context.arguments[CommentsCommand.newest] ? .newestFirst : .oldestFirst
    )
    async let comments = client.fetchComments(request, options: options)
    let post = try await PostLookup.post(id, client, options)
    let page = try await comments
    try context.console.output.write(try text(post, page))
    if !page.nextPageToken.isEmpty, context.console.terminal.isInteractive {
      // A token goes on in the order in which it was given.
      let order = request.order == .newestFirst ? " --newest" : ""
      let token = page.nextPageToken
      try context.tellNothing("More: feedrpc comments \(id)\(order) --page-token \(token)")
    }
  }

  private func text(_ post: Post, _ page: FetchCommentsResponse) throws -> String {
    if context.arguments[ListOptions.quiet] {
      return ([post.id] + page.comments.map(\.id)).map { $0.printable + "\n" }.joined()
    }
    switch context.arguments[ListOptions.format] {
    case .table: return PostText(post, context).text + commentTable(page)
    case .json:
      let both = JSONValue.object([
        .init(key: "post", value: try context.jsonValue(post)),
        .init(key: "comments", value: try context.jsonValue(page)),
      ])
      return JSONWriter.text(of: both, layout: .pretty) + "\n"
    case .jsonl:
      let lines =
        try [context.json(post, layout: .compact)]
        + page.comments.map { try context.json($0, layout: .compact) }
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private func commentTable(_ page: FetchCommentsResponse) -> String {
    guard !page.comments.isEmpty else { return "" }
    let table = Table(
      columns: CommentRows.columns(context),
      rows: page.comments.map { CommentRows.row($0, context).cells }
    )
    return "\n" + table.text(for: context.console.terminal)
  }
}

/// A post as people read it: who and when, what it says, its picture and its counts.
struct PostText {
  private let post: Post
  private let context: CommandContext
  private let namesImage: Bool

  /// Takes a post, and whether the name of its picture is for people.
  init(_ post: Post, _ context: CommandContext, namesImage: Bool = true) {
    self.post = post
    self.context = context
    self.namesImage = namesImage
  }

  var text: String {
    let terminal = context.console.terminal
    let author = post.author ?? User()
    let head = [
      terminal.styled(author.displayName.printable, .bold), "@\(author.username)".printable,
      context.time(of: post.createdAt),
    ]
    var lines = [head.joined(separator: "  ")]
    if !post.text.isEmpty {
      lines += [""] + TextLayout.lines(post.text, width: terminal.width) + [""]
    }
    if let image = post.image {
      if namesImage {
        lines.append("image: \(image.id)  \(image.width)x\(image.height)".printable)
      }
      if !post.altText.isEmpty {
        lines += TextLayout.lines("shows: \(post.altText)", width: terminal.width)
      }
    }
    let comments = Plural.text(Int(post.commentCount), "comment")
    lines.append("\(post.id)  \(likes), \(comments)  \(post.shareURL)".printable)
    return lines.map { $0 + "\n" }.joined()
  }

  private var likes: String {
    (post.isLiked ? "♥ " : "") + Plural.text(Int(post.likeCount), "like")
  }
}
