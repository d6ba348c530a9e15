// Made by protoc-gen-feedrpc from google/rpc/error_details.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Google__Rpc__BadRequest>) {
    fieldViolations = Field.messages(
      cStruct.pointee.field_violations,
      cStruct.pointee.n_field_violations
    )
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Google__Rpc__BadRequest>, in arena: Arena) {
    google__rpc__bad_request__init(cStruct)
    cStruct.pointee.n_field_violations = fieldViolations.count
    cStruct.pointee.field_violations = arena.values(fieldViolations) { arena.message($0) }
  }
}

extension BadRequest.FieldViolation: CBackedMessage {
  public static var fullName: String { "google.rpc.BadRequest.FieldViolation" }

  package static let descriptor = MessageDescriptor(
    of: google__rpc__bad_request__field_violation__init
  )

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Google__Rpc__BadRequest__FieldViolation>) {
    field = Field.text(cStruct.pointee.field)
    description = Field.text(cStruct.pointee.description)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Google__Rpc__BadRequest__FieldViolation>,
    in arena: Arena
  ) {
    google__rpc__bad_request__field_violation__init(cStruct)
    if !field.isEmpty { cStruct.pointee.field = arena.text(field) }
    if !description.isEmpty { cStruct.pointee.description = arena.text(description) }
  }
}
