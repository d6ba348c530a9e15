import Base
import RPC

/// Metadata as a repeated field of `KeyValue { string key = 1; string value = 2; }`.
enum KeyValues {
  /// What `metadata` count for against a limit: as HTTP/2 counts a header list (RFC 9113 6.5.2).
  static func size(of metadata: Metadata) -> Int {
    metadata.entries.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
  }

  /// The bytes that `metadata` take as field `number`.
  static func byteCount(_ metadata: Metadata, field number: UInt64) -> Int {
    metadata.entries.reduce(0) { sum, entry in
      sum + FieldSize.bytes(number, byteCount: byteCount(entry))
    }
  }

  /// Writes `metadata` as field `number`.
  static func write(_ metadata: Metadata, field number: UInt64, to writer: inout FieldWriter) {
    for entry in metadata.entries {
      writer.lengthPrefix(number, byteCount: byteCount(entry))
      writer.stringField(1, entry.name)
      writer.stringField(2, entry.value)
    }
  }

  /// Adds the `KeyValue` that lies in `range`; names become lower-case.
  ///
  /// - Throws: `EnvelopeError` where it can't be read or `limit` is passed.
  static func read(
    _ bytes: UnsafeRawBufferPointer,
    in range: Range<Int>,
    into metadata: inout Metadata,
    size: inout Int,
    limit: Int
  ) throws(EnvelopeError) {
    var reader = FieldReader(bytes, in: range)
    var name = 0..<0
    var value = 0..<0
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let range)): name = range
      case (2, .bytes(let range)): value = range
      default: break
      }
    }
    size += name.count + value.count + 32
    guard size <= limit else { throw .metadataTooLarge(limit: limit) }
    metadata.add(try bytes.string(in: value), for: try bytes.string(in: name))
  }

  /// Reads the body of a HEADERS or TRAILERS frame.
  static func read(
    _ body: Bytes,
    limit: Int
  ) throws(EnvelopeError) -> Metadata {
    try body.withUnsafeBytes { (bytes) throws(EnvelopeError) in
      var metadata = Metadata()
      var size = 0
      var reader = FieldReader(bytes)
      while let field = try reader.next() {
        guard field.number == 1, case .bytes(let range) = field.value else { continue }
        try read(bytes, in: range, into: &metadata, size: &size, limit: limit)
      }
      return metadata
    }
  }

  private static func byteCount(_ entry: Metadata.Entry) -> Int {
    FieldSize.bytes(1, byteCount: entry.name.utf8.count)
      + FieldSize.bytes(2, byteCount: entry.value.utf8.count)
  }
}
