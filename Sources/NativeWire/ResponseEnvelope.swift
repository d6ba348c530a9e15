import Base
import RPC

/// The body of a Response frame.
///
///     google.rpc.Status status = 1; bytes payload = 2; repeated KeyValue trailers = 60001;
///
/// Success has no status at all: an empty body is an empty, successful answer.
struct ResponseEnvelope: Sendable {
  static let trailersField: UInt64 = 60_001

  /// Nil where the status is absent or 0.
  var error: RPCError?
  var payload = 0..<0
  var trailers = Metadata()

  init(_ bytes: UnsafeRawBufferPointer, metadataLimit: Int) throws(EnvelopeError) {
    var reader = FieldReader(bytes)
    var trailersSize = 0
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let range)): error = try StatusField.read(bytes, in: range)
      case (2, .bytes(let range)): payload = range
      case (Self.trailersField, .bytes(let range)):
        try KeyValues.read(
          bytes,
          in: range,
          into: &trailers,
          size: &trailersSize,
          limit: metadataLimit
        )
      default: break
      }
    }
  }
}

/// A google.rpc.Status, with google.protobuf.Any for details.
///
///     int32 code = 1; string message = 2; repeated Any details = 3;
enum StatusField {
  /// Reads the status in `range`; nil where its code is 0.
  static func read(
    _ bytes: UnsafeRawBufferPointer,
    in range: Range<Int>
  ) throws(EnvelopeError) -> RPCError? {
    var reader = FieldReader(bytes, in: range)
    var code: Int32 = 0
    var message = 0..<0
    var details: [RPCError.Detail] = []
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .varint(let value)): code = Int32(truncatingIfNeeded: value)
      case (2, .bytes(let range)): message = range
      case (3, .bytes(let range)): details.append(try readDetail(bytes, in: range))
      default: break
      }
    }
    guard code != 0 else { return nil }
    let text = try bytes.string(in: message)
    return RPCError(StatusCode(wireValue: code), text, details: details)
  }

  static func byteCount(_ error: RPCError) -> Int {
    FieldSize.varintField(1, UInt64(error.code.rawValue))
      + (error.message.isEmpty ? 0 : FieldSize.bytes(2, byteCount: error.message.utf8.count))
      + error.details.reduce(0) { $0 + FieldSize.bytes(3, byteCount: byteCount($1)) }
  }

  static func write(_ error: RPCError, to writer: inout FieldWriter) {
    writer.varintField(1, UInt64(error.code.rawValue))
    if !error.message.isEmpty { writer.stringField(2, error.message) }
    for detail in error.details {
      writer.lengthPrefix(3, byteCount: byteCount(detail))
      writer.stringField(1, detail.typeURL)
      writer.bytesField(2, detail.value)
    }
  }

  private static func readDetail(
    _ bytes: UnsafeRawBufferPointer,
    in range: Range<Int>
  ) throws(EnvelopeError) -> RPCError.Detail {
    var reader = FieldReader(bytes, in: range)
    var typeURL = 0..<0
    var value = 0..<0
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let range)): typeURL = range
      case (2, .bytes(let range)): value = range
      default: break
      }
    }
    let copied = Bytes(copying: UnsafeRawBufferPointer(rebasing: bytes[value]))
    return RPCError.Detail(typeURL: try bytes.string(in: typeURL), value: copied)
  }

  private static func byteCount(_ detail: RPCError.Detail) -> Int {
    FieldSize.bytes(1, byteCount: detail.typeURL.utf8.count)
      + FieldSize.bytes(2, byteCount: detail.value.count)
  }
}
