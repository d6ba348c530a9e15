/// What a message consists of.
package struct MessageType: Hashable, Sendable {
  /// The full name, as `feedrpc.v1.Post`.
  package let name: String
  /// In the order of their numbers.
  package let fields: [FieldType]
  /// The names of the oneofs, which fields point to by index.
  package let oneofs: [String]
  /// True for the hidden type of a map's entries.
  let isMapEntry: Bool
  private let indexByNumber: [Int: Int]
  private let indexByName: [String: Int]

  init(name: String, fields: [FieldType], oneofs: [String], isMapEntry: Bool) {
    self.name = name
    self.fields = fields.sorted { $0.number < $1.number }
    self.oneofs = oneofs
    self.isMapEntry = isMapEntry
    var byNumber: [Int: Int] = [:]
    var byName: [String: Int] = [:]
    for (index, field) in self.fields.enumerated() {
      byNumber[field.number] = index
      byName[field.name] = index
    }
    for (index, field) in self.fields.enumerated() { byName[field.jsonName] = index }
    indexByNumber = byNumber
    indexByName = byName
  }

  package func field(numbered number: Int) -> FieldType? {
    indexByNumber[number].map { fields[$0] }
  }

  /// The field of a name, in lowerCamelCase or as the .proto file spells it.
  package func field(named name: String) -> FieldType? { indexByName[name].map { fields[$0] } }
}

/// A field of a message.
package struct FieldType: Hashable, Sendable {
  /// What its values are.
  package enum Kind: Hashable, Sendable {
    case double, float
    case int32, int64, uint32, uint64, sint32, sint64
    case fixed32, fixed64, sfixed32, sfixed64
    case bool, string, bytes
    /// The full name of the enum.
    case enumeration(String)
    /// The full name of the message.
    case message(String)
  }

  /// As the .proto file spells it.
  package let name: String
  /// As JSON texts spell it.
  package let jsonName: String
  package let number: Int
  package let kind: Kind
  package let isRepeated: Bool
  /// The index of its oneof; not set for a field that is merely `optional`.
  package let oneofIndex: Int?
  /// True where a set field is told from an absent one even when it holds the default.
  package let hasPresence: Bool
  /// True where a repeated field is written as one run of numbers.
  let isPacked: Bool
}

extension FieldType.Kind {
  /// True where values can be packed: all but strings, bytes and messages.
  var isNumeric: Bool {
    switch self {
    case .string, .bytes, .message: false
    default: true
    }
  }

  /// The word in .proto files.
  package var word: String {
    switch self {
    case .double: "double"
    case .float: "float"
    case .int32: "int32"
    case .int64: "int64"
    case .uint32: "uint32"
    case .uint64: "uint64"
    case .sint32: "sint32"
    case .sint64: "sint64"
    case .fixed32: "fixed32"
    case .fixed64: "fixed64"
    case .sfixed32: "sfixed32"
    case .sfixed64: "sfixed64"
    case .bool: "bool"
    case .string: "string"
    case .bytes: "bytes"
    case .enumeration(let name), .message(let name): name
    }
  }
}

/// An enum of a .proto file.
package struct EnumType: Hashable, Sendable {
  /// A name with its number.
  package struct Value: Hashable, Sendable {
    package let name: String
    package let number: Int32
  }

  /// The full name, as `feedrpc.v1.LikeIntent`.
  package let name: String
  /// In the order of the .proto file; the first is the default.
  package let values: [Value]

  /// The number of a name.
  package func number(of name: String) -> Int32? { values.first { $0.name == name }?.number }

  /// The first name of a number.
  package func name(of number: Int32) -> String? { values.first { $0.number == number }?.name }
}

/// A service of a .proto file.
package struct ServiceType: Hashable, Sendable {
  /// The full name, as `feedrpc.v1.FeedService`.
  package let name: String
  package let methods: [MethodType]
}

/// A method of a service.
package struct MethodType: Hashable, Sendable {
  /// The full name of the service.
  package let service: String
  package let name: String
  /// The full name of the message that is sent.
  package let input: String
  /// The full name of the message that comes back.
  package let output: String
  package let streamsRequests: Bool
  package let streamsResponses: Bool

  /// `package.Service/Method`.
  package var path: String { "\(service)/\(name)" }
}
