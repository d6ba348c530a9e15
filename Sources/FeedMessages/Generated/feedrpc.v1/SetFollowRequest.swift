// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Follows a user, or stops following.
public struct SetFollowRequest: FeedMessage {
  /// Not oneself: INVALID_ARGUMENT.
  public var userID: String
  public var following: Bool

  /// A message with these fields; what is not given has its default.
  public init(
    userID: String = "",
    following: Bool = false
  ) {
    self.userID = userID
    self.following = following
  }
}

extension SetFollowRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.SetFollowRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__set_follow_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__SetFollowRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__SetFollowRequest>) {
    userID = Field.text(cStruct.pointee.user_id)
    following = cStruct.pointee.following != 0
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__SetFollowRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__SetFollowRequest.self)
    feedrpc__v1__set_follow_request__init(cStruct)
    if !userID.isEmpty { cStruct.pointee.user_id = arena.text(userID) }
    cStruct.pointee.following = following ? 1 : 0
    return cStruct
  }
}
