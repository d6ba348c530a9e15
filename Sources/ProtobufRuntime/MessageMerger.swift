internal import CProtobuf

/// Joins sub-messages that occur twice, as protobuf says and protobuf-c can't.
///
/// A singular sub-message that occurs again is merged into the first, and the encoding of a merged
/// message is the encodings one after the other. So the message is written anew with each
/// singular sub-message once, at the end. Members of a oneof are merged only while no other
/// member of it comes between.
///
/// Takes only what `Prescan` let pass. The result is not longer than what came in; it takes time
/// in proportion to bytes times depth, which peers that encode a message normally never cause.
enum MessageMerger {
  static func merge(
    _ bytes: UnsafeRawBufferPointer,
    as descriptor: Prescan.Descriptor
  ) throws(WireReader.Malformed) -> [UInt8] {
    var merged: [UInt8] = []
    merged.reserveCapacity(bytes.count)
    /// The bodies so far of the singular sub-messages, by number.
    var bodies: [(field: Prescan.Field, body: [UInt8])] = []
    var reader = WireReader(bytes, 0..<bytes.count)
    while let field = try reader.next() {
      guard let known = descriptor.field(numbered: field.number) else {
        merged += bytes[field.record]
        continue
      }
      if let oneof = known.oneof {
        bodies.removeAll { $0.field.oneof == oneof && $0.field != known }
      }
      guard let child = known.messageDescriptor else {
        merged += bytes[field.record]
        continue
      }
      if known.pointee.label == PROTOBUF_C_LABEL_REPEATED {
        let element = UnsafeRawBufferPointer(rebasing: bytes[field.value])
        merged.append(try merge(element, as: child), asField: field.number)
      } else if let index = bodies.firstIndex(where: { $0.field == known }) {
        bodies[index].body += bytes[field.value]
      } else {
        bodies.append((known, Array(bytes[field.value])))
      }
    }
    for (field, body) in bodies {
      guard let child = field.messageDescriptor else { continue }
      // Not in `withUnsafeBytes`: its rethrow would forget the type of the error.
      let result = body.withUnsafeBytes { body in
        Result { () throws(WireReader.Malformed) in try merge(body, as: child) }
      }
      merged.append(try result.get(), asField: field.pointee.id)
    }
    return merged
  }
}

extension Prescan.Field {
  /// What tells the oneof that the field is in from others of its message; nil where in none.
  fileprivate var oneof: UInt32? {
    let isMember = pointee.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0
    return isMember ? pointee.quantifier_offset : nil
  }

  fileprivate var messageDescriptor: Prescan.Descriptor? {
    guard pointee.type == PROTOBUF_C_TYPE_MESSAGE else { return nil }
    return pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ body: [UInt8], asField number: UInt32) {
    append(varint: UInt64(number) << 3 | UInt64(WireType.lengthDelimited.rawValue))
    append(varint: UInt64(body.count))
    self += body
  }

  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
