import Base
import FeedMessages
import Testing

@testable import LoadTest

@Suite struct ImageReceptionTests {
  static let bytes = Bytes((0..<100).map { UInt8($0) })

  static func header(etag: String = "e", byteCount: Int64 = 100) -> ImageHeader {
    ImageHeader(totalBytes: byteCount, etag: etag, source: .coalesced)
  }

  /// What comes of messages that arrive a nanosecond apart, from 1.
  static func receive(_ messages: [StreamImageResponse]) -> Result<ReceivedImage, LoadFailure> {
    Result { () throws(LoadFailure) in
      var reception = ImageReception()
      for (index, message) in messages.enumerated() {
        try reception.receive(message, at: Instant(nanoseconds: Int64(index) + 1))
      }
      return try reception.finish()
    }
  }

  static func image(digest: Int?, firstBytesAt nanoseconds: Int64) -> ReceivedImage {
    ReceivedImage(
      etag: "e",
      source: .coalesced,
      content: ImageContent(byteCount: 100, digest: digest),
      firstBytesAt: Instant(nanoseconds: nanoseconds)
    )
  }

  @Test func aPictureCutDifferentlyIsTheSame() throws {
    let whole = try Self.receive([.init(header: Self.header(), chunk: Self.bytes)]).get()
    #expect(whole == Self.image(digest: whole.content.digest, firstBytesAt: 1))
    for cut in 1..<100 {
      let pieces = [Self.bytes.slice(0..<cut), Self.bytes.slice(cut..<100)]
      let two: [StreamImageResponse] = [
        .init(header: Self.header(), chunk: pieces[0]), .init(chunk: pieces[1]),
      ]
      #expect(Self.receive(two) == .success(whole))
      let three: [StreamImageResponse] =
        [.init(header: Self.header())] + pieces.map { .init(chunk: $0) }
      let later = Self.image(digest: whole.content.digest, firstBytesAt: 2)
      #expect(Self.receive(three) == .success(later))
    }
  }

  @Test(arguments: [true, false])
  func aFileHasTheBytesThatFollowNot(isInMemory: Bool) {
    var header = Self.header()
    if isInMemory { header.memoryFile = true } else { header.filePath = "/file" }
    var reception = ImageReception()
    let result = Result { () throws(LoadFailure) in
      let response = StreamImageResponse(header: header)
      try reception.receive(response, fileByteCount: 100, at: Instant(nanoseconds: 3))
      return try reception.finish()
    }
    let image = ReceivedImage(
      etag: "e",
      source: .coalesced,
      delivery: isInMemory ? .memoryFile : .file,
      content: ImageContent(byteCount: 100, digest: nil),
      firstBytesAt: Instant(nanoseconds: 3)
    )
    #expect(result == .success(image))
  }

  @Test(arguments: [99, 101])
  func aFileHasAsManyBytesAsItShould(byteCount: Int) {
    var header = Self.header()
    header.filePath = "/file"
    var reception = ImageReception()
    let result = Result { () throws(LoadFailure) in
      let response = StreamImageResponse(header: header)
      try reception.receive(response, fileByteCount: byteCount, at: Instant(nanoseconds: 3))
      return try reception.finish()
    }
    #expect(result == .failure(.byteCount(received: byteCount, announced: 100)))
  }

  @Test func otherBytesHaveAnotherDigest() throws {
    var other = Array(Self.bytes)
    other[99] ^= 1
    let digests = try [Self.bytes, Bytes(other)].map {
      try Self.receive([.init(header: Self.header(), chunk: $0)]).get().content.digest
    }
    #expect(digests[0] != digests[1])
  }

  @Test(
    arguments: [
      ([], .headerMissing),
      ([.init(chunk: bytes)], .headerMissing),
      ([.init(chunk: bytes), .init(header: header())], .headerMissing),
      ([.init(header: header()), .init(header: header(), chunk: bytes)], .headerRepeated),
      ([.init(header: header(etag: ""), chunk: bytes)], .etagMissing),
      ([.init(header: header())], .byteCount(received: 0, announced: 100)),
      ([.init(header: header(byteCount: 0))], .byteCount(received: 0, announced: 0)),
      (
        [.init(header: header(byteCount: 99), chunk: bytes)],
        .byteCount(received: 100, announced: 99)
      ),
      (
        [.init(header: header(byteCount: 101), chunk: bytes)],
        .byteCount(received: 100, announced: 101)
      ),
      (
        [.init(header: header(), chunk: bytes), .init(chunk: [1])],
        .byteCount(received: 101, announced: 100)
      ),
    ] as [([StreamImageResponse], LoadFailure)]
  )
  func whatIsWrongIsTold(messages: [StreamImageResponse], failure: LoadFailure) {
    #expect(Self.receive(messages) == .failure(failure))
  }
}
