import CommandLineKit
import FeedMessages
import Files
import RPC

/// Puts an export into another feed, from its end: what is older is made first, so that every list
/// keeps its order.
///
/// Request ids come of the ids in the export, so a repeat makes nothing twice. What can't be taken
/// is told and left out, with what belongs to it. The ids of users and posts are kept: about 100
/// bytes each.
struct FeedImport {
  private let client: FeedServiceClient
  /// Of the calls of a user, by username.
  private let options: @Sendable (_ username: String) -> CallOptions
  private let folder: ExportFolder
  private let manifest: ExportManifest
  private let console: TransferConsole

  /// Ids in the feed, of users by their names and of posts by their ids in the export.
  private var userIDs: [String: String] = [:]
  private var postIDs: [String: String] = [:]
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
    var files = try Files(folder, console)
    try await importUsers(&files.users)
    try await importPosts(&files.posts)
    try await importComments(&files.comments)
    try await importLikes(&files.likes)
    try await importFollows(&files.follows)
    files.users.finish(expected: expected.users)
    files.posts.finish(expected: expected.posts)
    files.comments.finish(expected: expected.comments)
    files.likes.finish(expected: expected.likes)
    files.follows.finish(expected: expected.follows)
    return counts
  }

  /// The files of lines, all of which must be there before anything is made.
  private struct Files {
    var users: ExportLines
    var posts: ExportLines
    var comments: ExportLines
    var likes: ExportLines
    var follows: ExportLines

    init(_ folder: ExportFolder, _ console: TransferConsole) throws(CommandFailure) {
      func lines(_ name: String) throws(CommandFailure) -> ExportLines {
        try ExportLines(folder.linesPath(name), folder.files, console)
      }
      users = try lines("users")
      posts = try lines("posts")
      comments = try lines("comments")
      likes = try lines("likes")
      follows = try lines("follows")
    }
  }

  /// True for a user of the feed who is one of those in the export.
  func hasImported(_ user: User) -> Bool { userIDs[user.username] == user.id }

  /// Does one thing, again where the server asks to wait.
  ///
  /// - Returns: nil where it can't be done, which is told.
  private func attempt<Value>(
    _ place: String,
    _ body: () async throws -> Value
  ) async throws -> Value? {
    switch try await Complaint.collect({ try await PatientCalls.run(body) }) {
    case .success(let value): return value
    case .failure(let complaint):
      console.complain(place, complaint)
      return nil
    }
  }

  /// Something to be made by one call.
  private struct Step<Value: Sendable> {
    /// What a complaint is about.
    let place: String
    let counter: WritableKeyPath<ExportManifest.Counts, Int>
    let call: @Sendable () async throws -> Value
  }

  /// Makes things in their order, and counts them.
  ///
  /// - Returns: What came of each; nil where it could not be made, which is told.
  private mutating func make<Value>(_ steps: [Step<Value>]) async throws -> [Value?] {
    let results = try await CallBatch.run(steps.map(\.call))
    var values: [Value?] = []
    for (step, result) in zip(steps, results) {
      switch result {
      case .success(let value):
        counts[keyPath: step.counter] += 1
        values.append(value)
      case .failure(let complaint):
        console.complain(step.place, complaint)
        values.append(nil)
      }
    }
    console.show("\(counts.users) users, \(counts.posts) posts, \(counts.follows) follows")
    return values
  }

  /// Adds a step, and makes all where there are enough.
  private mutating func add(_ step: Step<Void>, to steps: inout [Step<Void>]) async throws {
    steps.append(step)
    guard steps.count == TransferLimits.callCount else { return }
    _ = try await make(steps)
    steps = []
  }

  /// The id of an image of the export in the feed: what is a file is uploaded.
  private func imageID(_ token: ImageToken?, _ options: CallOptions) async throws -> String {
    guard let id = token?.id, let path = folder.photoPath(ofImage: id) else {
      return token?.id ?? ""
    }
    let photo: PhotoFile
    do { photo = try PhotoFile(path, folder.files) } catch let error as FileError {
      let reason = error.isMissing ? "it is missing: put it back" : "\(Complaint(error))"
      throw Complaint("\(path): \(reason)")
    } catch let complaint as Complaint {
      throw Complaint("\(path): \(complaint)")
    }
    return try await photo.upload(client, options, folder.files).image?.id ?? ""
  }
}

// MARK: - Users

extension FeedImport {
  private mutating func importUsers(_ lines: inout ExportLines) async throws {
    var usernames: [String] = []
    var steps: [Step<String>] = []
    var isMore = true
    while isMore {
      if let profile = try lines.message(FetchProfileResponse.self) {
        if let user = profile.user {
          if let step = try await step(profile, of: user) {
            usernames.append(user.username)
            steps.append(step)
          }
        } else {
          lines.leaveOut(Complaint("it names no user"))
        }
      } else {
        isMore = false
      }
      guard !isMore || steps.count == TransferLimits.callCount else { continue }
      for (username, id) in zip(usernames, try await make(steps)) { userIDs[username] = id }
      (usernames, steps) = ([], [])
    }
  }

  /// Sets a user's profile, whose picture is uploaded first; nil where that can't be.
  private func step(
    _ profile: FetchProfileResponse,
    of user: User
  ) async throws -> Step<String>? {
    let (client, options, place) = (client, options(user.username), "user \(user.username)")
    guard let avatar = try await attempt(place, { try await imageID(user.avatar, options) }) else {
      return nil
    }
    let request = UpdateProfileRequest(
      displayName: user.displayName,
      bio: profile.bio,
      avatarImageID: avatar
    )
    return Step(place: place, counter: \.users) {
      try await client.updateProfile(request, options: options).user?.id ?? ""
    }
  }

  private mutating func importFollows(_ lines: inout ExportLines) async throws {
    var steps: [Step<Void>] = []
    while let follow = try lines.value(ExportedFollow.self) {
      guard let id = userIDs[follow.followed], userIDs[follow.follower] != nil else {
        let missing = userIDs[follow.followed] == nil ? follow.followed : follow.follower
        lines.leaveOut(Complaint("there is no user \(missing)"))
        continue
      }
      let (client, options) = (client, options(follow.follower))
      let place = "\(follow.follower) follows \(follow.followed)"
      let step = Step(place: place, counter: \.follows) {
        _ = try await client.setFollow(
          SetFollowRequest(userID: id, following: true),
          options: options
        )
      }
      try await add(step, to: &steps)
    }
    _ = try await make(steps)
  }
}

// MARK: - Posts, and what hangs on them

extension FeedImport {
  private mutating func importPosts(_ lines: inout ExportLines) async throws {
    while case let some = try Self.next(&lines), !some.isEmpty { try await make(some) }
  }

  private static func next(_ lines: inout ExportLines) throws(CommandFailure) -> [Post] {
    var posts: [Post] = []
    while posts.count < TransferLimits.callCount, let post = try lines.message(Post.self) {
      posts.append(post)
    }
    return posts
  }

  /// Makes posts, and keeps their ids.
  private mutating func make(_ posts: [Post]) async throws {
    var made: [Post] = []
    var steps: [Step<String>] = []
    for post in posts {
      guard let step = try await step(post) else { continue }
      made.append(post)
      steps.append(step)
    }
    for (post, id) in zip(made, try await make(steps)) { postIDs[post.id] = id }
  }

  private mutating func importComments(_ lines: inout ExportLines) async throws {
    var steps: [Step<Void>] = []
    while let comment = try lines.message(Comment.self) {
      guard let id = postID(of: comment.postID, &lines) else { continue }
      try await add(step(comment, under: id), to: &steps)
    }
    _ = try await make(steps)
  }

  private mutating func importLikes(_ lines: inout ExportLines) async throws {
    var steps: [Step<Void>] = []
    while let like = try lines.value(ExportedLike.self) {
      guard let id = postID(of: like.postID, &lines) else { continue }
      try await add(step(like, of: id), to: &steps)
    }
    _ = try await make(steps)
  }

  /// The id in the feed of a post of the export; nil where it was not made, and the line is left
  /// out.
  private func postID(of id: String, _ lines: inout ExportLines) -> String? {
    guard let made = postIDs[id] else {
      lines.leaveOut(Complaint("there is no post \(id)"))
      return nil
    }
    return made
  }

  /// Makes a post, whose photo is uploaded first; nil where that can't be.
  private func step(_ post: Post) async throws -> Step<String>? {
    let (client, options, place) = (client, options(post.author?.username ?? ""), "post \(post.id)")
    guard let image = try await attempt(place, { try await imageID(post.image, options) }) else {
      return nil
    }
    let request = CreatePostRequest(
      text: post.text,
      imageID: image,
      altText: post.altText,
      requestID: requestID(post.id),
      createdAt: post.createdAt
    )
    return Step(place: place, counter: \.posts) {
      try await client.createPost(request, options: options).post?.id ?? ""
    }
  }

  private func step(_ comment: Comment, under postID: String) -> Step<Void> {
    let (client, options) = (client, options(comment.author?.username ?? ""))
    let request = AddCommentRequest(
      postID: postID,
      text: comment.text,
      requestID: requestID(comment.id),
      createdAt: comment.createdAt
    )
    return Step(place: "comment \(comment.id)", counter: \.comments) {
      _ = try await client.addComment(request, options: options)
    }
  }

  private func step(_ like: ExportedLike, of postID: String) -> Step<Void> {
    let (client, options) = (client, options(like.username))
    let request = ToggleLikeRequest(
      postID: postID,
      intent: .like,
      requestID: requestID(like.postID)
    )
    return Step(place: "like of \(like.username)", counter: \.likes) {
      _ = try await client.toggleLike(request, options: options)
    }
  }

  private func requestID(_ id: String) -> String {
    ExportFolder.requestID(of: id, feedID: manifest.feedID)
  }
}
