import Base
import RPC

/// Frames, written straight to the output.
extension Connection {
  /// A Data frame with a message, or the closing one without.
  mutating func writeData(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes = Bytes(),
    flags: FrameFlags = [],
    stream: UInt32
  ) {
    let length = head.count + tail.count
    write(.data, flags: flags, stream: stream, length: length, prefixByteCount: head.count) {
      $0.raw(head)
    }
    if !tail.isEmpty { output.append(tail) }
  }

  /// The Data frame that ends a direction.
  mutating func writeClosing(stream: UInt32) {
    writeData(UnsafeRawBufferPointer(start: nil, count: 0), flags: .closing, stream: stream)
  }

  /// The body length of a successful Response.
  static func responseByteCount(payloadByteCount: Int, trailers: Metadata) -> Int {
    let payload = payloadByteCount > 0 ? FieldSize.bytes(2, byteCount: payloadByteCount) : 0
    guard !trailers.isEmpty else { return payload }
    return payload + KeyValues.byteCount(trailers, field: ResponseEnvelope.trailersField)
  }

  /// A successful Response, `length` bytes as measured by `responseByteCount`.
  mutating func writeResponse(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    length: Int,
    stream: UInt32
  ) {
    let payloadByteCount = head.count + tail.count
    let prefix = payloadByteCount > 0 ? FieldSize.lengthPrefix(2, byteCount: payloadByteCount) : 0
    write(.response, stream: stream, length: length, prefixByteCount: prefix + head.count) {
      guard payloadByteCount > 0 else { return }
      $0.lengthPrefix(2, byteCount: payloadByteCount)
      $0.raw(head)
    }
    if !tail.isEmpty { output.append(tail) }
    guard !trailers.isEmpty else { return }
    let field = ResponseEnvelope.trailersField
    output.append(byteCount: KeyValues.byteCount(trailers, field: field)) { target in
      var writer = FieldWriter(at: target)
      KeyValues.write(trailers, field: field, to: &writer)
    }
  }

  /// A Response with a status.
  ///
  /// One too large for the peer goes without details, then without text.
  mutating func writeResponse(_ error: RPCError, trailers: Metadata = [:], stream: UInt32) {
    let field = ResponseEnvelope.trailersField
    let statusByteCount = StatusField.byteCount(error)
    let trailersByteCount = KeyValues.byteCount(trailers, field: field)
    let length = FieldSize.bytes(1, byteCount: statusByteCount) + trailersByteCount
    guard length <= sendLimit else {
      let text = error.details.isEmpty ? "" : error.message
      writeResponse(RPCError(error.code, text), stream: stream)
      return
    }
    write(.response, stream: stream, length: length, prefixByteCount: length) { writer in
      writer.lengthPrefix(1, byteCount: statusByteCount)
      StatusField.write(error, to: &writer)
      KeyValues.write(trailers, field: field, to: &writer)
    }
  }

  /// A Request whose body is `length` bytes.
  mutating func writeRequest(
    _ request: RequestEnvelope.Outgoing,
    head: UnsafeRawBufferPointer,
    tail: Bytes,
    flags: FrameFlags,
    stream: UInt32
  ) {
    let prefix = request.prefixByteCount + head.count
    let suffix = request.suffixByteCount
    let length = prefix + tail.count + suffix
    write(.request, flags: flags, stream: stream, length: length, prefixByteCount: prefix) {
      request.writePrefix(to: &$0)
      $0.raw(head)
    }
    if !tail.isEmpty { output.append(tail) }
    output.append(byteCount: suffix) { target in
      var writer = FieldWriter(at: target)
      request.writeSuffix(to: &writer)
    }
  }

  /// HEADERS or TRAILERS.
  mutating func writeMetadata(_ type: FrameType, _ metadata: Metadata, stream: UInt32) {
    let length = KeyValues.byteCount(metadata, field: 1)
    write(type, stream: stream, length: length, prefixByteCount: length) {
      KeyValues.write(metadata, field: 1, to: &$0)
    }
  }

  /// An FDS frame, whose first byte the descriptors leave with.
  mutating func writeDescriptors(_ labels: [PassedFile.Label], stream: UInt32) {
    if output.isEmpty { outputSince = now }
    output.mark(labels.count)
    writeControl(.descriptors, stream: stream, DescriptorFrame.body(labels))
  }

  mutating func writeHello(_ body: Bytes, flags: FrameFlags) {
    writeControl(.hello, flags: flags, stream: FrameHeader.connectionStream, body)
  }

  mutating func writeWindow(_ increment: Int, stream: UInt32) {
    let length = 4
    write(.window, stream: stream, length: length, prefixByteCount: length) { writer in
      var bigEndian = UInt32(increment).bigEndian
      withUnsafeBytes(of: &bigEndian) { writer.raw($0) }
    }
  }

  /// A ping of ours; the answer is awaited.
  mutating func writePing() {
    let body = Bytes(UInt64(bitPattern: now.nanoseconds).bigEndianBytes)
    writeControl(.ping, stream: FrameHeader.connectionStream, body)
    ping.pingSent(at: now)
  }

  mutating func writeGoAway(_ goAway: GoAway, flags: FrameFlags = []) {
    writeControl(.goAway, flags: flags, stream: FrameHeader.connectionStream, goAway.body)
  }

  mutating func writeControl(
    _ type: FrameType,
    flags: FrameFlags = [],
    stream: UInt32,
    _ body: Bytes
  ) {
    body.withUnsafeBytes { bytes in
      write(type, flags: flags, stream: stream, length: bytes.count, prefixByteCount: bytes.count) {
        $0.raw(bytes)
      }
    }
  }

  /// A header for a body of `length` bytes, and the first `prefixByteCount` of them from `fill`.
  private mutating func write(
    _ type: FrameType,
    flags: FrameFlags = [],
    stream: UInt32,
    length: Int,
    prefixByteCount: Int,
    _ fill: (inout FieldWriter) -> Void
  ) {
    if output.isEmpty { outputSince = now }
    output.append(byteCount: FrameHeader.byteCount + prefixByteCount) { target in
      FrameHeader(type, flags: flags, stream: stream, length: length).write(to: target)
      var writer = FieldWriter(at: target + FrameHeader.byteCount)
      fill(&writer)
    }
  }
}

extension UInt64 {
  /// The eight bytes, highest first.
  var bigEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: bigEndian) { Array($0) } }
}
