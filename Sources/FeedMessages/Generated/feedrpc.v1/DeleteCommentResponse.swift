// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The comment is gone.
public struct DeleteCommentResponse: FeedMessage {
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    sequence: Int64 = 0
  ) {
    self.sequence = sequence
  }
}

extension DeleteCommentResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.DeleteCommentResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__delete_comment_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__DeleteCommentResponse>) {
    sequence = cStruct.pointee.sequence
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__DeleteCommentResponse>,
    in _: Arena
  ) {
    feedrpc__v1__delete_comment_response__init(cStruct)
    cStruct.pointee.sequence = sequence
  }
}
