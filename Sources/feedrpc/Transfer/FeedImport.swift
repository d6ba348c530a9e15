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

  /// True for a user of the feed who is one of those in the export.
  func hasImported(_ user: User) -> Bool { userIDs[user.username] == user.id }

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
    var usernames: [String] = []
    var steps: [Step<String>] = []
    var isMore = true
    while isMore {
      if let profile = try lines.message(FetchProfileResponse.self) {
        if let step = try await step(profile) {
          usernames.append(profile.user?.username ?? "")
          steps.append(step)
        }
      } else {
        isMore = false
      }
      guard !isMore || steps.count == TransferLimits.callCount else { continue }
      for (username, id) in zip(usernames, try await make(steps)) { userIDs[username] = id }
      (usernames, steps) = ([], [])
    }
    check("users", lines.count, expected.users)
  }

  /// Sets a user's profile, whose picture is uploaded first; nil where that can't be.
  private func step(_ profile: FetchProfileResponse) async throws -> Step<String>? {
    guard let user = profile.user else { return nil }
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

  private mutating func importFollows(_ expected: ExportManifest.Counts) async throws {
    var lines = try lines("follows")
    var steps: [Step<Void>] = []
    while let follow = try lines.value(ExportedFollow.self) {
      // Who could not be imported was told.
      guard let id = userIDs[follow.followed], userIDs[follow.follower] != nil else { continue }
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
    check("follows", lines.count, expected.follows)
  }

  /// Adds a step, and makes all where there are enough.
  private mutating func add(_ step: Step<Void>, to steps: inout [Step<Void>]) async throws {
    steps.append(step)
    guard steps.count == TransferLimits.callCount else { return }
    _ = try await make(steps)
    steps = []
  }
}

// MARK: - Posts

extension FeedImport {
  /// Some posts, then what hangs on them, which needs their ids.
  private mutating func importPosts(_ expected: ExportManifest.Counts) async throws {
    var posts = try lines("posts")
    var comments = try lines("comments")
    var likes = try lines("likes")
    while case let some = try next(&posts), !some.isEmpty {
      let ids = try await make(some)
      var steps: [Step<Void>] = []
      for post in some {
        let id = ids[post.id]
        while let comment = try comments.message(Comment.self, where: { $0.postID == post.id }) {
          if let id { try await add(step(comment, under: id), to: &steps) }
        }
        while let like = try likes.value(ExportedLike.self, where: { $0.postID == post.id }) {
          if let id { try await add(step(like, of: id), to: &steps) }
        }
      }
      _ = try await make(steps)
    }
    check("posts", posts.count, expected.posts)
    check("comments", comments.count, expected.comments)
    check("likes", likes.count, expected.likes)
  }

  private func next(_ lines: inout ExportLines) throws -> [Post] {
    var posts: [Post] = []
    while posts.count < TransferLimits.callCount, let post = try lines.message(Post.self) {
      posts.append(post)
    }
    return posts
  }

  /// The ids of posts in the feed, by those in the export.
  private mutating func make(_ posts: [Post]) async throws -> [String: String] {
    var made: [Post] = []
    var steps: [Step<String>] = []
    for post in posts {
      guard let step = try await step(post) else { continue }
      made.append(post)
      steps.append(step)
    }
    var ids: [String: String] = [:]
    for (post, id) in zip(made, try await make(steps)) { ids[post.id] = id }
    return ids
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
