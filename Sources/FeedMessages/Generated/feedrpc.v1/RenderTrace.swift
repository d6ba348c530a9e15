// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Where the time went: what the render that made these bytes cost, and what this call waited.
public struct RenderTrace: FeedMessage {
  /// From this call's arrival to its header, in microseconds.
  public var waitedMicroseconds: Int64
  /// How long the render stood in the queue; 0 from here on where the image came from a cache.
  public var queuedMicroseconds: Int64
  /// Drawing the pattern, or decoding and resizing the photo.
  public var sourceMicroseconds: Int64
  public var encodeMicroseconds: Int64
  /// Calls that shared the render when it ended.
  public var waiters: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    waitedMicroseconds: Int64 = 0,
    queuedMicroseconds: Int64 = 0,
    sourceMicroseconds: Int64 = 0,
    encodeMicroseconds: Int64 = 0,
    waiters: Int32 = 0
  ) {
    self.waitedMicroseconds = waitedMicroseconds
    self.queuedMicroseconds = queuedMicroseconds
    self.sourceMicroseconds = sourceMicroseconds
    self.encodeMicroseconds = encodeMicroseconds
    self.waiters = waiters
  }
}

extension RenderTrace: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.RenderTrace" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__render_trace__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__RenderTrace.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__RenderTrace>) {
    waitedMicroseconds = cStruct.pointee.waited_us
    queuedMicroseconds = cStruct.pointee.queued_us
    sourceMicroseconds = cStruct.pointee.source_us
    encodeMicroseconds = cStruct.pointee.encode_us
    waiters = cStruct.pointee.waiters
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__RenderTrace> {
    let cStruct = arena.allocate(Feedrpc__V1__RenderTrace.self)
    feedrpc__v1__render_trace__init(cStruct)
    cStruct.pointee.waited_us = waitedMicroseconds
    cStruct.pointee.queued_us = queuedMicroseconds
    cStruct.pointee.source_us = sourceMicroseconds
    cStruct.pointee.encode_us = encodeMicroseconds
    cStruct.pointee.waiters = waiters
    return cStruct
  }
}
