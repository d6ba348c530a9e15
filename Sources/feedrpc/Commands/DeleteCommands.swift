import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// `feedrpc post delete`: posts that are there no longer.
enum PostDeleteCommand: FeedCommand {
  static let posts = Argument(repeating: "POST", .post, help: "The posts, by their ids or URLs.")

  static let declaration = Command(
    "delete",
    overview: """
      Deletes posts of one's own.
      Their likes and comments go too, and their photos where nothing else shows them. \
      \(Deletion.rules)
      """,
    arguments: [posts],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let ids = context.arguments[posts]
    let deletion = Deletion(
      title: "POST",
      key: "postId",
      otherKind: ("c:", "comment"),
      context: context
    )
    return try await deletion.run(ids) { (client, id, options) async throws(RPCError) in
      try await client.deletePost(DeletePostRequest(postID: id), options: options).sequence
    }
  }
}

/// `feedrpc comment delete`: comments that are there no longer.
enum CommentDeleteCommand: FeedCommand {
  static let comments = Argument(repeating: "COMMENT", .text, help: "The comments, by their ids.")

  static let declaration = Command(
    "delete",
    overview: """
      Deletes comments of one's own, or under one's own posts.
      \(Deletion.rules)
      """,
    arguments: [comments],
    options: [ListOptions.quiet, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let ids = context.arguments[comments]
    let deletion = Deletion(
      title: "COMMENT",
      key: "commentId",
      otherKind: ("p:", "post"),
      context: context
    )
    return try await deletion.run(ids) { (client, id, options) async throws(RPCError) in
      try await client.deleteComment(DeleteCommentRequest(commentID: id), options: options).sequence
    }
  }
}

/// Things that are deleted one after the other.
private struct Deletion {
  static let rules = "What is not there counts as deleted; the first that can't be ends it."

  /// What they are, in the table and in the usage.
  let title: String
  /// Of their ids in JSON.
  let key: String
  /// What ids with this prefix are, which would count as deleted here.
  let otherKind: (prefix: String, name: String)
  let context: CommandContext

  /// Deletes all; those that are gone are told also where the next one can't be.
  func run(
    _ ids: [String],
    delete: (FeedServiceClient, String, CallOptions) async throws(RPCError) -> Int64
  ) async throws -> ExitCode {
    guard !ids.isEmpty else {
      let command = context.arguments.commandPath.joined(separator: " ")
      throw UsageError(command: command, problem: .missingArgument(title))
    }
    for id in ids where id.hasPrefix(otherKind.prefix) {
      throw CommandFailure(
        "\(id) is a \(otherKind.name): see 'feedrpc \(otherKind.name) delete'",
        exitCode: .wrongUsage
      )
    }
    let client = FeedServiceClient(try await context.transport())
    var gone: [(id: String, sequence: Int64)] = []
    for id in ids {
      do throws(RPCError) {
        gone.append((id, try await delete(client, id, context.callOptions())))
      } catch {
        try write(gone)
        let timeout = context.arguments[GlobalOptions.timeout]
        let failure = CommandFailure(status: error, timeout: timeout)
        throw CommandFailure("\(id): \(failure.message)", exitCode: failure.exitCode)
      }
    }
    try write(gone)
    return .done
  }

  private func write(_ gone: [(id: String, sequence: Int64)]) throws(OutputError) {
    let objects = gone.map { id, sequence in
      JSONValue.object([
        .init(key: key, value: .string(id)), .init(key: "sequence", value: .string("\(sequence)")),
      ])
    }
    try context.write(
      Listing(
        columns: [.init(title), .init("DELETED")],
        rows: gone.map { .init(id: $0.id, cells: [$0.id, "yes"]) },
        json: objects.map { JSONWriter.text(of: $0, layout: .pretty) }.joined(separator: "\n"),
        jsonLines: objects.map { JSONWriter.text(of: $0, layout: .compact) }
      )
    )
  }
}
