// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__UploadPhotoResponse>) {
    image = Field.message(cStruct.pointee.image)
    takenAt = Field.message(cStruct.pointee.taken_at)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__UploadPhotoResponse>,
    in arena: Arena
  ) {
    feedrpc__v1__upload_photo_response__init(cStruct)
    if let image { cStruct.pointee.image = arena.message(image) }
    if let takenAt { cStruct.pointee.taken_at = arena.message(takenAt) }
  }
}
