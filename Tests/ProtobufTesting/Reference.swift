package import CProtobuf
internal import Glibc

/// protobuf-c on its own, without what ours puts around it.
package enum Reference {
  /// What protobuf-c makes of bytes: unpacked and packed again; nil where it refuses them.
  package static func repack(
    _ bytes: [UInt8],
    as descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> [UInt8]? {
    guard let message = protobuf_c_message_unpack(descriptor, nil, bytes.count, bytes) else {
      return nil
    }
    defer { protobuf_c_message_free_unpacked(message, nil) }
    let byteCount = protobuf_c_message_get_packed_size(message)
    // Swift notes how many there are also in the array that all empty ones share: a race to
    // ThreadSanitizer.
    guard byteCount > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      count = protobuf_c_message_pack(message, buffer.baseAddress)
    }
  }
}
