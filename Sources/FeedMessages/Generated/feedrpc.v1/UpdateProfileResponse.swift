// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The user after it.
public struct UpdateProfileResponse: FeedMessage {
  public var user: User?
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    user: User? = nil,
    sequence: Int64 = 0
  ) {
    self.user = user
    self.sequence = sequence
  }
}

extension UpdateProfileResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.UpdateProfileResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__update_profile_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__UpdateProfileResponse>) {
    user = Field.message(cStruct.pointee.user)
    sequence = cStruct.pointee.sequence
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__UpdateProfileResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__update_profile_response__init(cStruct)
    if let user { cStruct.pointee.user = arena.message(user) }
    cStruct.pointee.sequence = sequence
  }
}
