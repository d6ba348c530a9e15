/// Writes the Swift enum of an enum.
struct EnumEmitter {
  let enumeration: SchemaEnum

  /// The file that declares an enum at the top level.
  static func file(_ enumeration: SchemaEnum, of file: SchemaFile) -> String {
    var writer = SourceWriter()
    writer.line(Generated.firstLine(file))
    writer.line()
    writer.line("// The comments are those of the .proto, which does not explain every value.")
    writer.line("// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation")
    writer.line()
    EnumEmitter(enumeration: enumeration).declare(&writer)
    return writer.text
  }

  private var name: String { enumeration.name.swiftShort }

  private func caseName(_ value: SchemaEnum.Value) -> String {
    Naming.caseName(value.name, of: String(enumeration.name.proto.split(separator: ".").last ?? ""))
  }

  func declare(_ writer: inout SourceWriter) {
    writer.documentation(enumeration.comment, default: "An enum of \(enumeration.name.proto).")
    writer.block("public enum \(name): RawRepresentable, CaseIterable, Hashable, Sendable {") {
      writer in
      for value in enumeration.values {
        writer.documentation(value.comment)
        writer.line("case \(Naming.escaped(caseName(value)))")
      }
      writer.line("/// A number that this version does not know.")
      writer.line("case unrecognized(Int32)")
      writer.line()
      allCases(&writer)
      writer.line()
      rawValue(&writer)
    }
  }

  private func allCases(_ writer: inout SourceWriter) {
    writer.line("/// Every value with a name.")
    let names = enumeration.values.map { ".\(caseName($0))" }
    writer.list("public static let allCases: [\(name)] =", names)
  }

  private func rawValue(_ writer: inout SourceWriter) {
    writer.line("/// The value of a number; a number without a name is `unrecognized`.")
    writer.block("public init(rawValue: Int32) {") { writer in
      writer.line("switch rawValue {")
      for value in enumeration.values {
        writer.line("case \(value.number): self = .\(caseName(value))")
      }
      writer.line("default: self = .unrecognized(rawValue)")
      writer.line("}")
    }
    writer.line()
    writer.line("/// The number on the wire.")
    writer.block("public var rawValue: Int32 {") { writer in
      writer.line("switch self {")
      for value in enumeration.values {
        writer.line("case .\(caseName(value)): \(value.number)")
      }
      writer.line("case .unrecognized(let number): number")
      writer.line("}")
    }
  }
}
