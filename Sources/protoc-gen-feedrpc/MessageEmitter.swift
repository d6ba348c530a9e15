/// Writes the Swift struct of a message.
struct MessageEmitter {
  let message: SchemaMessage

  /// The file that declares a message at the top level.
  static func file(_ message: SchemaMessage, of file: SchemaFile, cModule: String) -> String {
    var writer = SourceWriter()
    writer.line(Generated.firstLine(file))
    writer.line()
    writer.line("// The comments are those of the .proto, which does not explain every field.")
    writer.line("// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation")
    writer.line()
    writer.line("public import Base")
    writer.line("internal import \(cModule)")
    writer.line("public import ProtobufRuntime")
    writer.line()
    MessageEmitter(message: message).declare(&writer)
    MessageEmitter(message: message).conform(&writer)
    return writer.text
  }

  private var name: TypeName { message.name }

  private func declare(_ writer: inout SourceWriter) {
    writer.documentation(message.comment, default: "A message of \(name.proto).")
    writer.block("public struct \(name.swiftShort): FeedMessage {") { writer in
      for member in message.members { property(member, &writer) }
      if !message.members.isEmpty { writer.line() }
      initializer(&writer)
      for case .oneof(let oneof) in message.members { self.oneof(oneof, &writer) }
      for nested in message.messages {
        writer.line()
        MessageEmitter(message: nested).declare(&writer)
      }
      for nested in message.enums {
        writer.line()
        EnumEmitter(enumeration: nested).declare(&writer)
      }
    }
  }

  private func property(_ member: SchemaMessage.Member, _ writer: inout SourceWriter) {
    switch member {
    case .field(let field):
      writer.documentation(field.comment)
      writer.line("public var \(field.swiftName): \(field.swiftType)")
    case .oneof(let oneof):
      writer.documentation(oneof.comment, default: "At most one of several; nil: none.")
      writer.line("public var \(oneof.swiftName): \(oneof.swiftType)?")
    }
  }

  private func initializer(_ writer: inout SourceWriter) {
    writer.line("/// A message with these fields; what is not given has its default.")
    guard !message.members.isEmpty else {
      writer.line("public init() {}")
      return
    }
    writer.block("public init(", closing: ") {") { writer in
      for (index, member) in message.members.enumerated() {
        let comma = index + 1 < message.members.count ? "," : ""
        switch member {
        case .field(let field):
          writer.line(
            "\(field.swiftName): \(field.swiftType) = \(field.swiftDefault)\(comma)"
          )
        case .oneof(let oneof):
          writer.line("\(oneof.swiftName): \(oneof.swiftType)? = nil\(comma)")
        }
      }
    }
    writer.indented { writer in
      for member in message.members {
        writer.line("self.\(member.bareName) = \(member.swiftName)")
      }
    }
    writer.line("}")
  }

  private func oneof(_ oneof: SchemaOneof, _ writer: inout SourceWriter) {
    writer.line()
    writer.documentation(oneof.comment, default: "What `\(oneof.bareName)` can be.")
    writer.block("public enum \(oneof.swiftType): Hashable, Sendable {") { writer in
      for field in oneof.fields {
        writer.documentation(field.comment)
        writer.line("case \(field.swiftName)(\(field.type.swift))")
      }
    }
  }

  /// The conformances of the message and of those inside it.
  func conform(_ writer: inout SourceWriter) {
    writer.line()
    ConversionEmitter(message: message).conform(&writer)
    for nested in message.messages { MessageEmitter(message: nested).conform(&writer) }
  }
}

/// What all generated files have in common.
enum Generated {
  static func firstLine(_ file: SchemaFile) -> String {
    "// Made by protoc-gen-feedrpc from \(file.path). Do not edit."
  }
}
