// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// A post is gone.
public struct PostDeleted: FeedMessage {
  public var postID: String

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = ""
  ) {
    self.postID = postID
  }
}

extension PostDeleted: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.PostDeleted" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__post_deleted__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__PostDeleted>) {
    postID = Field.text(cStruct.pointee.post_id)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__PostDeleted>, in arena: Arena) {
    feedrpc__v1__post_deleted__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
  }
}
