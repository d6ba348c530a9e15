/// Writes how a message goes to and from its C struct, and so to and from bytes.
struct ConversionEmitter {
  let message: SchemaMessage

  private var name: TypeName { message.name }
  private var cType: String { Naming.cType(name.proto) }
  private var cInit: String { "\(Naming.cFunctionPrefix(name.proto))__init" }

  func conform(_ writer: inout SourceWriter) {
    writer.block("extension \(name.swift): CBackedMessage {") { writer in
      writer.line("public static var fullName: String { \"\(name.proto)\" }")
      writer.line()
      writer.call("package static let descriptor = MessageDescriptor", ["of: \(cInit)"], "")
      writer.line()
      wireBytes(&writer)
      writer.line()
      encoded(&writer)
      writer.line()
      decode(&writer)
      writer.line()
      encode(&writer)
    }
  }

  // MARK: Bytes

  /// The last field, where it is one of bytes: large ones are passed by reference.
  private var tail: (field: SchemaField, oneof: SchemaOneof?)? {
    var last: (field: SchemaField, oneof: SchemaOneof?)?
    for member in message.members {
      let fields: ([SchemaField], SchemaOneof?) =
        switch member {
        case .field(let field): ([field], nil)
        case .oneof(let oneof): (oneof.fields, oneof)
        }
      for field in fields.0 where field.number > last?.field.number ?? 0 {
        last = (field, fields.1)
      }
    }
    guard let last, last.field.type == .bytes, !last.field.isRepeated else { return nil }
    return last
  }

  private func wireBytes(_ writer: inout SourceWriter) {
    writer.block("public init(wireBytes: Bytes) throws(MalformedMessage) {") { writer in
      guard let tail else {
        writer.line("let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)")
        writer.line("self.init(unpacked.pointer(as: \(cType).self))")
        return
      }
      writer.line("var tail = Bytes()")
      writer.block("let unpacked = try UnpackedMessage(", closing: ")") { writer in
        writer.line("wireBytes,")
        writer.line("as: Self.descriptor,")
        writer.line("tailField: \(tail.field.number),")
        writer.line("tail: &tail")
      }
      writer.line("self.init(unpacked.pointer(as: \(cType).self))")
      if let oneof = tail.oneof {
        writer.line("if !tail.isEmpty { \(oneof.swiftName) = .\(tail.field.bareName)(tail) }")
      } else {
        writer.line("if !tail.isEmpty { \(tail.field.swiftName) = tail }")
      }
    }
  }

  private func encoded(_ writer: inout SourceWriter) {
    writer.block("public func encoded() -> EncodedMessage {") { writer in
      guard let tail else {
        writer.line("EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }")
        return
      }
      let isLarge = "tail.count >= Tail.minimumByteCount"
      if let oneof = tail.oneof {
        let pattern = "case .\(tail.field.bareName)(let tail) = \(oneof.swiftName)"
        writer.line("guard \(pattern), \(isLarge) else {")
      } else {
        writer.line("let tail = \(tail.field.swiftName)")
        writer.line("guard \(isLarge) else {")
      }
      writer.line("  return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }")
      writer.line("}")
      writer.line("var front = self")
      if let oneof = tail.oneof {
        writer.line("front.\(oneof.bareName) = nil")
      } else {
        writer.line("front.\(tail.field.bareName) = Bytes()")
      }
      writer.block(
        "return EncodedMessage(tail: tail, tailField: \(tail.field.number)) { arena in"
      ) { $0.line("UnsafeRawPointer(front.cStruct(in: arena))") }
    }
  }

  // MARK: The C struct

  private func decode(_ writer: inout SourceWriter) {
    let parameter = message.members.isEmpty ? "_" : "_ cStruct"
    writer.line("/// Copies out of a struct that was checked; nothing of it is kept.")
    writer.block("init(\(parameter): UnsafePointer<\(cType)>) {") { writer in
      for member in message.members {
        switch member {
        case .field(let field):
          Conversion(field).decode(&writer)
        case .oneof(let oneof): decode(oneof, &writer)
        }
      }
    }
  }

  private func decode(_ oneof: SchemaOneof, _ writer: inout SourceWriter) {
    writer.line("switch cStruct.pointee.\(oneof.name)_case.rawValue {")
    for field in oneof.fields {
      writer.line("case \(field.number):")
      if case .message(let name) = field.type {
        writer.line(
          "  \(oneof.swiftName) = cStruct.pointee.\(field.cName)"
            + ".map { .\(field.bareName)(\(name.swift)($0)) }"
        )
      } else {
        writer.line("  \(oneof.swiftName) = .\(field.bareName)(\(Conversion(field).fromC))")
      }
    }
    writer.line("default: \(oneof.swiftName) = nil")
    writer.line("}")
  }

  private func encode(_ writer: inout SourceWriter) {
    writer.line("/// The message as its C struct, with all that it points to, in `arena`.")
    writer.block("func cStruct(in arena: Arena) -> UnsafeMutablePointer<\(cType)> {") { writer in
      writer.line("let cStruct = arena.allocate(\(cType).self)")
      writer.line("\(cInit)(cStruct)")
      for member in message.members {
        switch member {
        case .field(let field): writer.lines(Conversion(field).encodeLines)
        case .oneof(let oneof): encode(oneof, &writer)
        }
      }
      writer.line("return cStruct")
    }
  }

  private func encode(_ oneof: SchemaOneof, _ writer: inout SourceWriter) {
    writer.line("switch \(oneof.swiftName) {")
    for field in oneof.fields {
      writer.line("case .\(field.bareName)(let value):")
      writer.line("  cStruct.pointee.\(oneof.name)_case = .init(rawValue: \(field.number))")
      writer.line("  cStruct.pointee.\(field.cName) = \(Conversion(field).toC("value"))")
    }
    writer.line("case nil: break")
    writer.line("}")
  }
}
