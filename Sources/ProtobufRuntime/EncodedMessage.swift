public import Base
package import CProtobuf

/// A message in bytes, with the memory that they live in.
///
/// The memory is the thread's: use it at once and let go of it.
public struct EncodedMessage: ~Copyable {
  /// The bytes but for the tail; valid as long as this value is.
  public let head: UnsafeRawBufferPointer
  /// A large last field, by reference, or empty.
  public let tail: Bytes
  private let lease: ArenaLease

  /// Packs a C struct that is in the memory of `lease`.
  ///
  /// - Parameters:
  ///   - message: the struct.
  ///   - lease: the struct's memory; the bytes go there too.
  ///   - tail: the bytes of the last field, where the struct leaves them out.
  ///   - tailField: the number of that field.
  package init(
    packing message: UnsafePointer<ProtobufCMessage>,
    in lease: consuming ArenaLease,
    tail: Bytes,
    tailField: UInt32
  ) {
    head = Self.pack(message, tailByteCount: tail.count, tailField: tailField, in: lease.arena)
    self.tail = tail
    self.lease = lease
  }

  private static func pack(
    _ message: UnsafePointer<ProtobufCMessage>,
    tailByteCount: Int,
    tailField: UInt32,
    in arena: Arena
  ) -> UnsafeRawBufferPointer {
    let byteCount = protobuf_c_message_get_packed_size(message)
    // Room for the tag and the length of the tail: 5 and 10 bytes at most.
    let output: UnsafeMutablePointer<UInt8> = arena.allocate(count: byteCount + 15)
    protobuf_c_message_pack(message, output)
    guard tailByteCount > 0 else { return UnsafeRawBufferPointer(start: output, count: byteCount) }
    var end = output + byteCount
    write(UInt64(tailField) << 3 | UInt64(WireType.lengthDelimited.rawValue), to: &end)
    write(UInt64(tailByteCount), to: &end)
    return UnsafeRawBufferPointer(start: output, count: end - output)
  }

  private static func write(_ value: UInt64, to end: inout UnsafeMutablePointer<UInt8>) {
    var rest = value
    while rest >= 0x80 {
      end.pointee = UInt8(truncatingIfNeeded: rest) | 0x80
      end += 1
      rest >>= 7
    }
    end.pointee = UInt8(rest)
    end += 1
  }
}

/// From generated messages to bytes.
package enum MessageEncoder {
  /// Encodes a message; `tail`, the bytes of its last field `tailField`, is left out of
  /// `message` and added by reference.
  @inlinable
  package static func encode<Message: CBackedMessage>(
    _ message: Message,
    tail: Bytes = Bytes(),
    tailField: UInt32 = 0
  ) -> EncodedMessage {
    let lease = ArenaLease()
    let source = UnsafeRawPointer(lease.arena.message(message))
    return EncodedMessage(
      packing: source.assumingMemoryBound(to: ProtobufCMessage.self),
      in: lease,
      tail: tail,
      tailField: tailField
    )
  }
}
