// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// How many follow that user after it.
public struct SetFollowResponse: FeedMessage {
  public var followerCount: Int64
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    followerCount: Int64 = 0,
    sequence: Int64 = 0
  ) {
    self.followerCount = followerCount
    self.sequence = sequence
  }
}

extension SetFollowResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.SetFollowResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__set_follow_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__SetFollowResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__SetFollowResponse>) {
    followerCount = cStruct.pointee.follower_count
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__SetFollowResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__SetFollowResponse.self)
    feedrpc__v1__set_follow_response__init(cStruct)
    cStruct.pointee.follower_count = followerCount
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
