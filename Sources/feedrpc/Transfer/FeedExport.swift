import Base
import CommandLineKit
import FeedMessages
import Files
import MessageJSON
import ProtobufRuntime
import RPC

/// Writes a feed into a folder: post by post, then everybody who was met.
///
/// In memory are a page at a time, and what grows with the feed: about 100 bytes a user and a
/// photo, and 50 a follow.
final class FeedExport {
  let feed: FeedServiceClient
  let images: ImageServiceClient
  let options: CallOptions
  let folder: ExportFolder
  let console: TransferConsole
  private let feedID: String

  let users: LinesFile
  let posts: LinesFile
  private let comments: LinesFile
  private let likes: LinesFile
  let follows: LinesFile
  var people = MetPeople()
  var photoNames: Set<String> = []

  /// Makes the folder that of an export that has begun.
  init(
    _ transport: any CallTransport,
    _ options: CallOptions,
    to folder: ExportFolder,
    _ console: TransferConsole
  ) async throws {
    feed = FeedServiceClient(transport)
    images = ImageServiceClient(transport)
    self.options = options
    self.folder = folder
    self.console = console
    feedID = try await feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 1), options: options)
      .feedID
    try folder.begin(feedID: feedID)
    users = try LinesFile(folder.linesPath("users"), folder.files)
    posts = try LinesFile(folder.linesPath("posts"), folder.files)
    comments = try LinesFile(folder.linesPath("comments"), folder.files)
    likes = try LinesFile(folder.linesPath("likes"), folder.files)
    follows = try LinesFile(folder.linesPath("follows"), folder.files)
  }

  /// Exports all.
  func run() async throws -> ExportManifest.Counts {
    try await writePosts()
    try await writePeople()
    for file in [users, posts, comments, likes, follows] { try file.finish() }
    let counts = ExportManifest.Counts(
      users: users.lineCount,
      posts: posts.lineCount,
      comments: comments.lineCount,
      likes: likes.lineCount,
      follows: follows.lineCount,
      photos: photoNames.count
    )
    let manifest = ExportManifest(feedID: feedID, counts: counts)
    try folder.finish(manifest, photoNames: photoNames)
    return counts
  }

  func line<Message: FeedMessage>(_ message: Message) throws -> String {
    let mapping = JSONMapping(BuiltInSchema.schema, layout: .compact)
    let type = BuiltInSchema.message(Message.fullName)
    return try mapping.jsonText(from: message.encodedBytes(), type: type) + "\n"
  }
}

extension FeedExport {
  private func writePosts() async throws {
    var request = FetchFeedPageRequest(pageSize: 100)
    repeat {
      let page = try await PatientCalls.run { [request] in
        try await feed.fetchFeedPage(request, options: options)
      }
      guard page.feedID == feedID else {
        throw CommandFailure("the server has another feed since the export began")
      }
      for post in page.posts {
        try await write(post)
        console.show("\(posts.lineCount) posts, \(photoNames.count) photos")
      }
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
  }

  /// Writes a post with what belongs to it; nothing of one that has been deleted meanwhile.
  private func write(_ shown: Post) async throws {
    var post = shown
    post.isLiked = false
    post.requestID = ""
    guard let image = try await exported(post.image, of: post.id) else { return }
    post.image = image.token
    post.author?.avatar = nil
    people.meet(post.author)
    if post.commentCount > 0 { try await writeComments(of: post.id) }
    if post.likeCount > 0 { try await writeLikes(of: post.id) }
    try posts.append(try line(post))
  }

  private func writeComments(of postID: String) async throws {
    var request = FetchCommentsRequest(postID: postID, pageSize: 200, order: .newestFirst)
    repeat {
      guard
        let page = try await found({ [request] in
          try await feed.fetchComments(request, options: options)
        })
      else { return }
      for var comment in page.comments {
        comment.requestID = ""
        comment.author?.avatar = nil
        people.meet(comment.author)
        try comments.append(try line(comment))
      }
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
  }

  private func writeLikes(of postID: String) async throws {
    var request = FetchLikesRequest(postID: postID, pageSize: 200)
    repeat {
      guard
        let page = try await found({ [request] in
          try await feed.fetchLikes(request, options: options)
        })
      else { return }
      for user in page.users {
        people.meet(user)
        try likes.append(JSONLine.text(of: ExportedLike(postID: postID, username: user.username)))
      }
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
  }

  /// The answer of a call; nil where what it is about is gone.
  func found<Value>(
    _ call: () async throws -> Value
  ) async throws -> Value? {
    do { return try await PatientCalls.run(call) } catch let error as RPCError {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }
}
