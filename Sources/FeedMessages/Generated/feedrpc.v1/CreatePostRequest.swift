// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Puts a post on top of the feed.
public struct CreatePostRequest: FeedMessage {
  /// 0-2200 characters.
  public var text: String
  /// From UploadPhoto, or a `pattern:`; empty: text only, and then text must not be.
  public var imageID: String
  /// 0-1000 characters.
  public var altText: String
  /// As in ToggleLikeRequest.
  public var requestID: String
  /// For imports: the daemon's owner and root only; not in the future.
  public var createdAt: Timestamp?

  /// A message with these fields; what is not given has its default.
  public init(
    text: String = "",
    imageID: String = "",
    altText: String = "",
    requestID: String = "",
    createdAt: Timestamp? = nil
  ) {
    self.text = text
    self.imageID = imageID
    self.altText = altText
    self.requestID = requestID
    self.createdAt = createdAt
  }
}

extension CreatePostRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.CreatePostRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__create_post_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__CreatePostRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__CreatePostRequest>) {
    text = Field.text(cStruct.pointee.text)
    imageID = Field.text(cStruct.pointee.image_id)
    altText = Field.text(cStruct.pointee.alt_text)
    requestID = Field.text(cStruct.pointee.request_id)
    createdAt = cStruct.pointee.created_at.map { Timestamp($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__CreatePostRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__CreatePostRequest.self)
    feedrpc__v1__create_post_request__init(cStruct)
    if !text.isEmpty { cStruct.pointee.text = arena.text(text) }
    if !imageID.isEmpty { cStruct.pointee.image_id = arena.text(imageID) }
    if !altText.isEmpty { cStruct.pointee.alt_text = arena.text(altText) }
    if !requestID.isEmpty { cStruct.pointee.request_id = arena.text(requestID) }
    if let createdAt { cStruct.pointee.created_at = createdAt.cStruct(in: arena) }
    return cStruct
  }
}
