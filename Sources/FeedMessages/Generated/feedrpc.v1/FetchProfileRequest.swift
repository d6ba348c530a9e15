// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks for a user's profile: by at most one of the two; both empty: the viewer's own.
public struct FetchProfileRequest: FeedMessage {
  public var userID: String
  public var username: String

  /// A message with these fields; what is not given has its default.
  public init(
    userID: String = "",
    username: String = ""
  ) {
    self.userID = userID
    self.username = username
  }
}

extension FetchProfileRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchProfileRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_profile_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchProfileRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchProfileRequest>) {
    userID = Field.text(cStruct.pointee.user_id)
    username = Field.text(cStruct.pointee.username)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchProfileRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchProfileRequest.self)
    feedrpc__v1__fetch_profile_request__init(cStruct)
    if !userID.isEmpty { cStruct.pointee.user_id = arena.text(userID) }
    if !username.isEmpty { cStruct.pointee.username = arena.text(username) }
    return cStruct
  }
}
