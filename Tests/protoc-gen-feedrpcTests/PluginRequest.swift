import Base
import CProtobuf
import ProtobufRuntime
import ProtobufTesting

@testable import protoc_gen_feedrpc

/// What protoc would send: descriptors, written by their field numbers in descriptor.proto.
enum Descriptor {
  static func file(
    _ declarations: [UInt8]...,
    path: String = "a/b.proto",
    package: String = "a.v1",
    syntax: String = "proto3"
  ) -> [UInt8] {
    Wire.field(1, path) + Wire.field(2, package) + Wire.field(12, syntax)
      + declarations.flatMap { $0 }
  }

  /// A message at the top level of a file; the parts are `field`, `nested`, `oneof` and so on.
  static func message(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    Wire.field(4, Wire.field(1, name) + parts.flatMap { $0 })
  }

  static func nested(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    Wire.field(3, Wire.field(1, name) + parts.flatMap { $0 })
  }

  static func field(
    _ name: String,
    _ number: UInt64,
    type: UInt64,
    typeName: String? = nil,
    isRepeated: Bool = false,
    oneof: UInt64? = nil,
    isOptional: Bool = false
  ) -> [UInt8] {
    var body = Wire.field(1, name) + Wire.field(3, number) + Wire.field(5, type)
    body += Wire.field(4, isRepeated ? 3 : 1)
    if let typeName { body += Wire.field(6, typeName) }
    if let oneof { body += Wire.field(9, oneof) }
    if isOptional { body += Wire.field(17, 1) }
    return Wire.field(2, body)
  }

  static func oneof(_ name: String) -> [UInt8] { Wire.field(8, Wire.field(1, name)) }

  static func enumeration(_ name: String, _ values: [(String, UInt64)]) -> [UInt8] {
    Wire.field(
      5,
      Wire.field(1, name)
        + values.flatMap { Wire.field(2, Wire.field(1, $0.0) + Wire.field(2, $0.1)) }
    )
  }

  static func service(_ name: String, _ methods: [UInt8]...) -> [UInt8] {
    Wire.field(6, Wire.field(1, name) + methods.flatMap { $0 })
  }

  static func method(
    _ name: String,
    _ request: String,
    _ response: String,
    streamsRequests: Bool = false,
    streamsResponses: Bool = false
  ) -> [UInt8] {
    Wire.field(
      2,
      Wire.field(1, name) + Wire.field(2, request) + Wire.field(3, response)
        + Wire.field(5, streamsRequests ? 1 : 0) + Wire.field(6, streamsResponses ? 1 : 0)
    )
  }

  /// A map's entry type, inside the message with the map.
  static func mapEntry(_ name: String, key: UInt64, value: UInt64) -> [UInt8] {
    nested(
      name,
      field("key", 1, type: key),
      field("value", 2, type: value),
      Wire.field(7, Wire.field(7, 1))
    )
  }

  /// Comments by path.
  static func comments(_ comments: [([UInt8], String)]) -> [UInt8] {
    Wire.field(
      9,
      comments.flatMap { path, text in Wire.field(1, Wire.field(1, path) + Wire.field(3, text)) }
    )
  }
}

/// What the plugin answers.
struct PluginAnswer {
  var files: [String: String] = [:]
  var error = ""

  /// Runs the plugin on files, all of which are to be generated for.
  init(_ files: [[UInt8]], paths: [String] = ["a/b.proto"], parameter: String = "") throws {
    let request =
      paths.flatMap { Wire.field(1, $0) } + Wire.field(2, parameter)
      + files.flatMap { Wire.field(15, $0) }
    let bytes = try Plugin.respond(to: Bytes(request))
    typealias Response = Google__Protobuf__Compiler__CodeGeneratorResponse
    let descriptor = MessageDescriptor(
      of: google__protobuf__compiler__code_generator_response__init
    )
    let unpacked = try UnpackedMessage(bytes, as: descriptor, limits: .trusted)
    let response = unpacked.pointer(as: Response.self).pointee
    error = Field.text(response.error)
    let answered = Field.messages(response.file, response.n_file) { file in
      (Field.text(file.pointee.name), Field.text(file.pointee.content))
    }
    self.files = Dictionary(uniqueKeysWithValues: answered)
  }
}
