// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Which posts of the feed are meant.
public struct FeedFilter: FeedMessage {
  /// Only this user's posts: the profile grid.
  public var authorID: String
  /// Only posts of users that the viewer follows, and the viewer's own.
  public var followingOnly: Bool

  /// A message with these fields; what is not given has its default.
  public init(
    authorID: String = "",
    followingOnly: Bool = false
  ) {
    self.authorID = authorID
    self.followingOnly = followingOnly
  }
}

extension FeedFilter: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FeedFilter" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__feed_filter__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FeedFilter.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FeedFilter>) {
    authorID = Field.text(cStruct.pointee.author_id)
    followingOnly = cStruct.pointee.following_only != 0
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FeedFilter> {
    let cStruct = arena.allocate(Feedrpc__V1__FeedFilter.self)
    feedrpc__v1__feed_filter__init(cStruct)
    if !authorID.isEmpty { cStruct.pointee.author_id = arena.text(authorID) }
    cStruct.pointee.following_only = followingOnly ? 1 : 0
    return cStruct
  }
}
