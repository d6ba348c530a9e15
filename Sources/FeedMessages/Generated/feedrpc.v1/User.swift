// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A person with an account.
public struct User: FeedMessage {
  public var id: String
  /// Unique, 1-30 of `a-z 0-9 . _`.
  public var username: String
  /// The name that others see: 1-64 characters.
  public var displayName: String
  public var avatar: ImageToken?

  /// A message with these fields; what is not given has its default.
  public init(
    id: String = "",
    username: String = "",
    displayName: String = "",
    avatar: ImageToken? = nil
  ) {
    self.id = id
    self.username = username
    self.displayName = displayName
    self.avatar = avatar
  }
}

extension User: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.User" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__user__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__User.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__User>) {
    id = Field.text(cStruct.pointee.id)
    username = Field.text(cStruct.pointee.username)
    displayName = Field.text(cStruct.pointee.display_name)
    avatar = cStruct.pointee.avatar.map { ImageToken($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__User> {
    let cStruct = arena.allocate(Feedrpc__V1__User.self)
    feedrpc__v1__user__init(cStruct)
    if !id.isEmpty { cStruct.pointee.id = arena.text(id) }
    if !username.isEmpty { cStruct.pointee.username = arena.text(username) }
    if !displayName.isEmpty { cStruct.pointee.display_name = arena.text(displayName) }
    if let avatar { cStruct.pointee.avatar = avatar.cStruct(in: arena) }
    return cStruct
  }
}
