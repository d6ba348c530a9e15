import Base

@testable import MessageJSON

/// A schema put together by hand, so that these tests need no compiler.
enum Sample {
  /// FieldDescriptorProto.Type.
  enum Kind: UInt64 {
    case double = 1
    case int64 = 3
    case int32 = 5
    case bool = 8
    case string = 9
    case group = 10
    case message = 11
    case bytes = 12
    case uint32 = 13
    case enumeration = 14
  }

  static func schema() throws -> Schema { try Schema(files: [file, timestampFile]) }

  static func mapping(_ layout: JSONLayout = .compact) throws -> JSONMapping {
    JSONMapping(try schema(), layout: layout)
  }

  static func node() throws -> MessageType {
    guard let type = try schema().message(named: "sample.Node") else {
      throw MessageJSONError.unknownType(path: "", name: "sample.Node")
    }
    return type
  }

  static func json(_ hex: String) throws -> String {
    try mapping().jsonText(from: Bytes(hex: hex), type: node())
  }

  static func wire(_ json: String) throws -> String {
    try mapping().wireBytes(fromJSON: Bytes(json.utf8), type: node()).hex
  }

  static let file = message { file in
    file.text(2, "sample")
    file.text(12, "proto3")
    file.part(4) { node in
      node.text(1, "Node")
      field(&node, "like_count", 1, .int64)
      field(&node, "children", 2, .message, type: ".sample.Node", isRepeated: true)
      field(&node, "text", 3, .string, oneof: 0)
      field(&node, "flag", 4, .bool, oneof: 0)
      field(&node, "data", 5, .bytes)
      field(&node, "color", 6, .enumeration, type: ".sample.Color")
      field(&node, "ratio", 7, .double)
      field(&node, "sizes", 8, .uint32, isRepeated: true)
      field(&node, "names", 9, .message, type: ".sample.Node.NamesEntry", isRepeated: true)
      field(&node, "created_at", 10, .message, type: ".google.protobuf.Timestamp")
      node.part(8) { $0.text(1, "body") }
      node.part(3) { entry in
        entry.text(1, "NamesEntry")
        field(&entry, "key", 1, .string)
        field(&entry, "value", 2, .int32)
        entry.part(7) { $0.number(7, 1) }
      }
    }
    file.part(5) { color in
      color.text(1, "Color")
      for (name, number) in [("NONE", UInt64(0)), ("RED", 1)] {
        color.part(2) { value in
          value.text(1, name)
          value.number(2, number)
        }
      }
    }
    file.part(6) { service in
      service.text(1, "Trees")
      service.part(2) { method in
        method.text(1, "Grow")
        method.text(2, ".sample.Node")
        method.text(3, ".sample.Node")
        method.number(6, 1)
      }
    }
  }

  static let timestampFile = message { file in
    file.text(2, "google.protobuf")
    file.text(12, "proto3")
    file.part(4) { time in
      time.text(1, "Timestamp")
      field(&time, "seconds", 1, .int64)
      field(&time, "nanos", 2, .int32)
    }
  }

  static func message(_ build: (inout WireWriter) -> Void) -> Bytes {
    var writer = WireWriter()
    build(&writer)
    return Bytes(writer.bytes)
  }

  static func field(
    _ message: inout WireWriter,
    _ name: String,
    _ number: UInt64,
    _ kind: Kind,
    type: String? = nil,
    isRepeated: Bool = false,
    oneof: UInt64? = nil
  ) {
    message.part(2) { field in
      field.text(1, name)
      field.number(3, number)
      field.number(4, isRepeated ? 3 : 1)
      field.number(5, kind.rawValue)
      if let type { field.text(6, type) }
      if let oneof { field.number(9, oneof) }
    }
  }
}

extension WireWriter {
  mutating func text(_ number: Int, _ text: String) {
    append(.bytes(Bytes(text.utf8)), number: number)
  }

  mutating func number(_ number: Int, _ value: UInt64) { append(.varint(value), number: number) }

  mutating func part(_ number: Int, _ build: (inout WireWriter) -> Void) {
    append(.bytes(Sample.message(build)), number: number)
  }
}
