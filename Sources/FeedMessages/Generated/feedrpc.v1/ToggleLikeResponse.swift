// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The post's likes after it.
public struct ToggleLikeResponse: FeedMessage {
  public var postID: String
  /// By the viewer.
  public var isLiked: Bool
  public var likeCount: Int64
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = "",
    isLiked: Bool = false,
    likeCount: Int64 = 0,
    sequence: Int64 = 0
  ) {
    self.postID = postID
    self.isLiked = isLiked
    self.likeCount = likeCount
    self.sequence = sequence
  }
}

extension ToggleLikeResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ToggleLikeResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__toggle_like_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ToggleLikeResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ToggleLikeResponse>) {
    postID = Field.text(cStruct.pointee.post_id)
    isLiked = cStruct.pointee.is_liked != 0
    likeCount = cStruct.pointee.like_count
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ToggleLikeResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__ToggleLikeResponse.self)
    feedrpc__v1__toggle_like_response__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.is_liked = isLiked ? 1 : 0
    cStruct.pointee.like_count = likeCount
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
