package import Base

/// What a .proto file imports and declares, read from its descriptor, a packed
/// google.protobuf.FileDescriptorProto (google/protobuf/descriptor.proto).
///
/// Only what reflection asks for. Descriptors of foreign servers are hostile input: nesting is
/// bounded, and nothing is taken on trust.
package struct ProtoFileOutline: Hashable, Sendable {
  /// The path that others import it by.
  package private(set) var path = ""
  /// The paths of what it imports.
  package private(set) var imports: [String] = []
  /// The full names of its services.
  package private(set) var services: [String] = []
  /// The full names of its messages, map entries included.
  package private(set) var messages: [String] = []
  /// The full names of all else: fields, oneofs, extensions, enums, their values, and methods.
  package private(set) var others: [String] = []

  /// Reads a descriptor.
  ///
  /// - Throws: `malformed`, `tooDeep`.
  package init(_ descriptor: Bytes) throws(MalformedMessage) {
    let result = descriptor.withUnsafeBytes { bytes in
      Result { () throws(MalformedMessage) in
        var outline = ProtoFileOutline()
        try outline.read(bytes)
        return outline
      }
    }
    self = try result.get()
  }

  private init() {}

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(MalformedMessage) {
    let file = try Fields(bytes, 0..<bytes.count)
    path = file.text(1)
    let package = file.text(2)
    imports = file.texts(3)
    for message in file.all(4) { try read(message, of: bytes, in: package, depth: 1) }
    for type in file.all(5) { try readEnum(type, of: bytes, in: package) }
    for service in file.all(6) {
      let service = try Fields(bytes, service)
      let name = Self.join(package, service.text(1))
      services.append(name)
      try note(service.all(2), of: bytes, in: name)
    }
    try note(file.all(7), of: bytes, in: package)
  }

  private mutating func read(
    _ message: Range<Int>,
    of bytes: UnsafeRawBufferPointer,
    in scope: String,
    depth: Int
  ) throws(MalformedMessage) {
    let limit = DecodingLimits.standard.maximumDepth
    guard depth <= limit else {
      throw MalformedMessage(path: scope, reason: .tooDeep(limit: limit))
    }
    let message = try Fields(bytes, message)
    let name = Self.join(scope, message.text(1))
    messages.append(name)
    // Fields, extensions and oneofs.
    for number: UInt32 in [2, 6, 8] { try note(message.all(number), of: bytes, in: name) }
    for nested in message.all(3) { try read(nested, of: bytes, in: name, depth: depth + 1) }
    for type in message.all(4) { try readEnum(type, of: bytes, in: name) }
  }

  /// The values of an enum stand beside it, not in it.
  private mutating func readEnum(
    _ type: Range<Int>,
    of bytes: UnsafeRawBufferPointer,
    in scope: String
  ) throws(MalformedMessage) {
    try note([type], of: bytes, in: scope)
    try note(try Fields(bytes, type).all(2), of: bytes, in: scope)
  }

  /// Notes the names of declarations, whose field 1 is their name.
  private mutating func note(
    _ declarations: [Range<Int>],
    of bytes: UnsafeRawBufferPointer,
    in scope: String
  ) throws(MalformedMessage) {
    for declaration in declarations {
      others.append(Self.join(scope, try Fields(bytes, declaration).text(1)))
    }
  }

  private static func join(_ scope: String, _ name: String) -> String {
    scope.isEmpty ? name : "\(scope).\(name)"
  }

  /// The length-delimited fields of one descriptor.
  private struct Fields {
    private let bytes: UnsafeRawBufferPointer
    private var values: [(number: UInt32, value: Range<Int>)] = []

    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(MalformedMessage) {
      self.bytes = bytes
      var reader = WireReader(bytes, range)
      do throws(WireReader.Malformed) {
        while let field = try reader.next() {
          if field.type == .lengthDelimited { values.append((field.number, field.value)) }
        }
      } catch { throw MalformedMessage(path: "", reason: .malformed) }
    }

    func all(_ number: UInt32) -> [Range<Int>] {
      values.filter { $0.number == number }.map(\.value)
    }

    func texts(_ number: UInt32) -> [String] {
      all(number).map { value in
        String(decoding: UnsafeRawBufferPointer(rebasing: bytes[value]), as: UTF8.self)
      }
    }

    func text(_ number: UInt32) -> String { texts(number).last ?? "" }
  }
}
