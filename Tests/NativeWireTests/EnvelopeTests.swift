import Base
import RPC
import Testing

@testable import NativeWire

@Suite struct RequestEnvelopeTests {
  private func written(_ request: RequestEnvelope.Outgoing, payload: [UInt8]) -> [UInt8] {
    var queue = OutputQueue()
    queue.append(byteCount: request.prefixByteCount) { target in
      var writer = FieldWriter(at: target)
      request.writePrefix(to: &writer)
    }
    queue.append(Bytes(payload))
    queue.append(byteCount: request.suffixByteCount) { target in
      var writer = FieldWriter(at: target)
      request.writeSuffix(to: &writer)
    }
    var bytes: [UInt8] = []
    queue.write(upTo: .max) { pieces in
      for piece in pieces { bytes += piece }
      return bytes.count
    }
    return bytes
  }

  @Test func theBytesAreThoseOfProtobuf() {
    let request = RequestEnvelope.Outgoing(
      MethodDescriptor(service: "s", method: "mm", kind: .unary),
      payloadByteCount: 1,
      timeoutNanoseconds: 300,
      metadata: ["k": "v", "feedrpc-trace-bin": "/w"]
    )
    let expected: [UInt8] = [
      0x0A, 1, 0x73, 0x12, 2, 0x6D, 0x6D, 0x1A, 1, 0x55, 0x20, 0xAC, 0x02, 0x2A, 6, 0x0A, 1, 0x6B,
      0x12, 1, 0x76, 0x8A, 0xA6, 0x1D, 1, 0xFF,
    ]
    #expect(written(request, payload: [0x55]) == expected)
  }

  @Test func aTraceThatIsNoBase64StaysMetadata() {
    let request = RequestEnvelope.Outgoing(
      MethodDescriptor(service: "s", method: "m", kind: .unary),
      payloadByteCount: 0,
      timeoutNanoseconds: 0,
      metadata: ["feedrpc-trace-bin": "?"]
    )
    #expect(request.metadata["feedrpc-trace-bin"] == "?")
    #expect(request.trace.isEmpty)
  }

  @Test(arguments: [Int64(1), .max, -1, .min])
  func aTimeoutComesBack(nanoseconds: Int64) throws {
    let body = Raw.field(4, nanoseconds)
    let envelope = try body.withUnsafeBytes { try RequestEnvelope($0, metadataLimit: 0) }
    #expect(envelope.timeoutNanoseconds == nanoseconds)
  }

  /// A name of 3, a value of 10 and 32 for the pair.
  @Test(arguments: [44, 45])
  func metadataOverTheLimitAreRefused(limit: Int) {
    let body = Raw.field(5, Raw.field(1, "abc") + Raw.field(2, "0123456789"))
    let error: EnvelopeError? = body.withUnsafeBytes { bytes in
      do throws(EnvelopeError) {
        _ = try RequestEnvelope(bytes, metadataLimit: limit)
        return nil
      } catch { return error }
    }
    #expect(error == (limit < 45 ? .metadataTooLarge(limit: limit) : nil))
  }

  static let malformed: [[UInt8]] = [
    [0x0A], [0x0A, 1], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    [0x20], [0x20, 0x80], [0x20, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2],
    [0x20] + [UInt8](repeating: 0x80, count: 11) + [1], [0], [2, 0], [0x0B], [0x0C], [0x0E], [0x0F],
    [0x09, 1, 2, 3, 4, 5, 6, 7], [0x0D, 1, 2, 3], [0x2A, 1, 0x0A], [0x80],
    [0x82, 0x80, 0x80, 0x80, 0x10, 0],
  ]

  @Test(arguments: malformed)
  func whatIsNoProtobufIsRefused(body: [UInt8]) {
    #expect(throws: EnvelopeError.malformed) {
      try body.withUnsafeBytes { _ = try RequestEnvelope($0, metadataLimit: 1_000) }
    }
  }

  /// Known numbers with other wire types, and all kinds of unknown fields, say nothing.
  @Test(
    arguments: [
      [0x08, 1], [0x18, 1], [0x22, 1, 9], [0x09, 1, 2, 3, 4, 5, 6, 7, 8], [0x0D, 1, 2, 3, 4],
      [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0x32, 0],
      [0xFA, 0xFF, 0xFF, 0xFF, 0x0F, 0],
    ] as [[UInt8]]
  )
  func unknownFieldsAreSkipped(body: [UInt8]) throws {
    let envelope = try body.withUnsafeBytes { try RequestEnvelope($0, metadataLimit: 0) }
    #expect(envelope.service.isEmpty && envelope.method.isEmpty && envelope.payload.isEmpty)
    #expect(envelope.timeoutNanoseconds == 0)
  }
}

@Suite struct ResponseEnvelopeTests {
  private func read(_ body: [UInt8], limit: Int = 1_000) throws -> ResponseEnvelope {
    try body.withUnsafeBytes { try ResponseEnvelope($0, metadataLimit: limit) }
  }

  @Test func anEmptyBodyIsAnEmptySuccess() throws {
    let envelope = try read([])
    #expect(envelope.error == nil)
    #expect(envelope.payload.isEmpty)
  }

  @Test func aStatusWithCode0IsSuccess() throws {
    let envelope = try read(Raw.field(1, Raw.field(2, "fine")) + Raw.field(2, "x"))
    #expect(envelope.error == nil)
    #expect(envelope.payload.count == 1)
  }

  @Test(arguments: [(Int64(5), StatusCode.notFound), (17, .unknown), (-1, .unknown)])
  func aCodeIsACodeOrUnknown(number: Int64, code: StatusCode) throws {
    let envelope = try read(Raw.field(1, Raw.field(1, number) + Raw.field(2, "why")))
    #expect(envelope.error == RPCError(code, "why"))
  }

  @Test func detailsAndTrailersComeBack() throws {
    let error = RPCError(
      .aborted,
      "why",
      details: [
        .init(typeURL: "type.googleapis.com/a.B", value: [1, 2]), .init(typeURL: "", value: []),
      ]
    )
    var connection = Connection(limits: NativeLimits(), now: .start)
    connection.writeResponse(error, trailers: ["a": "1", "b-bin": "AA"], stream: 1)
    var bytes: [UInt8] = []
    connection.output.write(upTo: .max) { pieces in
      for piece in pieces { bytes += piece }
      return bytes.count
    }
    let envelope = try read(Array(bytes.dropFirst(10)))
    #expect(envelope.error == error)
    #expect(envelope.trailers == ["a": "1", "b-bin": "AA"])
  }

  @Test func aMessageThatIsNoTextIsRefused() {
    #expect(throws: EnvelopeError.invalidUTF8) {
      try read(Raw.field(1, Raw.field(1, 5) + Raw.field(2, [0xFF])))
    }
    #expect(throws: EnvelopeError.malformed) { try read(Raw.field(1, [0x08])) }
  }

  @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 63, UInt64.max])
  func aVarintIsMeasuredAsItIsWritten(value: UInt64) {
    #expect(FieldSize.varint(value) == Raw.varint(value).count)
  }
}
