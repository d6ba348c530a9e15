// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The post as stored.
public struct CreatePostResponse: FeedMessage {
  public var post: Post?
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    post: Post? = nil,
    sequence: Int64 = 0
  ) {
    self.post = post
    self.sequence = sequence
  }
}

extension CreatePostResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.CreatePostResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__create_post_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__CreatePostResponse>) {
    post = Field.message(cStruct.pointee.post)
    sequence = cStruct.pointee.sequence
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__CreatePostResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__create_post_response__init(cStruct)
    if let post { cStruct.pointee.post = arena.message(post) }
    cStruct.pointee.sequence = sequence
  }
}
