internal import CProtobuf
internal import ProtobufRuntime

extension SchemaReader {
  /// The packed file, without comments and positions.
  static func descriptor(
    _ file: UnsafeMutablePointer<Google__Protobuf__FileDescriptorProto>
  ) -> [UInt8] {
    var copy = file.pointee
    copy.source_code_info = nil
    return withUnsafePointer(to: &copy) { copy in
      // What our descriptor.proto does not know is kept as unknown fields and packed again.
      let message = UnsafeRawPointer(copy).assumingMemoryBound(to: ProtobufCMessage.self)
      let byteCount = protobuf_c_message_get_packed_size(message)
      return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
        count = protobuf_c_message_pack(message, buffer.baseAddress)
      }
    }
  }
}
