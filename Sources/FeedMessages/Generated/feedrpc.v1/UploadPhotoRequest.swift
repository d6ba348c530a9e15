// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
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
    let unpacked = try UnpackedMessage(
      wireBytes,
      as: Self.descriptor,
      tailField: 2,
      tail: &tail
    )
    self.init(unpacked.pointer(as: Feedrpc__V1__UploadPhotoRequest.self))
    if !tail.isEmpty { part = .chunk(tail) }
  }

  public func encoded() -> EncodedMessage {
    guard case .chunk(let tail) = part, tail.count >= Tail.minimumByteCount else {
      return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
    }
    var front = self
    front.part = nil
    return EncodedMessage(tail: tail, tailField: 2) { arena in
      UnsafeRawPointer(front.cStruct(in: arena))
    }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__UploadPhotoRequest>) {
    switch cStruct.pointee.part_case.rawValue {
    case 1:
      part = cStruct.pointee.details.map { .details(PhotoDetails($0)) }
    case 2:
      part = .chunk(Field.bytes(cStruct.pointee.chunk))
    default: part = nil
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__UploadPhotoRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__UploadPhotoRequest.self)
    feedrpc__v1__upload_photo_request__init(cStruct)
    switch part {
    case .details(let value):
      cStruct.pointee.part_case = .init(rawValue: 1)
      cStruct.pointee.details = value.cStruct(in: arena)
    case .chunk(let value):
      cStruct.pointee.part_case = .init(rawValue: 2)
      cStruct.pointee.chunk = arena.data(value)
    case nil: break
    }
    return cStruct
  }
}
