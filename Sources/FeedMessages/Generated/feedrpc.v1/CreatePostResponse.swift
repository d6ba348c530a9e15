// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__CreatePostResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__CreatePostResponse>) {
    post = cStruct.pointee.post.map { Post($0) }
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__CreatePostResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__CreatePostResponse.self)
    feedrpc__v1__create_post_response__init(cStruct)
    if let post { cStruct.pointee.post = post.cStruct(in: arena) }
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
