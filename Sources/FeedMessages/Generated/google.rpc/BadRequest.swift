// Made by protoc-gen-feedrpc from google/rpc/error_details.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Which parts of the request are wrong.
public struct BadRequest: FeedMessage {
  /// Every part that was found to be wrong.
  public var fieldViolations: [BadRequest.FieldViolation]

  /// A message with these fields; what is not given has its default.
  public init(
    fieldViolations: [BadRequest.FieldViolation] = []
  ) {
    self.fieldViolations = fieldViolations
  }

  /// One part that is wrong.
  public struct FieldViolation: FeedMessage {
    /// The path of the field, as `filter.author_id`.
    public var field: String
    /// One sentence for people.
    public var description: String

    /// A message with these fields; what is not given has its default.
    public init(
      field: String = "",
      description: String = ""
    ) {
      self.field = field
      self.description = description
    }
  }
}

extension BadRequest: CBackedMessage {
  public static var fullName: String { "google.rpc.BadRequest" }

  package static let descriptor = MessageDescriptor(of: google__rpc__bad_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Rpc__BadRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Rpc__BadRequest>) {
    fieldViolations = Field.messages(
      cStruct.pointee.field_violations,
      cStruct.pointee.n_field_violations
    ) { BadRequest.FieldViolation($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Rpc__BadRequest> {
    let cStruct = arena.allocate(Google__Rpc__BadRequest.self)
    google__rpc__bad_request__init(cStruct)
    cStruct.pointee.n_field_violations = fieldViolations.count
    cStruct.pointee.field_violations = arena.values(fieldViolations) { $0.cStruct(in: arena) }
    return cStruct
  }
}

extension BadRequest.FieldViolation: CBackedMessage {
  public static var fullName: String { "google.rpc.BadRequest.FieldViolation" }

  package static let descriptor = MessageDescriptor(
    of: google__rpc__bad_request__field_violation__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Google__Rpc__BadRequest__FieldViolation.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Google__Rpc__BadRequest__FieldViolation>) {
    field = Field.text(cStruct.pointee.field)
    description = Field.text(cStruct.pointee.description)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Google__Rpc__BadRequest__FieldViolation> {
    let cStruct = arena.allocate(Google__Rpc__BadRequest__FieldViolation.self)
    google__rpc__bad_request__field_violation__init(cStruct)
    if !field.isEmpty { cStruct.pointee.field = arena.text(field) }
    if !description.isEmpty { cStruct.pointee.description = arena.text(description) }
    return cStruct
  }
}
