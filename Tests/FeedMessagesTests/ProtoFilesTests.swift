import Base
import CProtobuf
import ProtobufRuntime
import RPC
import Testing

@testable import FeedMessages

@Suite struct ProtoFilesTests {
  private typealias File = Google__Protobuf__FileDescriptorProto

  private static let descriptor = MessageDescriptor(
    of: google__protobuf__file_descriptor_proto__init
  )

  private func read<Value>(_ file: ProtoFile, _ body: (File) -> Value) throws -> Value {
    let unpacked = try UnpackedMessage(Bytes(file.bytes), as: Self.descriptor, limits: .trusted)
    return body(unpacked.pointer(as: File.self).pointee)
  }

  @Test func aFileComesAfterWhatItImports() throws {
    var known: Set<String> = []
    for file in ProtoFiles.all {
      let imports = try read(file) { descriptor in
        Field.values(descriptor.dependency, descriptor.n_dependency) { Field.text($0) }
      }
      #expect(known.isSuperset(of: imports), "\(file.path)")
      known.insert(file.path)
    }
    #expect(known.contains("feedrpc/v1/feed.proto"))
  }

  @Test func commentsAreLeftOutAndOptionsAreKept() throws {
    for file in ProtoFiles.all {
      try read(file) { descriptor in
        #expect(Field.text(descriptor.name) == file.path)
        #expect(Field.text(descriptor.syntax) == "proto3")
        #expect(descriptor.source_code_info == nil)
        #expect(Field.text(descriptor.options?.pointee.go_package) != "")
      }
    }
  }

  @Test func everyFieldHasItsJSONName() throws {
    let file = try #require(ProtoFiles.all.first { $0.path == "feedrpc/v1/feed.proto" })
    let names = try read(file) { descriptor in
      Field.messages(descriptor.message_type, descriptor.n_message_type) { message in
        Field.messages(message.pointee.field, message.pointee.n_field) { field in
          Field.text(field.pointee.json_name)
        }
      }
    }
    #expect(names.joined().contains("displayName"))
    #expect(!names.joined().contains(""))
  }

  /// The files that code is generated for; of the others there is only the descriptor.
  private static let generated = ProtoFiles.all.filter {
    $0.path != "grpc/reflection/v1alpha/reflection.proto"
  }

  @Test func everyMessageIsInTheTable() throws {
    var names: Set<String> = []
    func collect(_ message: Google__Protobuf__DescriptorProto, _ scope: String) {
      let name = "\(scope).\(Field.text(message.name))"
      if message.options?.pointee.map_entry != 1 { names.insert(name) }
      _ = Field.messages(message.nested_type, message.n_nested_type) { collect($0.pointee, name) }
    }
    for file in Self.generated {
      try read(file) { descriptor in
        let package = Field.text(descriptor.package)
        _ = Field.messages(descriptor.message_type, descriptor.n_message_type) {
          collect($0.pointee, package)
        }
      }
    }
    #expect(Set(MessageTypes.all.map(\.fullName)) == names)
    #expect(MessageTypes.all.count == names.count)
  }

  @Test func everyMethodIsInItsTable() throws {
    let tables =
      FeedServiceMethods.all + ImageServiceMethods.all + AdminServiceMethods.all
      + EchoServiceMethods.all + HealthMethods.all + ServerReflectionMethods.all
    var paths: [String] = []
    for file in Self.generated {
      try read(file) { descriptor in
        let package = Field.text(descriptor.package)
        _ = Field.messages(descriptor.service, descriptor.n_service) { service in
          let name = "\(package).\(Field.text(service.pointee.name))"
          _ = Field.messages(service.pointee.method, service.pointee.n_method) { method in
            paths.append("\(name)/\(Field.text(method.pointee.name))")
          }
        }
      }
    }
    #expect(Set(tables.map(\.path)) == Set(paths))
    #expect(tables.count == paths.count)
  }
}
