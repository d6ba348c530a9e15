// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__UpdateProfileResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__UpdateProfileResponse>) {
    user = cStruct.pointee.user.map { User($0) }
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__UpdateProfileResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__UpdateProfileResponse.self)
    feedrpc__v1__update_profile_response__init(cStruct)
    if let user { cStruct.pointee.user = user.cStruct(in: arena) }
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
