import CommandLineKit
import FeedMessages
import RPC

extension ValueFormat where Value == String {
  /// A post by its id or by its share URL; the value is the id.
  static let post = ValueFormat(
    placeholder: "POST",
    parse: { (text) throws(InvalidValue) in
      let isURL = text.hasPrefix(PostURL.prefix)
      let id = isURL ? String(text.dropFirst(PostURL.prefix.count)) : text
      guard !text.isEmpty else { throw .empty }
      guard !id.isEmpty, !id.contains("/") else { throw .notLike(example: PostURL.example) }
      return id
    },
    describe: { $0 }
  )
}

/// What `Post.share_url` looks like.
enum PostURL {
  static let prefix = "feedrpc://post/"
  static let example = "p:q1 or feedrpc://post/p:q1"
}

/// The posts that people name.
enum PostLookup {
  static let post = Argument("POST", .post, help: "The post, by its id or URL.")

  /// The post of an id.
  ///
  /// - Throws: NOT_FOUND where there is none.
  static func post(
    _ id: String,
    _ client: FeedServiceClient,
    _ options: CallOptions
  ) async throws(RPCError) -> Post {
    let request = FetchPostsRequest(postIDs: [id])
    let posts = try await client.fetchPosts(request, options: options).posts
    guard let post = posts.first else { throw RPCError(.notFound, "there is no post \(id)") }
    return post
  }
}

/// The users that people name.
enum UserLookup {
  /// The id of a user; ids contain a colon, which no username does.
  static func id(
    of user: String,
    _ client: FeedServiceClient,
    _ options: CallOptions
  ) async throws(RPCError) -> String {
    if user.contains(":") { return user }
    return try await id(FetchProfileRequest(username: user), client, options)
  }

  /// The id of the user whose profile is asked for.
  static func id(
    _ request: FetchProfileRequest,
    _ client: FeedServiceClient,
    _ options: CallOptions
  ) async throws(RPCError) -> String {
    try await client.fetchProfile(request, options: options).user?.id ?? ""
  }
}
