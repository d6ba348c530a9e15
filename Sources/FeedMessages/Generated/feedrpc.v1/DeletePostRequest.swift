// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// Removes a post.
public struct DeletePostRequest: FeedMessage {
  public var postID: String

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = ""
  ) {
    self.postID = postID
  }
}

extension DeletePostRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.DeletePostRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__delete_post_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__DeletePostRequest>) {
    postID = Field.text(cStruct.pointee.post_id)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__DeletePostRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__delete_post_request__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
  }
}
