// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// A piece of an upload.
public struct UploadPhotoRequest: FeedMessage {
  /// At most one of several; nil: none.
  public var part: Part?

  /// A message with these fields; what is not given has its default.
  public init(
    part: Part? = nil
  ) {
    self.part = part
  }

  /// What `part` can be.
  public enum Part: Hashable, Sendable {
    /// In the first message, and only there.
    case details(PhotoDetails)
    /// The next bytes of the photo.
    case chunk(Bytes)
  }
}

extension UploadPhotoRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.UploadPhotoRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__upload_photo_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    var tail = Bytes()
    self = try MessageDecoder.decode(wireBytes, tailField: 2, tail: &tail)
    if !tail.isEmpty { part = .chunk(tail) }
  }

  public func encoded() -> EncodedMessage {
    guard case .chunk(let tail) = part, tail.count >= Tail.minimumByteCount else {
      return MessageEncoder.encode(self)
    }
    var front = self
    front.part = nil
    return MessageEncoder.encode(front, tail: tail, tailField: 2)
  }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__UploadPhotoRequest>) {
    switch cStruct.pointee.part_case.rawValue {
    case 1:
      part = cStruct.pointee.details.map { .details(PhotoDetails($0)) }
    case 2:
      part = .chunk(Field.bytes(cStruct.pointee.chunk))
    default: part = nil
    }
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__UploadPhotoRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__upload_photo_request__init(cStruct)
    switch part {
    case .details(let value):
      cStruct.pointee.part_case = .init(rawValue: 1)
      cStruct.pointee.details = arena.message(value)
    case .chunk(let value):
      cStruct.pointee.part_case = .init(rawValue: 2)
      cStruct.pointee.chunk = arena.data(value)
    case nil: break
    }
  }
}
