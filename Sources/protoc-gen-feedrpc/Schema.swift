/// What a .proto file declares, as far as code is generated for it.
struct Schema {
  /// The files to generate code for, in the order asked.
  var files: [SchemaFile]
  /// The C module with the structs of protoc-c.
  var cModule: String
}

struct SchemaFile {
  /// The path that others import it by, as `feedrpc/v1/feed.proto`.
  var path: String
  var package: String
  var messages: [SchemaMessage]
  var enums: [SchemaEnum]
  var services: [SchemaService]
  /// The packed FileDescriptorProto, without what was written beside the declarations.
  var descriptor: [UInt8]
}

struct SchemaMessage {
  var name: TypeName
  var comment: String
  /// In the order of declaration; members of oneofs are in `oneofs` instead.
  var members: [Member]
  var messages: [SchemaMessage]
  var enums: [SchemaEnum]

  /// A stored property of the Swift struct.
  enum Member {
    case field(SchemaField)
    case oneof(SchemaOneof)
  }
}

struct SchemaOneof {
  /// As declared, in snake case.
  var name: String
  var comment: String
  var fields: [SchemaField]
}

struct SchemaField {
  /// As declared, in snake case.
  var name: String
  var number: Int32
  var comment: String
  var type: FieldType
  var isRepeated: Bool
}

/// The type of one value of a field.
enum FieldType: Equatable {
  case int32, int64, uint32, uint64, float, double, bool, string, bytes
  case message(TypeName)
  /// `zero` is the Swift name of the case with the number 0.
  case enumeration(TypeName, zero: String)
  /// A map from strings to strings, whose C entries are of the type given.
  case stringMap(entry: TypeName)
  /// A map from strings to messages.
  case messageMap(entry: TypeName, value: TypeName)
}

struct SchemaEnum {
  var name: TypeName
  var comment: String
  var values: [Value]

  struct Value {
    /// As declared, in upper snake case.
    var name: String
    var number: Int32
    var comment: String
  }
}

struct SchemaService {
  /// The bare name.
  var name: String
  /// The name with its package.
  var fullName: String
  var comment: String
  var methods: [SchemaMethod]
}

struct SchemaMethod {
  var name: String
  var comment: String
  var request: TypeName
  var response: TypeName
  var streamsRequests: Bool
  var streamsResponses: Bool
}

/// The name of a message or enum type, in each language.
struct TypeName: Hashable {
  /// With the package, as `google.rpc.BadRequest.FieldViolation`.
  var proto: String
  /// As code at the top level names it, as `BadRequest.FieldViolation`.
  var swift: String

  /// The name inside the type around it.
  var swiftShort: String { String(swift.split(separator: ".").last ?? "") }
}

/// What our code generator can't take, with where.
enum SchemaProblem: Error, Equatable {
  case notProto3(file: String)
  case optionalField(String)
  case unknownMap(String)
  case extensions(file: String)
  case group(String)
  /// A message that contains itself other than in a list would be endless as a struct.
  case endlessMessage(String)
  case unknownType(String, field: String)
  case badParameter(String)
  case twoTypes(named: String)
  case takenName(String, in: String)

  /// One line for whoever ran protoc.
  var text: String {
    switch self {
    case .notProto3(let file): "\(file): only proto3 files can be generated from"
    case .optionalField(let field):
      "\(field): fields declared `optional` are not supported; use a oneof with one member"
    case .unknownMap(let field):
      "\(field): only maps from strings to strings or messages are supported"
    case .extensions(let file): "\(file): extensions are not supported"
    case .group(let field): "\(field): groups are not supported"
    case .endlessMessage(let message):
      "\(message) contains itself; let it do so in a repeated field"
    case .unknownType(let type, let field): "\(field): nothing is known of its type \(type)"
    case .badParameter(let parameter):
      "\(parameter): not a parameter; give rename=PROTO_NAME:SWIFT_NAME, embed=FILE or "
        + "c_module=NAME"
    case .twoTypes(let name): "two types would be named \(name); give one a name with rename="
    case .takenName(let name, let message):
      "\(message): generated code uses the name \(name) itself"
    }
  }
}
