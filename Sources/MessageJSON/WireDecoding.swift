import Base

/// Makes a message of its bytes.
///
/// Rules of protobuf.dev/programming-guides/encoding: of a field that is there twice the last
/// counts, messages are merged, of a oneof the last member counts, lists may be packed or not, a
/// field of another wire type than its own is unknown, and what is unknown is dropped.
struct WireDecoding {
  let schema: Schema

  func message(
    _ bytes: Bytes,
    type: MessageType,
    path: String = "",
    depth: Int = 1
  ) throws(MessageJSONError) -> DynamicMessage {
    guard depth <= Limits.messageDepth else {
      throw malformed(path, .tooDeep(limit: Limits.messageDepth))
    }
    var message = DynamicMessage(type)
    for (number, values) in try collect(bytes, type: type, path: path) {
      guard let field = type.field(numbered: number) else { continue }
      let fieldPath = path.isEmpty ? field.name : "\(path).\(field.name)"
      message.values[number] = try value(of: field, values, fieldPath, depth)
    }
    return message
  }

  private func malformed(
    _ path: String,
    _ reason: MalformedMessage.Reason
  ) -> MessageJSONError {
    .malformed(MalformedMessage(path: path, reason: reason))
  }

  /// The payloads of each known field, in order.
  private func collect(
    _ bytes: Bytes,
    type: MessageType,
    path: String
  ) throws(MessageJSONError) -> [Int: [WireValue]] {
    var found: [Int: [WireValue]] = [:]
    var reader = WireReader(bytes)
    do {
      while let wire = try reader.nextField() {
        guard let field = type.field(numbered: wire.number) else { continue }
        let values = try elements(of: field, wire.value)
        guard !values.isEmpty else { continue }
        if let oneof = field.oneofIndex {
          for other in type.fields where other.oneofIndex == oneof && other.number != wire.number {
            found[other.number] = nil
          }
        }
        found[wire.number, default: []] += values
      }
    } catch {
      throw malformed(path, .malformed)
    }
    return found
  }

  /// The payloads in one occurrence of a field; none where its wire type is not the field's.
  private func elements(
    of field: FieldType,
    _ value: WireValue
  ) throws(MalformedWire) -> [WireValue] {
    switch (field.kind.wireType, value) {
    case (.varint, .varint), (.fixed64, .fixed64), (.fixed32, .fixed32), (.bytes, .bytes):
      return [value]
    case (let wireType, .bytes(let run)) where field.isRepeated && field.kind.isNumeric:
      var reader = WireReader(run)
      var values: [WireValue] = []
      while !reader.isAtEnd {
        switch wireType {
        case .varint: values.append(.varint(try reader.varint()))
        case .fixed64: values.append(.fixed64(try reader.fixed64()))
        case .fixed32: values.append(.fixed32(try reader.fixed32()))
        case .bytes: throw MalformedWire()
        }
      }
      return values
    default: return []
    }
  }

  private func value(
    of field: FieldType,
    _ values: [WireValue],
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> FieldValue? {
    if field.isRepeated {
      var list: [FieldValue] = []
      for (index, value) in values.enumerated() {
        list.append(try single(field, [value], "\(path)[\(index)]", depth))
      }
      return .list(list)
    }
    let value = try single(field, values, path, depth)
    if case .scalar(let scalar) = value, !field.hasPresence, scalar.isFallback { return nil }
    return value
  }

  /// The value that payloads make together: messages are merged, which is joining their bytes.
  private func single(
    _ field: FieldType,
    _ values: [WireValue],
    _ path: String,
    _ depth: Int
  ) throws(MessageJSONError) -> FieldValue {
    if case .message(let name) = field.kind {
      guard let type = schema.message(named: name) else {
        throw .undefinedType(name: name, usedBy: path)
      }
      let parts = values.compactMap { if case .bytes(let bytes) = $0 { bytes } else { nil } }
      let joined = parts.count == 1 ? parts[0] : Bytes(parts.flatMap { Array($0) })
      return .message(try message(joined, type: type, path: path, depth: depth + 1))
    }
    guard let last = values.last, let scalar = Scalar(last, kind: field.kind) else {
      throw malformed(path, field.kind == .string ? .invalidUTF8 : .malformed)
    }
    return .scalar(scalar)
  }
}

extension FieldType.Kind {
  enum WireType { case varint, fixed64, fixed32, bytes }

  var wireType: WireType {
    switch self {
    case .int32, .int64, .uint32, .uint64, .sint32, .sint64, .bool, .enumeration: .varint
    case .double, .fixed64, .sfixed64: .fixed64
    case .float, .fixed32, .sfixed32: .fixed32
    case .string, .bytes, .message: .bytes
    }
  }
}

extension Scalar {
  /// Reads a payload as a kind; nil where it is none, or a string that is not UTF-8.
  init?(_ value: WireValue, kind: FieldType.Kind) {
    switch (kind, value) {
    case (.int32, .varint(let bits)), (.enumeration, .varint(let bits)):
      self = .signed(Int64(Int32(truncatingIfNeeded: bits)))
    case (.int64, .varint(let bits)): self = .signed(Int64(bitPattern: bits))
    case (.sint32, .varint(let bits)):
      let bits = UInt64(UInt32(truncatingIfNeeded: bits))
      self = .signed(Int64(bits >> 1) ^ -Int64(bits & 1))
    case (.sint64, .varint(let bits)): self = .signed(Int64(bits >> 1) ^ -Int64(bits & 1))
    case (.uint32, .varint(let bits)): self = .unsigned(UInt64(UInt32(truncatingIfNeeded: bits)))
    case (.uint64, .varint(let bits)), (.fixed64, .fixed64(let bits)): self = .unsigned(bits)
    case (.bool, .varint(let bits)): self = .bool(bits != 0)
    case (.sfixed64, .fixed64(let bits)): self = .signed(Int64(bitPattern: bits))
    case (.double, .fixed64(let bits)): self = .double(Double(bitPattern: bits))
    case (.fixed32, .fixed32(let bits)): self = .unsigned(UInt64(bits))
    case (.sfixed32, .fixed32(let bits)): self = .signed(Int64(Int32(bitPattern: bits)))
    case (.float, .fixed32(let bits)): self = .float(Float(bitPattern: bits))
    case (.bytes, .bytes(let bytes)): self = .bytes(bytes)
    case (.string, .bytes(let bytes)):
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .string(text)
    default: return nil
    }
  }
}
