// Made by protoc-gen-feedrpc from interop/test.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A message of grpc.testing.SimpleRequest.
public struct SimpleRequest: FeedMessage {
  public var responseType: PayloadType
  /// Bytes of the response's payload.
  public var responseSize: Int32
  public var payload: Payload?
  public var fillUsername: Bool
  public var fillOauthScope: Bool
  /// Whether the response is to be compressed; absent: as the server likes.
  public var responseCompressed: BoolValue?
  public var responseStatus: EchoStatus?
  /// Whether this request is compressed; if it is not so: INVALID_ARGUMENT.
  public var expectCompressed: BoolValue?
  public var fillServerID: Bool

  /// A message with these fields; what is not given has its default.
  public init(
    responseType: PayloadType = .compressable,
    responseSize: Int32 = 0,
    payload: Payload? = nil,
    fillUsername: Bool = false,
    fillOauthScope: Bool = false,
    responseCompressed: BoolValue? = nil,
    responseStatus: EchoStatus? = nil,
    expectCompressed: BoolValue? = nil,
    fillServerID: Bool = false
  ) {
    self.responseType = responseType
    self.responseSize = responseSize
    self.payload = payload
    self.fillUsername = fillUsername
    self.fillOauthScope = fillOauthScope
    self.responseCompressed = responseCompressed
    self.responseStatus = responseStatus
    self.expectCompressed = expectCompressed
    self.fillServerID = fillServerID
  }
}

extension SimpleRequest: CBackedMessage {
  public static var fullName: String { "grpc.testing.SimpleRequest" }

  package static let descriptor = MessageDescriptor(of: grpc__testing__simple_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Testing__SimpleRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Testing__SimpleRequest>) {
    responseType = PayloadType(rawValue: Field.number(cStruct.pointee.response_type.rawValue))
    responseSize = cStruct.pointee.response_size
    payload = cStruct.pointee.payload.map { Payload($0) }
    fillUsername = cStruct.pointee.fill_username != 0
    fillOauthScope = cStruct.pointee.fill_oauth_scope != 0
    responseCompressed = cStruct.pointee.response_compressed.map { BoolValue($0) }
    responseStatus = cStruct.pointee.response_status.map { EchoStatus($0) }
    expectCompressed = cStruct.pointee.expect_compressed.map { BoolValue($0) }
    fillServerID = cStruct.pointee.fill_server_id != 0
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Grpc__Testing__SimpleRequest> {
    let cStruct = arena.allocate(Grpc__Testing__SimpleRequest.self)
    grpc__testing__simple_request__init(cStruct)
    cStruct.pointee.response_type = .init(rawValue: Field.cNumber(responseType.rawValue))
    cStruct.pointee.response_size = responseSize
    if let payload { cStruct.pointee.payload = payload.cStruct(in: arena) }
    cStruct.pointee.fill_username = fillUsername ? 1 : 0
    cStruct.pointee.fill_oauth_scope = fillOauthScope ? 1 : 0
    if let responseCompressed {
      cStruct.pointee.response_compressed = responseCompressed.cStruct(in: arena)
    }
    if let responseStatus { cStruct.pointee.response_status = responseStatus.cStruct(in: arena) }
    if let expectCompressed {
      cStruct.pointee.expect_compressed = expectCompressed.cStruct(in: arena)
    }
    cStruct.pointee.fill_server_id = fillServerID ? 1 : 0
    return cStruct
  }
}
