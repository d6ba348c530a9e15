// Made by protoc-gen-feedrpc from grpc/reflection/v1/reflection.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A message of grpc.reflection.v1.FileDescriptorResponse.
public struct FileDescriptorResponse: FeedMessage {
  /// The file, then all that it imports, directly or not: each an encoded
  /// google.protobuf.FileDescriptorProto.
  public var fileDescriptorProto: [Bytes]

  /// A message with these fields; what is not given has its default.
  public init(
    fileDescriptorProto: [Bytes] = []
  ) {
    self.fileDescriptorProto = fileDescriptorProto
  }
}

extension FileDescriptorResponse: CBackedMessage {
  public static var fullName: String { "grpc.reflection.v1.FileDescriptorResponse" }

  package static let descriptor = MessageDescriptor(
    of: grpc__reflection__v1__file_descriptor_response__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Grpc__Reflection__V1__FileDescriptorResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Grpc__Reflection__V1__FileDescriptorResponse>) {
    fileDescriptorProto = Field.values(
      cStruct.pointee.file_descriptor_proto,
      cStruct.pointee.n_file_descriptor_proto
    ) { Field.bytes($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(
    in arena: Arena
  ) -> UnsafeMutablePointer<Grpc__Reflection__V1__FileDescriptorResponse> {
    let cStruct = arena.allocate(Grpc__Reflection__V1__FileDescriptorResponse.self)
    grpc__reflection__v1__file_descriptor_response__init(cStruct)
    cStruct.pointee.n_file_descriptor_proto = fileDescriptorProto.count
    cStruct.pointee.file_descriptor_proto = arena.values(fileDescriptorProto) { arena.data($0) }
    return cStruct
  }
}
