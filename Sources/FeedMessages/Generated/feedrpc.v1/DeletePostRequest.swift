// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__DeletePostRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__DeletePostRequest>) {
    postID = Field.text(cStruct.pointee.post_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__DeletePostRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__DeletePostRequest.self)
    feedrpc__v1__delete_post_request__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    return cStruct
  }
}
