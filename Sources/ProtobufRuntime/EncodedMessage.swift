public import Base
internal import CProtobuf

/// A message in bytes, with the memory that they live in.
///
/// The memory is the thread's: use it at once and let go of it.
public struct EncodedMessage: ~Copyable {
  /// The bytes but for the tail; valid as long as this value is.
  public let head: UnsafeRawBufferPointer
  /// A large last field, by reference, or empty.
  public let tail: Bytes
  private let lease: ArenaLease

  /// Packs a C struct of protobuf-c, which `makeStruct` makes in the arena that it gets.
  ///
  /// - Parameters:
  ///   - tail: the bytes of the last field, where the struct leaves them out.
  ///   - tailField: the number of that field.
  ///   - makeStruct: gives the struct.
  package init(
    tail: Bytes = Bytes(),
    tailField: UInt32 = 0,
    _ makeStruct: (Arena) -> UnsafeRawPointer
  ) {
    lease = ArenaLease()
    let message = makeStruct(lease.arena).assumingMemoryBound(to: ProtobufCMessage.self)
    head = Self.pack(message, tailByteCount: tail.count, tailField: tailField, in: lease.arena)
    self.tail = tail
  }

  private static func pack(
    _ message: UnsafePointer<ProtobufCMessage>,
    tailByteCount: Int,
    tailField: UInt32,
    in arena: Arena
  ) -> UnsafeRawBufferPointer {
    let byteCount = protobuf_c_message_get_packed_size(message)
    // Room for the tag and the length of the tail: 5 and 10 bytes at most.
    let output = arena.allocate(UInt8.self, count: byteCount + 15)
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
