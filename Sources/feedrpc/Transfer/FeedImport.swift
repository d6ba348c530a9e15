import CommandLineKit
import FeedMessages
import Files
import RPC

/// Puts an export into another feed, from its end: what is older is made first, so that every list
/// keeps its order.
///
/// Request ids come of the ids in the export, so a repeat makes nothing twice. The files of posts,
/// comments and likes are read in step, and the users' ids are kept: about 100 bytes a user.
struct FeedImport {
  private let client: FeedServiceClient
  /// Of the calls of a user, by username.
  private let options: @Sendable (_ username: String) -> CallOptions
  private let folder: ExportFolder
  private let manifest: ExportManifest
  private let console: TransferConsole

  private var userIDs: [String: String] = [:]
  private var counts = ExportManifest.Counts()

  init(
    _ client: FeedServiceClient,
    of folder: ExportFolder,
    _ manifest: ExportManifest,
    _ console: TransferConsole,
    options: @escaping @Sendable (_ username: String) -> CallOptions
  ) {
    self.client = client
    self.options = options
    self.folder = folder
    self.manifest = manifest
    self.console = console
  }

  /// Imports all.
  ///
  /// - Throws: `CommandFailure` where the files are no export for this feed, and what would end
  ///   with everything else too; what was made stays.
  mutating func run(into feedID: String) async throws -> ExportManifest.Counts {
    guard manifest.version == ExportManifest.currentVersion else {
      throw CommandFailure("the export is of version \(manifest.version), which is not known")
    }
    guard let expected = manifest.counts else {
      throw CommandFailure("\(folder.path) is an unfinished export: run 'feedrpc export' again")
    }
    guard manifest.feedID != feedID else {
      throw CommandFailure("\(folder.path) is an export of this feed itself")
    }
    try await importUsers(expected)
    try await importPosts(expected)
    try await importFollows(expected)
    return counts
  }

  private func lines(_ name: String) throws -> ExportLines {
    try ExportLines(folder.linesPath(name), folder.files)
  }

  /// Does one thing, again where the server asks to wait.
  ///
  /// - Returns: nil where it can't be done, which is told.
  private func attempt<Value>(
    _ place: String,
    _ body: () async throws -> Value
  ) async throws -> Value? {
    console.show("\(counts.users) users, \(counts.posts) posts, \(counts.follows) follows")
    switch try await Complaint.collect({ try await PatientCalls.run(body) }) {
    case .success(let value): return value
    case .failure(let complaint):
      console.complain(place, complaint)
      return nil
    }
  }

  /// Tells where a file has not as many lines as it should.
  private func check(_ name: String, _ found: Int, _ expected: Int) {
    guard found != expected else { return }
    let sentence = "\(Plural.text(found, "line")) of \(expected) can be told where they belong"
    console.complain(folder.linesPath(name), Complaint(sentence))
  }

  /// The id of an image of the export in the feed: what is a file is uploaded.
  private func imageID(_ token: ImageToken?, _ options: CallOptions) async throws -> String {
    guard let id = token?.id, let path = folder.photoPath(ofImage: id) else {
      return token?.id ?? ""
    }
    let photo = try PhotoFile(path, folder.files)
    return try await photo.upload(client, options, folder.files).image?.id ?? ""
  }
}

// MARK: - Users

extension FeedImport {
  private mutating func importUsers(_ expected: ExportManifest.Counts) async throws {
    var lines = try lines("users")
    while let profile = try lines.message(FetchProfileResponse.self) {
      guard let user = profile.user else { continue }
      let id = try await attempt("user \(user.username)") {
        let options = options(user.username)
        let request = UpdateProfileRequest(
          displayName: user.displayName,
          bio: profile.bio,
          avatarImageID: try await imageID(user.avatar, options)
        )
        return try await client.updateProfile(request, options: options).user?.id
      }
      guard let id else { continue }
      userIDs[user.username] = id
      counts.users += 1
    }
    check("users", lines.count, expected.users)
  }

  private mutating func importFollows(_ expected: ExportManifest.Counts) async throws {
    var lines = try lines("follows")
    while let follow = try lines.value(ExportedFollow.self) {
      // Who could not be imported was told.
      guard let id = userIDs[follow.followed], userIDs[follow.follower] != nil else { continue }
      let isDone: Void? = try await attempt("\(follow.follower) follows \(follow.followed)") {
        let request = SetFollowRequest(userID: id, following: true)
        _ = try await client.setFollow(request, options: options(follow.follower))
      }
      if isDone != nil { counts.follows += 1 }
    }
    check("follows", lines.count, expected.follows)
  }
}

// MARK: - Posts

extension FeedImport {
  private mutating func importPosts(_ expected: ExportManifest.Counts) async throws {
    var posts = try lines("posts")
    var comments = try lines("comments")
    var likes = try lines("likes")
    while let post = try posts.message(Post.self) {
      let id = try await make(post)
      while let comment = try comments.message(Comment.self, where: { $0.postID == post.id }) {
        if let id { try await make(comment, under: id) }
      }
      while let like = try likes.value(ExportedLike.self, where: { $0.postID == post.id }) {
        if let id { try await make(like, of: id) }
      }
    }
    check("posts", posts.count, expected.posts)
    check("comments", comments.count, expected.comments)
    check("likes", likes.count, expected.likes)
  }

  /// The id of the post in the feed; nil where it can't be made.
  private mutating func make(_ post: Post) async throws -> String? {
    let id = try await attempt("post \(post.id)") {
      let options = options(post.author?.username ?? "")
      let request = CreatePostRequest(
        text: post.text,
        imageID: try await imageID(post.image, options),
        altText: post.altText,
        requestID: requestID(post.id),
        createdAt: post.createdAt
      )
      return try await client.createPost(request, options: options).post?.id
    }
    guard let id else { return nil }
    counts.posts += 1
    return id
  }

  private mutating func make(_ comment: Comment, under postID: String) async throws {
    let isDone: Void? = try await attempt("comment \(comment.id)") {
      let request = AddCommentRequest(
        postID: postID,
        text: comment.text,
        requestID: requestID(comment.id),
        createdAt: comment.createdAt
      )
      _ = try await client.addComment(request, options: options(comment.author?.username ?? ""))
    }
    if isDone != nil { counts.comments += 1 }
  }

  private mutating func make(_ like: ExportedLike, of postID: String) async throws {
    let isDone: Void? = try await attempt("like of \(like.username)") {
      let request = ToggleLikeRequest(
        postID: postID,
        intent: .like,
        requestID: requestID(like.postID)
      )
      _ = try await client.toggleLike(request, options: options(like.username))
    }
    if isDone != nil { counts.likes += 1 }
  }

  private func requestID(_ id: String) -> String {
    ExportFolder.requestID(of: id, feedID: manifest.feedID)
  }
}
