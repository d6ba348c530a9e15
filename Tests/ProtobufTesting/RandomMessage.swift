package import CProtobuf
internal import ProtobufRuntime

/// Valid bytes of a message type, at random.
package struct RandomMessage {
  private typealias Field = ProtobufCFieldDescriptor

  private var generator: SeededGenerator
  /// Divides the singular sub-messages in two: the bytes still mean the same.
  private let dividesMessages: Bool

  package init(seed: UInt64, dividesMessages: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.dividesMessages = dividesMessages
  }

  /// The bytes of a message whose sub-messages lie at most `depth` deep.
  package mutating func bytes(
    of descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
    depth: Int = 5
  ) -> [UInt8] {
    fields(of: descriptor, depth: depth).flatMap { $0 }
  }

  /// Each field with its tag.
  private mutating func fields(
    of descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
    depth: Int
  ) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var oneofs: Set<UInt32> = []
    for index in 0..<Int(descriptor.pointee.n_fields) {
      let field = descriptor.pointee.fields[index]
      let isMember = field.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0
      if isMember {
        guard chance(4), oneofs.insert(field.quantifier_offset).inserted else { continue }
      }
      let isRepeated = field.label == PROTOBUF_C_LABEL_REPEATED
      let count = isRepeated ? int(4) : isMember ? 1 : chance(4) ? 0 : 1
      for _ in 0..<count {
        guard field.type != PROTOBUF_C_TYPE_MESSAGE else {
          guard depth > 1, let child = field.descriptor else { break }
          let type = child.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
          result += message(fields(of: type, depth: depth - 1), field.id, isRepeated)
          continue
        }
        result.append(value(of: field))
      }
    }
    return result
  }

  private mutating func message(
    _ fields: [[UInt8]],
    _ number: UInt32,
    _ isRepeated: Bool
  ) -> [[UInt8]] {
    guard dividesMessages, !isRepeated else { return [Wire.field(number, fields.flatMap { $0 })] }
    let middle = int(fields.count + 1)
    return [fields[..<middle], fields[middle...]].map { Wire.field(number, $0.flatMap { $0 }) }
  }

  private mutating func value(of field: Field) -> [UInt8] {
    switch field.type {
    case PROTOBUF_C_TYPE_STRING: return Wire.field(field.id, text())
    case PROTOBUF_C_TYPE_BYTES: return Wire.field(field.id, blob())
    case PROTOBUF_C_TYPE_BOOL: return Wire.field(field.id, UInt64(int(2)))
    case PROTOBUF_C_TYPE_ENUM, PROTOBUF_C_TYPE_INT32:
      return Wire.field(field.id, UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: number()))))
    case PROTOBUF_C_TYPE_UINT32, PROTOBUF_C_TYPE_SINT32:
      return Wire.field(field.id, UInt64(UInt32(truncatingIfNeeded: number())))
    case PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_SFIXED32, PROTOBUF_C_TYPE_FLOAT:
      return Wire.field(field.id, fixed32: UInt32(truncatingIfNeeded: number()))
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_SFIXED64, PROTOBUF_C_TYPE_DOUBLE:
      return Wire.field(field.id, fixed64: number())
    default: return Wire.field(field.id, number())
    }
  }

  // MARK: Values

  private mutating func int(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }

  /// True once in `of` times.
  private mutating func chance(_ of: Int) -> Bool { int(of) == 0 }

  /// Often small, often an edge.
  private mutating func number() -> UInt64 {
    switch int(4) {
    case 0: [0, 1, UInt64.max, 1 << 31, 1 << 32, 1 << 63, (1 << 31) - 1][int(7)]
    case 1: UInt64(int(200))
    default: generator.next() >> UInt64(int(64))
    }
  }

  private mutating func text() -> String {
    let alphabet = ["a", "é", "🙂", "\u{10FFFF}", "\u{1}", "\n", "漢", "z"]
    return (0..<int(chance(5) ? 60 : 12)).map { _ in alphabet[int(alphabet.count)] }.joined()
  }

  /// Sometimes on either side of what is passed by reference.
  private mutating func blob() -> [UInt8] {
    let count = chance(5) ? Tail.minimumByteCount - 1 + int(3) : int(20)
    return (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  }
}
