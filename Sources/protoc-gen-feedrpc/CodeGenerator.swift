/// A file that protoc is to write.
struct GeneratedFile: Equatable {
  /// Below the output directory.
  var path: String
  var content: String
}

/// From a schema to all files: `Swift/…` for FeedMessages and `C/…` for CProtobuf.
///
/// Each type at the top level has a file named like it, in a folder named like its package.
enum CodeGenerator {
  static func generate(_ schema: Schema) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for file in schema.files {
      func add(_ name: String, _ content: String) {
        files.append(GeneratedFile(path: "Swift/\(file.package)/\(name).swift", content: content))
      }
      for message in file.messages {
        add(message.name.swift, MessageEmitter.file(message, of: file, cModule: schema.cModule))
      }
      for enumeration in file.enums {
        add(enumeration.name.swift, EnumEmitter.file(enumeration, of: file))
      }
      for service in file.services {
        add("\(service.name)Methods", ServiceEmitter.file(service, of: file))
        add("\(service.name)Handler", HandlerEmitter.file(service, of: file))
        add("\(service.name)Client", ClientEmitter.file(service, of: file))
      }
    }
    files.append(
      GeneratedFile(path: "Swift/MessageTypes.swift", content: RegistryEmitter.messageTypes(schema))
    )
    files.append(
      GeneratedFile(path: "C/proto_files.c", content: RegistryEmitter.protoFiles(schema))
    )
    files.append(
      GeneratedFile(path: "C/include/proto_files.h", content: RegistryEmitter.protoFilesHeader)
    )
    return files
  }
}
