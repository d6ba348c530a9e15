// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.SimpleResponse.
public struct SimpleResponse: FeedMessage {
  public var payload: Payload?
  public var username: String
  public var oauthScope: String
  public var serverID: String

  /// A message with these fields; what is not given has its default.
  public init(
    payload: Payload? = nil,
    username: String = "",
    oauthScope: String = "",
    serverID: String = ""
  ) {
    self.payload = payload
    self.username = username
    self.oauthScope = oauthScope
    self.serverID = serverID
  }
}

extension SimpleResponse: CBackedMessage {
  public static var fullName: String { "grpc.testing.SimpleResponse" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__simple_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__SimpleResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__SimpleResponse>) {
    payload = cStruct.pointee.payload.map { Payload($0) }
    username = Field.text(cStruct.pointee.username)
    oauthScope = Field.text(cStruct.pointee.oauth_scope)
    serverID = Field.text(cStruct.pointee.server_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__SimpleResponse> {
    let cStruct = arena.allocate(Grpc__Testing__SimpleResponse.self)
    grpc__testing__simple_response__init(cStruct)
    if let payload { cStruct.pointee.payload = payload.cStruct(in: arena) }
    if !username.isEmpty { cStruct.pointee.username = arena.text(username) }
    if !oauthScope.isEmpty { cStruct.pointee.oauth_scope = arena.text(oauthScope) }
    if !serverID.isEmpty { cStruct.pointee.server_id = arena.text(serverID) }
    return cStruct
  }
}
