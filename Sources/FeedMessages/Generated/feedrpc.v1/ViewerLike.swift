// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__ViewerLike>) {
    postID = Field.text(cStruct.pointee.post_id)
    isLiked = cStruct.pointee.is_liked != 0
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__ViewerLike>, in arena: Arena) {
    feedrpc__v1__viewer_like__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.is_liked = isLiked ? 1 : 0
  }
}
