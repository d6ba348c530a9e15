// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The store in numbers.
public struct StoreStats: FeedMessage {
  /// One of sqlite, memory, postgresql.
  public var engine: String
  public var posts: Int64
  public var comments: Int64
  public var likes: Int64
  /// Transactions since the daemon's start.
  public var commits: Int64
  /// Those in them; mutations / commits: how well writes are grouped.
  public var mutations: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    engine: String = "",
    posts: Int64 = 0,
    comments: Int64 = 0,
    likes: Int64 = 0,
    commits: Int64 = 0,
    mutations: Int64 = 0
  ) {
    self.engine = engine
    self.posts = posts
    self.comments = comments
    self.likes = likes
    self.commits = commits
    self.mutations = mutations
  }
}

extension StoreStats: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.StoreStats" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__store_stats__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__StoreStats.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__StoreStats>) {
    engine = Field.text(cStruct.pointee.engine)
    posts = cStruct.pointee.posts
    comments = cStruct.pointee.comments
    likes = cStruct.pointee.likes
    commits = cStruct.pointee.commits
    mutations = cStruct.pointee.mutations
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__StoreStats> {
    let cStruct = arena.allocate(Feedrpc__V1__StoreStats.self)
    feedrpc__v1__store_stats__init(cStruct)
    if !engine.isEmpty { cStruct.pointee.engine = arena.text(engine) }
    cStruct.pointee.posts = posts
    cStruct.pointee.comments = comments
    cStruct.pointee.likes = likes
    cStruct.pointee.commits = commits
    cStruct.pointee.mutations = mutations
    return cStruct
  }
}
