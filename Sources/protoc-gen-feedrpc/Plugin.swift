internal import Base
internal import CProtobuf
internal import ProtobufRuntime

/// What protoc sees of us: bytes of a request in, bytes of a response out.
enum Plugin {
  private typealias Request = Google__Protobuf__Compiler__CodeGeneratorRequest
  private typealias Response = Google__Protobuf__Compiler__CodeGeneratorResponse
  private typealias File = Google__Protobuf__Compiler__CodeGeneratorResponse__File

  private static let request = MessageDescriptor(
    of: google__protobuf__compiler__code_generator_request__init
  )

  /// Generates code; what is wrong with the .proto files is told in the response.
  ///
  /// - Throws: `MalformedMessage` where the bytes are no request.
  static func respond(to bytes: Bytes) throws(MalformedMessage) -> Bytes {
    let unpacked = try UnpackedMessage(bytes, as: request, limits: .trusted)
    do throws(SchemaProblem) {
      let schema = try SchemaReader.read(unpacked.pointer(as: Request.self).pointee)
      return response(CodeGenerator.generate(schema), error: nil)
    } catch {
      return response([], error: error.text)
    }
  }

  private static func response(_ files: [GeneratedFile], error: String?) -> Bytes {
    let encoded = EncodedMessage { arena in
      let response = arena.allocate(Response.self)
      google__protobuf__compiler__code_generator_response__init(response)
      if let error { response.pointee.error = arena.text(error) }
      response.pointee.n_file = files.count
      response.pointee.file = arena.values(files) { file in
        let target = arena.allocate(File.self)
        google__protobuf__compiler__code_generator_response__file__init(target)
        target.pointee.name = arena.text(file.path)
        target.pointee.content = arena.text(file.content)
        return target
      }
      return UnsafeRawPointer(response)
    }
    return Bytes(copying: encoded.head)
  }
}
