internal import CProtobuf
internal import ProtobufRuntime

/// Makes the schema of what protoc hands to its plugins.
struct SchemaReader {
  private typealias File = Google__Protobuf__FileDescriptorProto
  private typealias Message = Google__Protobuf__DescriptorProto
  private typealias Enumeration = Google__Protobuf__EnumDescriptorProto

  /// Every message and enum type of all files, by full name.
  private var types: [String: DeclaredType] = [:]
  private let parameters: Parameters

  /// Reads the files to generate for, with the names of all files that they import.
  static func read(
    _ request: Google__Protobuf__Compiler__CodeGeneratorRequest
  ) throws(SchemaProblem) -> Schema {
    let parameters = try Parameters(Field.text(request.parameter))
    var reader = SchemaReader(parameters)
    let files = UnsafeBufferPointer(start: request.proto_file, count: request.n_proto_file)
    for case let file? in files { reader.declareTypes(of: file.pointee) }
    let wanted = Set(
      Field.values(request.file_to_generate, request.n_file_to_generate) { Field.text($0) }
    )
    var schema = Schema(files: [], cModule: parameters.cModule)
    for case let file? in files where wanted.contains(Field.text(file.pointee.name)) {
      let isEmbedded = parameters.embedded.contains(Field.text(file.pointee.name))
      schema.files.append(isEmbedded ? embedded(file) : try reader.file(file))
    }
    try SchemaCheck.check(schema)
    return schema
  }

  private init(_ parameters: Parameters) { self.parameters = parameters }

  // MARK: Names

  private mutating func declareTypes(of file: File) {
    let package = Field.text(file.package)
    let messages = UnsafeBufferPointer(start: file.message_type, count: file.n_message_type)
    for case let message? in messages { declare(message.pointee, in: package, inside: nil) }
    let enums = UnsafeBufferPointer(start: file.enum_type, count: file.n_enum_type)
    for case let declared? in enums { declare(declared.pointee, in: package, inside: nil) }
  }

  private mutating func declare(_ message: Message, in scope: String, inside parent: TypeName?) {
    let kind: DeclaredType.Kind =
      message.options?.pointee.map_entry == 1
      ? .mapEntry(message.mapValue) : .message
    let name = declare(Field.text(message.name), kind, in: scope, inside: parent)
    let nested = UnsafeBufferPointer(start: message.nested_type, count: message.n_nested_type)
    for case let child? in nested { declare(child.pointee, in: name.proto, inside: name) }
    let enums = UnsafeBufferPointer(start: message.enum_type, count: message.n_enum_type)
    for case let declared? in enums { declare(declared.pointee, in: name.proto, inside: name) }
  }

  private mutating func declare(
    _ enumeration: Enumeration,
    in scope: String,
    inside parent: TypeName?
  ) {
    let name = Field.text(enumeration.name)
    // In proto3 the first value is that of the number 0.
    let first = enumeration.n_value > 0 ? Field.text(enumeration.value[0]?.pointee.name) : ""
    let zero = Naming.caseName(first, of: name)
    declare(name, .enumeration(zero: zero), in: scope, inside: parent)
  }

  @discardableResult
  private mutating func declare(
    _ short: String,
    _ kind: DeclaredType.Kind,
    in scope: String,
    inside parent: TypeName?
  ) -> TypeName {
    let proto = scope.isEmpty ? short : "\(scope).\(short)"
    let own = parameters.renames[proto] ?? short
    let name = TypeName(proto: proto, swift: parent.map { "\($0.swift).\(own)" } ?? own)
    types[proto] = DeclaredType(name: name, kind: kind)
    return name
  }

  /// The type of a name as descriptors give it, with a dot in front.
  private func type(_ name: String, of field: String) throws(SchemaProblem) -> DeclaredType {
    guard let type = types[String(name.drop { $0 == "." })] else {
      throw .unknownType(name, field: field)
    }
    return type
  }

  private func name(
    _ short: UnsafePointer<CChar>?,
    in scope: String
  ) throws(SchemaProblem)
    -> TypeName
  {
    let short = Field.text(short)
    return try type(scope.isEmpty ? short : "\(scope).\(short)", of: scope).name
  }

  // MARK: Declarations

  /// A file without what code would be generated for.
  private static func embedded(_ file: UnsafeMutablePointer<File>) -> SchemaFile {
    SchemaFile(
      path: Field.text(file.pointee.name),
      package: Field.text(file.pointee.package),
      messages: [],
      enums: [],
      services: [],
      descriptor: descriptor(file)
    )
  }

  private func file(_ pointer: UnsafeMutablePointer<File>) throws(SchemaProblem) -> SchemaFile {
    let file = pointer.pointee
    var result = Self.embedded(pointer)
    let path = result.path
    let package = result.package
    guard Field.text(file.syntax) == "proto3" else { throw .notProto3(file: path) }
    guard file.n_extension == 0 else { throw .extensions(file: path) }
    let comments = Comments(file.source_code_info)
    for index in 0..<file.n_message_type {
      guard let message = file.message_type[index] else { continue }
      result.messages.append(try self.message(message.pointee, package, comments.at(4, index)))
    }
    for index in 0..<file.n_enum_type {
      guard let declared = file.enum_type[index] else { continue }
      result.enums.append(try enumeration(declared.pointee, package, comments.at(5, index)))
    }
    for index in 0..<file.n_service {
      guard let service = file.service[index] else { continue }
      result.services.append(try self.service(service.pointee, package, comments.at(6, index)))
    }
    return result
  }

  private func message(
    _ message: Message,
    _ scope: String,
    _ comments: Comments
  ) throws(SchemaProblem) -> SchemaMessage {
    let name = try name(message.name, in: scope)
    var result = SchemaMessage(
      name: name,
      comment: comments.text,
      members: [],
      messages: [],
      enums: []
    )
    var oneofs: [Int32: Int] = [:]  // From the oneof's index to that of its member.
    for index in 0..<message.n_field {
      guard let source = message.field[index]?.pointee else { continue }
      let field = try field(source, of: name.proto, comments.at(2, index))
      guard source.has_oneof_index != 0 else {
        result.members.append(.field(field))
        continue
      }
      if let place = oneofs[source.oneof_index], case .oneof(var oneof) = result.members[place] {
        oneof.fields.append(field)
        result.members[place] = .oneof(oneof)
        continue
      }
      let declared = message.oneof_decl[Int(source.oneof_index)]
      oneofs[source.oneof_index] = result.members.count
      result.members.append(
        .oneof(
          SchemaOneof(
            name: Field.text(declared?.pointee.name),
            comment: comments.at(8, Int(source.oneof_index)).text,
            fields: [field]
          )
        )
      )
    }
    for index in 0..<message.n_nested_type {
      guard let child = message.nested_type[index], child.pointee.options?.pointee.map_entry != 1
      else { continue }
      result.messages.append(try self.message(child.pointee, name.proto, comments.at(3, index)))
    }
    for index in 0..<message.n_enum_type {
      guard let declared = message.enum_type[index] else { continue }
      result.enums.append(try enumeration(declared.pointee, name.proto, comments.at(4, index)))
    }
    return result
  }

  private func field(
    _ field: Google__Protobuf__FieldDescriptorProto,
    of message: String,
    _ comments: Comments
  ) throws(SchemaProblem) -> SchemaField {
    let name = Field.text(field.name)
    let path = "\(message).\(name)"
    guard field.proto3_optional == 0 else { throw .optionalField(path) }
    let type = try fieldType(field, path)
    var isRepeated = field.label == GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__LABEL__LABEL_REPEATED
    switch type {
    case .stringMap, .messageMap: isRepeated = false
    case .int32, .int64, .uint32, .uint64, .float, .double, .bool, .string, .bytes, .message,
      .enumeration:
      break
    }
    return SchemaField(
      name: name,
      number: field.number,
      comment: comments.text,
      type: type,
      isRepeated: isRepeated
    )
  }

  private func fieldType(
    _ field: Google__Protobuf__FieldDescriptorProto,
    _ path: String
  ) throws(SchemaProblem) -> FieldType {
    switch field.type.rawValue {
    case 1: return .double
    case 2: return .float
    case 3, 16, 18: return .int64
    case 4, 6: return .uint64
    case 5, 15, 17: return .int32
    case 7, 13: return .uint32
    case 8: return .bool
    case 9: return .string
    case 10: throw .group(path)
    case 12: return .bytes
    default: break
    }
    let declared = try type(Field.text(field.type_name), of: path)
    switch declared.kind {
    case .message: return .message(declared.name)
    case .enumeration(let zero): return .enumeration(declared.name, zero: zero)
    case .mapEntry(.string): return .stringMap(entry: declared.name)
    case .mapEntry(.message(let name)):
      return .messageMap(entry: declared.name, value: try self.type(name, of: path).name)
    case .mapEntry(nil): throw .unknownMap(path)
    }
  }

  private func enumeration(
    _ enumeration: Enumeration,
    _ scope: String,
    _ comments: Comments
  ) throws(SchemaProblem) -> SchemaEnum {
    var result = SchemaEnum(
      name: try name(enumeration.name, in: scope),
      comment: comments.text,
      values: []
    )
    for index in 0..<enumeration.n_value {
      guard let value = enumeration.value[index]?.pointee else { continue }
      result.values.append(
        SchemaEnum.Value(
          name: Field.text(value.name),
          number: value.number,
          comment: comments.at(2, index).text
        )
      )
    }
    return result
  }

  private func service(
    _ service: Google__Protobuf__ServiceDescriptorProto,
    _ package: String,
    _ comments: Comments
  ) throws(SchemaProblem) -> SchemaService {
    let name = Field.text(service.name)
    var result = SchemaService(
      name: name,
      fullName: package.isEmpty ? name : "\(package).\(name)",
      comment: comments.text,
      methods: []
    )
    for index in 0..<service.n_method {
      guard let method = service.method[index]?.pointee else { continue }
      let path = "\(result.fullName).\(Field.text(method.name))"
      result.methods.append(
        SchemaMethod(
          name: Field.text(method.name),
          comment: comments.at(2, index).text,
          request: try type(Field.text(method.input_type), of: path).name,
          response: try type(Field.text(method.output_type), of: path).name,
          streamsRequests: method.client_streaming != 0,
          streamsResponses: method.server_streaming != 0
        )
      )
    }
    return result
  }
}

/// A type that fields can name.
private struct DeclaredType {
  enum Kind {
    case message
    case enumeration(zero: String)
    /// Nil: a kind of map that no code is generated for.
    case mapEntry(MapValue?)
  }

  var name: TypeName
  var kind: Kind
}

/// What a map from strings leads to.
private enum MapValue {
  case string
  /// A message by its name as descriptors give it.
  case message(String)
}

extension Google__Protobuf__DescriptorProto {
  /// What a map's entry leads to, of which the fields are the key and the value.
  fileprivate var mapValue: MapValue? {
    let fields = UnsafeBufferPointer(start: field, count: n_field).compactMap { $0?.pointee }
    guard fields.count == 2,
      fields[0].type == GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__TYPE__TYPE_STRING
    else { return nil }
    return switch fields[1].type {
    case GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__TYPE__TYPE_STRING: .string
    case GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__TYPE__TYPE_MESSAGE:
      .message(Field.text(fields[1].type_name))
    default: nil
    }
  }
}
