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

/// A picture that people name by its id or by a post that shows it.
enum PictureReference: Hashable, Sendable {
  case image(String)
  case post(String)

  /// The id of the picture.
  ///
  /// - Throws: `RPCError` where there is no such post, `CommandFailure` where it has no picture.
  func imageID(
    _ transport: any CallTransport,
    _ options: CallOptions
  ) async throws -> String {
    switch self {
    case .image(let id): return id
    case .post(let id):
      let post = try await PostLookup.post(id, FeedServiceClient(transport), options)
      guard let image = post.image else { throw CommandFailure("post \(id) has no picture") }
      return image.id
    }
  }
}

extension ValueFormat where Value == PictureReference {
  /// A picture by its id, or by the id or share URL of a post.
  static let picture = ValueFormat(
    placeholder: "IMAGE",
    parse: { (text) throws(InvalidValue) in
      // Pictures have ids of other kinds.
      let isPost = text.hasPrefix(PostURL.prefix) || text.hasPrefix("p:")
      return isPost ? .post(try ValueFormat<String>.post.parse(text)) : .image(text)
    },
    describe: { reference in
      switch reference {
      case .image(let id), .post(let id): id
      }
    }
  )
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
  /// Asks for the profile of a user by id or username; ids contain a colon, which no username does.
  static func profileRequest(of user: String) -> FetchProfileRequest {
    user.contains(":") ? FetchProfileRequest(userID: user) : FetchProfileRequest(username: user)
  }

  /// The id of a user by id or username.
  static func id(
    of user: String,
    _ client: FeedServiceClient,
    _ options: CallOptions
  ) async throws(RPCError) -> String {
    let request = profileRequest(of: user)
    return request.userID.isEmpty ? try await id(request, client, options) : user
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
