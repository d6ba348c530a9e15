// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Changes the viewer's own profile: every field is set to what is given, so send all of them.
public struct UpdateProfileRequest: FeedMessage {
  /// 1-64 characters.
  public var displayName: String
  /// 0-500 characters.
  public var bio: String
  /// From UploadPhoto; empty: the user's pattern.
  public var avatarImageID: String

  /// A message with these fields; what is not given has its default.
  public init(
    displayName: String = "",
    bio: String = "",
    avatarImageID: String = ""
  ) {
    self.displayName = displayName
    self.bio = bio
    self.avatarImageID = avatarImageID
  }
}

extension UpdateProfileRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.UpdateProfileRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__update_profile_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__UpdateProfileRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__UpdateProfileRequest>) {
    displayName = Field.text(cStruct.pointee.display_name)
    bio = Field.text(cStruct.pointee.bio)
    avatarImageID = Field.text(cStruct.pointee.avatar_image_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__UpdateProfileRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__UpdateProfileRequest.self)
    feedrpc__v1__update_profile_request__init(cStruct)
    if !displayName.isEmpty { cStruct.pointee.display_name = arena.text(displayName) }
    if !bio.isEmpty { cStruct.pointee.bio = arena.text(bio) }
    if !avatarImageID.isEmpty { cStruct.pointee.avatar_image_id = arena.text(avatarImageID) }
    return cStruct
  }
}
