import Base
import FeedMessages
import ProtobufRuntime
import Testing

/// Large last fields of bytes go by reference in both directions.
@Suite struct LargeBytesTests {
  static let payload = Bytes((0..<Tail.minimumByteCount).map { UInt8(truncatingIfNeeded: $0) })

  @Test func aLargePayloadIsTheTailItself() {
    EchoRequest(payload: Self.payload).withWireBytes { head, tail in
      #expect(Array(head) == [0x0A, 0x80, 0x20])
      #expect(address(of: tail) == address(of: Self.payload))
    }
  }

  @Test func aPayloadBelowTheEdgeIsCopiedIntoTheHead() {
    let payload = Self.payload.slice(1..<Self.payload.count)
    EchoRequest(payload: payload).withWireBytes { head, tail in
      #expect(head.count == payload.count + 3)
      #expect(tail.isEmpty)
    }
  }

  @Test func aDecodedLargePayloadIsASliceOfWhatCame() throws {
    let bytes = EchoRequest(payload: Self.payload).encodedBytes()
    let decoded = try EchoRequest(wireBytes: bytes)
    #expect(decoded.payload == Self.payload)
    #expect(address(of: decoded.payload) == address(of: bytes.slice(3..<bytes.count)))
  }

  @Test func aDecodedSmallPayloadDoesNotKeepWhatCame() throws {
    let bytes = EchoRequest(payload: [1, 2, 3]).encodedBytes()
    let decoded = try EchoRequest(wireBytes: bytes)
    #expect(decoded.payload == [1, 2, 3])
    #expect(address(of: decoded.payload) != address(of: bytes.slice(2..<bytes.count)))
  }

  @Test func theFieldsBeforeTheTailAreKept() throws {
    let response = StreamImageResponse(
      header: ImageHeader(contentType: "image/png", width: 3, format: .png),
      chunk: Self.payload
    )
    #expect(try StreamImageResponse(wireBytes: response.encodedBytes()) == response)
  }

  @Test func aLargeMemberOfAOneofReplacesTheOneBefore() throws {
    let details = UploadPhotoRequest(part: .details(PhotoDetails(totalBytes: 7)))
    let chunk = UploadPhotoRequest(part: .chunk(Self.payload))
    let both = Bytes(Array(details.encodedBytes()) + Array(chunk.encodedBytes()))
    #expect(try UploadPhotoRequest(wireBytes: both) == chunk)
    let otherWay = Bytes(Array(chunk.encodedBytes()) + Array(details.encodedBytes()))
    #expect(try UploadPhotoRequest(wireBytes: otherWay) == details)
  }

  @Test func aLargePayloadThatIsNotLastIsTheSameMessage() throws {
    let bytes = Array(EchoRequest(payload: Self.payload).encodedBytes()) + [0x10, 1]
    #expect(try EchoRequest(wireBytes: Bytes(bytes)).payload == Self.payload)
  }

  private func address(of bytes: Bytes) -> UnsafeRawPointer? {
    bytes.withUnsafeBytes { $0.baseAddress }
  }
}
