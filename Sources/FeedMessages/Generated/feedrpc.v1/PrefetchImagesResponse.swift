// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// What became of one wanted image.
public struct PrefetchImagesResponse: FeedMessage {
  public var tag: UInt64
  public var state: PrefetchState
  /// Of google.rpc.Code, where it failed.
  public var code: Int32
  public var message: String

  /// A message with these fields; what is not given has its default.
  public init(
    tag: UInt64 = 0,
    state: PrefetchState = .unspecified,
    code: Int32 = 0,
    message: String = ""
  ) {
    self.tag = tag
    self.state = state
    self.code = code
    self.message = message
  }
}

extension PrefetchImagesResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.PrefetchImagesResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__prefetch_images_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__PrefetchImagesResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__PrefetchImagesResponse>) {
    tag = cStruct.pointee.tag
    state = PrefetchState(rawValue: Field.number(cStruct.pointee.state.rawValue))
    code = cStruct.pointee.code
    message = Field.text(cStruct.pointee.message)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__PrefetchImagesResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__PrefetchImagesResponse.self)
    feedrpc__v1__prefetch_images_response__init(cStruct)
    cStruct.pointee.tag = tag
    cStruct.pointee.state = .init(rawValue: Field.cNumber(state.rawValue))
    cStruct.pointee.code = code
    if !message.isEmpty { cStruct.pointee.message = arena.text(message) }
    return cStruct
  }
}
