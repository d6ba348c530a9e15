// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// Field numbers with gaps, out of order, and up to the largest.
public struct Sparse: FeedMessage {
  public var last: String
  public var first: Int32
  public var middle: String
  public var inner: Inner?

  /// A message with these fields; what is not given has its default.
  public init(
    last: String = "",
    first: Int32 = 0,
    middle: String = "",
    inner: Inner? = nil
  ) {
    self.last = last
    self.first = first
    self.middle = middle
    self.inner = inner
  }
}

extension Sparse: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Sparse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__sparse__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Sparse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Sparse>) {
    last = Field.text(cStruct.pointee.last)
    first = cStruct.pointee.first
    middle = Field.text(cStruct.pointee.middle)
    inner = cStruct.pointee.inner.map { Inner($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Sparse> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Sparse.self)
    feedrpc__testing__v1__sparse__init(cStruct)
    if !last.isEmpty { cStruct.pointee.last = arena.text(last) }
    cStruct.pointee.first = first
    if !middle.isEmpty { cStruct.pointee.middle = arena.text(middle) }
    if let inner { cStruct.pointee.inner = inner.cStruct(in: arena) }
    return cStruct
  }
}
