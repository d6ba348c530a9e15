internal import Base
internal import CProtobuf
internal import Glibc

/// Reads a message once before protobuf-c does, and refuses what protobuf-c would take wrongly.
///
/// protobuf-c cuts strings at a NUL, takes bad UTF-8, recurses as deep as the bytes say, refuses
/// without a reason, and can't merge some sub-messages that occur twice. One pass over the bytes
/// with the message's descriptor finds all that; it allocates nothing unless it refuses. What it
/// lets pass, protobuf-c can read, if it gets the memory.
struct Prescan {
  typealias Descriptor = UnsafePointer<ProtobufCMessageDescriptor>
  typealias Field = UnsafePointer<ProtobufCFieldDescriptor>

  private let bytes: UnsafeRawBufferPointer
  private let limits: DecodingLimits
  private var fieldCount = 0
  /// True where a singular sub-message occurs twice: `MessageMerger` must join them first.
  private(set) var needsMerging = false
  /// The last field of the outermost message.
  private(set) var lastField: WireField?

  /// - Throws: `MalformedMessage` with the path of the field at fault.
  init(
    _ bytes: UnsafeRawBufferPointer,
    as descriptor: Descriptor,
    limits: DecodingLimits
  ) throws(MalformedMessage) {
    self.bytes = bytes
    self.limits = limits
    try scan(0..<bytes.count, as: descriptor, depth: 1)
  }

  private mutating func scan(
    _ range: Range<Int>,
    as descriptor: Descriptor,
    depth: Int
  ) throws(MalformedMessage) {
    guard depth <= limits.maximumDepth else {
      throw MalformedMessage(path: "", reason: .tooDeep(limit: limits.maximumDepth))
    }
    var reader = WireReader(bytes, range)
    var seen: UInt64 = 0
    while true {
      let field: WireField?
      do { field = try reader.next() } catch {
        throw MalformedMessage(path: "", reason: .malformed)
      }
      guard let field else { return }
      fieldCount += 1
      guard fieldCount <= limits.maximumFieldCount else {
        throw MalformedMessage(path: "", reason: .tooManyFields(limit: limits.maximumFieldCount))
      }
      if depth == 1 { lastField = field }
      guard let known = descriptor.field(numbered: field.number) else { continue }
      if known.pointee.type == PROTOBUF_C_TYPE_MESSAGE {
        noteOccurrence(of: known, in: descriptor, seen: &seen)
      }
      do { try check(field, as: known, depth: depth) } catch {
        throw error.inside(field, known, of: bytes, from: range.lowerBound)
      }
    }
  }

  /// Finds singular sub-messages that occur twice.
  ///
  /// Fields from the 64th on share one bit, so that two of those may cause merging where there is
  /// nothing to merge, which is harmless.
  private mutating func noteOccurrence(
    of field: Field,
    in descriptor: Descriptor,
    seen: inout UInt64
  ) {
    guard field.pointee.label != PROTOBUF_C_LABEL_REPEATED else { return }
    let bit: UInt64 = 1 << UInt64(min(field - descriptor.pointee.fields, 63))
    if seen & bit != 0 { needsMerging = true }
    seen |= bit
  }

  private mutating func check(
    _ field: WireField,
    as known: Field,
    depth: Int
  ) throws(MalformedMessage) {
    let type = known.pointee.type
    let wanted = type.wireType
    if field.type != wanted {
      guard known.pointee.label == PROTOBUF_C_LABEL_REPEATED, field.type == .lengthDelimited else {
        throw MalformedMessage(path: "", reason: .malformed)
      }
      try checkPacked(field.value, of: wanted)
    } else if type == PROTOBUF_C_TYPE_STRING {
      try checkText(field.value)
    } else if type == PROTOBUF_C_TYPE_MESSAGE, let child = known.pointee.descriptor {
      try scan(
        field.value,
        as: child.assumingMemoryBound(to: ProtobufCMessageDescriptor.self),
        depth: depth + 1
      )
    }
  }

  private func checkPacked(
    _ range: Range<Int>,
    of type: WireType
  ) throws(MalformedMessage) {
    switch type {
    case .varint:
      var reader = WireReader(bytes, range)
      do {
        while reader.position < reader.end { try reader.skipVarint() }
      } catch {
        throw MalformedMessage(path: "", reason: .malformed)
      }
    case .fixed32 where range.count % 4 == 0, .fixed64 where range.count % 8 == 0: return
    case .fixed32, .fixed64, .lengthDelimited, .startGroup, .endGroup:
      throw MalformedMessage(path: "", reason: .malformed)
    }
  }

  private func checkText(_ range: Range<Int>) throws(MalformedMessage) {
    guard let start = bytes.baseAddress, !range.isEmpty else { return }
    let text = UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
    if memchr(start + range.lowerBound, 0, range.count) != nil {
      throw MalformedMessage(path: "", reason: .containsNUL)
    }
    do {
      _ = try UTF8Span(validating: text.bindMemory(to: UInt8.self).span)
    } catch {
      throw MalformedMessage(path: "", reason: .invalidUTF8)
    }
  }
}

extension MalformedMessage {
  /// The same fault, seen from the message around: its path now begins with `field`.
  ///
  /// `start` is where that message begins: the index of a repeated field is counted only here.
  func inside(
    _ field: WireField,
    _ known: Prescan.Field,
    of bytes: UnsafeRawBufferPointer,
    from start: Int
  ) -> MalformedMessage {
    var name = String(cString: known.pointee.name)
    if known.pointee.label == PROTOBUF_C_LABEL_REPEATED {
      var reader = WireReader(bytes, start..<field.record.lowerBound)
      var index = 0
      while let earlier = try? reader.next() {
        if earlier.number == field.number { index += 1 }
      }
      name += "[\(index)]"
    }
    return MalformedMessage(path: path.isEmpty ? name : "\(name).\(path)", reason: reason)
  }
}

extension Prescan.Descriptor {
  /// The field with a number, or nil where the message has none.
  func field(numbered number: UInt32) -> Prescan.Field? {
    // Most messages number their fields 1, 2, 3, …
    let index = Int(number) - 1
    if index < Int(pointee.n_fields), pointee.fields[index].id == number {
      return pointee.fields + index
    }
    return protobuf_c_message_descriptor_get_field(self, number)
  }
}

extension ProtobufCType {
  /// How a single value of the type is written.
  var wireType: WireType {
    switch self {
    case PROTOBUF_C_TYPE_STRING, PROTOBUF_C_TYPE_BYTES, PROTOBUF_C_TYPE_MESSAGE: .lengthDelimited
    case PROTOBUF_C_TYPE_SFIXED32, PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_FLOAT: .fixed32
    case PROTOBUF_C_TYPE_SFIXED64, PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_DOUBLE: .fixed64
    default: .varint  // The rest of a C enum: int32, uint64, bool, enum and so on.
    }
  }
}
