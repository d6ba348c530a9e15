// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__SetFollowRequest>) {
    userID = Field.text(cStruct.pointee.user_id)
    following = cStruct.pointee.following != 0
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__SetFollowRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__set_follow_request__init(cStruct)
    if !userID.isEmpty { cStruct.pointee.user_id = arena.text(userID) }
    cStruct.pointee.following = following ? 1 : 0
  }
}
