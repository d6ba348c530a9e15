import Base
import RPC

/// The body of a Request frame.
///
///     string service = 1; string method = 2; bytes payload = 3; int64 timeout_nano = 4;
///     repeated KeyValue metadata = 5; bytes trace = 60001;
///
/// Decoding leaves names and payload where they lie: without metadata nothing is allocated.
struct RequestEnvelope: Sendable {
  /// The metadata name under which the trace field shows, in base64.
  static let traceName = "feedrpc-trace-bin"
  private static let traceField: UInt64 = 60_001

  var service = 0..<0
  var method = 0..<0
  var payload = 0..<0
  /// From the call's arrival; 0: none, negative: it has passed.
  var timeoutNanoseconds: Int64 = 0
  var metadata = Metadata()

  /// Reads a body.
  ///
  /// Of a singular field that comes twice the last counts; unknown fields are skipped. The names
  /// are not checked to be UTF-8.
  init(_ bytes: UnsafeRawBufferPointer, metadataLimit: Int) throws(EnvelopeError) {
    var reader = FieldReader(bytes)
    var metadataSize = 0
    var trace = 0..<0
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let range)): service = range
      case (2, .bytes(let range)): method = range
      case (3, .bytes(let range)): payload = range
      case (4, .varint(let value)): timeoutNanoseconds = Int64(bitPattern: value)
      case (5, .bytes(let range)):
        try KeyValues.read(
          bytes,
          in: range,
          into: &metadata,
          size: &metadataSize,
          limit: metadataLimit
        )
      case (Self.traceField, .bytes(let range)): trace = range
      default: break
      }
    }
    guard !trace.isEmpty else { return }
    guard metadataSize + trace.count <= metadataLimit else {
      throw .metadataTooLarge(limit: metadataLimit)
    }
    metadata.add(Base64.encode(bytes[trace]), for: Self.traceName)
  }

  /// What a client sends, measured before it is written.
  struct Outgoing {
    let descriptor: MethodDescriptor
    let payloadByteCount: Int
    let timeoutNanoseconds: Int64
    let metadata: Metadata
    let trace: Bytes

    /// A value of `traceName` that is base64 goes into the trace field.
    init(
      _ descriptor: MethodDescriptor,
      payloadByteCount: Int,
      timeoutNanoseconds: Int64,
      metadata: Metadata
    ) {
      self.descriptor = descriptor
      self.payloadByteCount = payloadByteCount
      self.timeoutNanoseconds = timeoutNanoseconds
      guard let text = metadata[traceName], let trace = Base64.decode(text) else {
        self.metadata = metadata
        self.trace = Bytes()
        return
      }
      var others = Metadata()
      for entry in metadata.entries where entry.name != traceName {
        others.add(entry.value, for: entry.name)
      }
      self.metadata = others
      self.trace = Bytes(trace)
    }

    /// Bytes ahead of the payload's.
    var prefixByteCount: Int {
      FieldSize.bytes(1, byteCount: descriptor.service.utf8.count)
        + FieldSize.bytes(2, byteCount: descriptor.method.utf8.count)
        + (payloadByteCount > 0 ? FieldSize.lengthPrefix(3, byteCount: payloadByteCount) : 0)
    }

    /// Bytes after the payload's.
    var suffixByteCount: Int {
      let timeout = UInt64(bitPattern: timeoutNanoseconds)
      return (timeout != 0 ? FieldSize.varintField(4, timeout) : 0)
        + KeyValues.byteCount(metadata, field: 5)
        + (trace.isEmpty ? 0 : FieldSize.bytes(traceField, byteCount: trace.count))
    }

    func writePrefix(to writer: inout FieldWriter) {
      writer.stringField(1, descriptor.service)
      writer.stringField(2, descriptor.method)
      if payloadByteCount > 0 { writer.lengthPrefix(3, byteCount: payloadByteCount) }
    }

    func writeSuffix(to writer: inout FieldWriter) {
      let timeout = UInt64(bitPattern: timeoutNanoseconds)
      if timeout != 0 { writer.varintField(4, timeout) }
      KeyValues.write(metadata, field: 5, to: &writer)
      if !trace.isEmpty { writer.bytesField(traceField, trace) }
    }
  }
}
