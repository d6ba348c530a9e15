/// Writes the table of all messages, and that of all files.
enum RegistryEmitter {
  /// The Swift file with every message type.
  static func messageTypes(_ schema: Schema) -> String {
    var messages: [TypeName] = []
    for file in schema.files {
      for message in file.messages { collect(message, into: &messages) }
    }
    var writer = SourceWriter()
    writer.line("// Made by protoc-gen-feedrpc. Do not edit.")
    writer.line()
    writer.line("public import ProtobufRuntime")
    writer.line()
    writer.line("/// Every message type, for tools that know messages by name.")
    writer.block("public enum MessageTypes {") { writer in
      writer.line("/// By full name, as `feedrpc.v1.Post`.")
      writer.block(
        "public static let all: [(fullName: String, type: any FeedMessage.Type)] = [",
        closing: "]"
      ) { writer in
        for name in messages.sorted(by: { $0.proto < $1.proto }) {
          writer.line("(\"\(name.proto)\", \(name.swift).self),")
        }
      }
    }
    return writer.text
  }

  private static func collect(_ message: SchemaMessage, into names: inout [TypeName]) {
    names.append(message.name)
    for nested in message.messages { collect(nested, into: &names) }
  }

  /// The C file with the descriptor of every file: a Swift array of so many literals would take
  /// the compiler long.
  static func protoFiles(_ schema: Schema) -> String {
    var text = "// Made by protoc-gen-feedrpc. Do not edit.\n\n#include \"proto_files.h\"\n"
    for (index, file) in schema.files.enumerated() {
      text += "\n// \(file.path)\nstatic const uint8_t file_\(index)[] = {\n"
      for start in stride(from: 0, to: file.descriptor.count, by: 16) {
        let row = file.descriptor[start..<min(start + 16, file.descriptor.count)]
        text += "  \(row.map { "\($0)," }.joined(separator: " "))\n"
      }
      text += "};\n"
    }
    text += "\nstatic const feedrpc_proto_file files[] = {\n"
    for (index, file) in schema.files.enumerated() {
      text += "  {\"\(file.path)\", file_\(index), sizeof file_\(index)},\n"
    }
    return text
      + """
      };

      const feedrpc_proto_file *feedrpc_proto_files(size_t *count) {
        *count = sizeof files / sizeof *files;
        return files;
      }

      """
  }

  static let protoFilesHeader = """
    // Made by protoc-gen-feedrpc. Do not edit.
    #pragma once

    #include <stddef.h>
    #include <stdint.h>

    // A .proto file as a packed google.protobuf.FileDescriptorProto.
    typedef struct {
      const char *path;
      const uint8_t *bytes;
      size_t byte_count;
    } feedrpc_proto_file;

    // All .proto files that Swift code was generated from; a file comes after what it imports.
    const feedrpc_proto_file *feedrpc_proto_files(size_t *count);

    """
}
