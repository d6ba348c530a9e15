// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__User>) {
    id = Field.text(cStruct.pointee.id)
    username = Field.text(cStruct.pointee.username)
    displayName = Field.text(cStruct.pointee.display_name)
    avatar = Field.message(cStruct.pointee.avatar)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__User>, in arena: Arena) {
    feedrpc__v1__user__init(cStruct)
    if !id.isEmpty { cStruct.pointee.id = arena.text(id) }
    if !username.isEmpty { cStruct.pointee.username = arena.text(username) }
    if !displayName.isEmpty { cStruct.pointee.display_name = arena.text(displayName) }
    if let avatar { cStruct.pointee.avatar = arena.message(avatar) }
  }
}
