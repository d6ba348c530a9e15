// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The photo as stored.
public struct UploadPhotoResponse: FeedMessage {
  public var image: ImageToken?
  /// From its EXIF data, as UTC; absent where there is none.
  public var takenAt: Timestamp?

  /// A message with these fields; what is not given has its default.
  public init(
    image: ImageToken? = nil,
    takenAt: Timestamp? = nil
  ) {
    self.image = image
    self.takenAt = takenAt
  }
}

extension UploadPhotoResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.UploadPhotoResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__upload_photo_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__UploadPhotoResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__UploadPhotoResponse>) {
    image = cStruct.pointee.image.map { ImageToken($0) }
    takenAt = cStruct.pointee.taken_at.map { Timestamp($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__UploadPhotoResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__UploadPhotoResponse.self)
    feedrpc__v1__upload_photo_response__init(cStruct)
    if let image { cStruct.pointee.image = image.cStruct(in: arena) }
    if let takenAt { cStruct.pointee.taken_at = takenAt.cStruct(in: arena) }
    return cStruct
  }
}
