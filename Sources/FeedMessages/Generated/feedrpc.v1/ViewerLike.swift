// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Whether the viewer likes a post.
public struct ViewerLike: FeedMessage {
  public var postID: String
  public var isLiked: Bool

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = "",
    isLiked: Bool = false
  ) {
    self.postID = postID
    self.isLiked = isLiked
  }
}

extension ViewerLike: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ViewerLike" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__viewer_like__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ViewerLike.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ViewerLike>) {
    postID = Field.text(cStruct.pointee.post_id)
    isLiked = cStruct.pointee.is_liked != 0
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ViewerLike> {
    let cStruct = arena.allocate(Feedrpc__V1__ViewerLike.self)
    feedrpc__v1__viewer_like__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.is_liked = isLiked ? 1 : 0
    return cStruct
  }
}
