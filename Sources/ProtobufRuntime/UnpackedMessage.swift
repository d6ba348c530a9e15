package import Base
package import CProtobuf

/// A message as protobuf-c's struct, checked, with the memory that it lives in.
///
/// The safe way to a C struct from bytes: see `Prescan` for what is refused.
@usableFromInline
package struct UnpackedMessage: ~Copyable {
  @usableFromInline let start: UnsafeRawPointer
  private let lease: ArenaLease

  /// Decodes all of `bytes`.
  ///
  /// - Throws: `MalformedMessage` with the path of the field at fault.
  package init(
    _ bytes: Bytes,
    as descriptor: MessageDescriptor,
    limits: DecodingLimits = .standard
  ) throws(MalformedMessage) {
    var tail = Bytes()
    try self.init(bytes, as: descriptor, limits: limits, tailField: 0, tail: &tail)
  }

  /// Decodes `bytes` but for a last field `tailField` (0: none) of at least
  /// `Tail.minimumByteCount` bytes, which becomes `tail`, a slice of `bytes`.
  ///
  /// - Throws: `MalformedMessage` with the path of the field at fault.
  package init(
    _ bytes: Bytes,
    as descriptor: MessageDescriptor,
    limits: DecodingLimits = .standard,
    tailField: UInt32,
    tail: inout Bytes
  ) throws(MalformedMessage) {
    lease = ArenaLease()
    let arena = lease.arena
    var frontByteCount = bytes.count
    start = try bytes.withUnsafeBytes { (buffer) throws(MalformedMessage) in
      let scan = try Prescan(buffer, as: descriptor.pointer, limits: limits)
      if let last = scan.lastField, last.number == tailField,
        last.value.count >= Tail.minimumByteCount
      {
        frontByteCount = last.record.lowerBound
        tail = bytes.slice(last.value)
      }
      arena.limit(to: limits.arenaByteLimit(wireByteCount: frontByteCount))
      let front = UnsafeRawBufferPointer(rebasing: buffer[..<frontByteCount])
      let message =
        scan.needsMerging
        ? try Self.unpackMerged(front, as: descriptor.pointer, in: arena)
        : Self.unpack(front, as: descriptor.pointer, in: arena)
      guard let message else {
        throw MalformedMessage(path: "", reason: arena.refusal)
      }
      return UnsafeRawPointer(message)
    }
  }

  /// The struct as what all have in common; valid as long as this value is.
  package var message: UnsafePointer<ProtobufCMessage> {
    start.assumingMemoryBound(to: ProtobufCMessage.self)
  }

  /// The struct as what it is; valid as long as this value is.
  ///
  /// - Precondition: it was decoded with the descriptor of `type`.
  @inlinable
  package func pointer<CStruct>(as type: CStruct.Type) -> UnsafePointer<CStruct> {
    start.assumingMemoryBound(to: type)
  }

  private static func unpack(
    _ bytes: UnsafeRawBufferPointer,
    as descriptor: Prescan.Descriptor,
    in arena: Arena
  ) -> UnsafePointer<ProtobufCMessage>? {
    var allocator = arena.allocator
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let message = protobuf_c_message_unpack(descriptor, &allocator, bytes.count, start)
    return message.map { UnsafePointer($0) }
  }

  private static func unpackMerged(
    _ bytes: UnsafeRawBufferPointer,
    as descriptor: Prescan.Descriptor,
    in arena: Arena
  ) throws(MalformedMessage) -> UnsafePointer<ProtobufCMessage>? {
    let merged: [UInt8]
    do { merged = try MessageMerger.merge(bytes, as: descriptor) } catch {
      throw MalformedMessage(path: "", reason: .malformed)
    }
    return merged.withUnsafeBytes { unpack($0, as: descriptor, in: arena) }
  }
}

extension Arena {
  /// Why protobuf-c did not read what `Prescan` let pass.
  fileprivate var refusal: MalformedMessage.Reason {
    // Without a full arena it is a required field that is missing.
    isExhausted ? .tooLarge(limitBytes: byteLimit) : .malformed
  }
}
