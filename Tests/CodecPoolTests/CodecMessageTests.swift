import CodecPool
import Rendering
import Testing

@Suite struct CodecMessageTests {
  static let request = CodecRequest(
    format: .webp,
    quality: 80,
    bringsMemory: true,
    endsMemory: false,
    number: 0xa1b2_c3d4,
    width: 0x0203,
    height: 0x0405,
    memoryByteCount: 0x0000_0001_0203_0405
  )

  @Test(arguments: EncodedFormat.allCases, [(false, false), (true, false), (false, true)])
  func aRequestSurvivesItsBytes(format: EncodedFormat, flags: (Bool, Bool)) {
    var request = Self.request
    request.format = format
    (request.bringsMemory, request.endsMemory) = flags
    #expect(request.withBytes { CodecRequest($0) } == request)
  }

  @Test func aRequestIsLaidOutAsDrawn() {
    let bytes = Self.request.withBytes { Array($0) }
    let expected: [UInt8] =
      [1, 3, 80, 1, 0xd4, 0xc3, 0xb2, 0xa1] + [3, 2, 0, 0, 5, 4, 0, 0]
      + [5, 4, 3, 2, 1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0]
    #expect(bytes == expected)
  }

  /// A byte and a value that it must not have.
  static let badBytes: [(Int, UInt8)] = [
    (0, 0), (0, 2), (0, 255), (1, 0), (1, 4), (2, 0), (2, 101), (3, 4), (3, 255), (24, 1), (31, 1),
  ]

  @Test(arguments: badBytes)
  func aRequestWithABadByteIsNone(position: Int, value: UInt8) {
    var bytes = Self.request.withBytes { Array($0) }
    bytes[position] = value
    #expect(bytes.withUnsafeBytes { CodecRequest($0) } == nil)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func aRequestOfAnotherSizeIsNone(byteCount: Int) {
    let bytes = Array(
      (Self.request.withBytes { Array($0) } + [UInt8](repeating: 0, count: 32))
        .prefix(byteCount)
    )
    #expect(bytes.withUnsafeBytes { CodecRequest($0) } == nil)
  }

  @Test(
    arguments: [
      (1, 1, 4, true), (1, 1, 3, false), (0, 1, 4, false), (1, 0, 4, false),
      (65_535, 65_535, 17_179_344_900, true), (65_535, 65_535, 17_179_344_899, false),
      (65_536, 1, 1 << 40, false), (1, 65_536, 1 << 40, false), (.max, .max, .max, false),
    ] as [(UInt32, UInt32, UInt64, Bool)]
  )
  func thePixelsMustFitIntoTheMemory(
    width: UInt32,
    height: UInt32,
    memoryByteCount: UInt64,
    isRequest: Bool
  ) {
    var request = Self.request
    (request.width, request.height) = (width, height)
    request.memoryByteCount = memoryByteCount
    // Only what is possible is asked back: the sender does not check.
    let bytes = request.withBytes { Array($0) }
    #expect((bytes.withUnsafeBytes { CodecRequest($0) } != nil) == isRequest)
  }

  @Test(
    arguments: [
      .ready(buildIdentity: "vips-8.14.1"), .ready(buildIdentity: ""),
      .done(number: 7, byteCount: .max), .done(number: .max, byteCount: 0),
      .refused(number: 7, reason: "größer"), .refused(number: 0, reason: ""),
    ] as [CodecReply]
  )
  func aReplySurvivesItsBytes(reply: CodecReply) {
    #expect(reply.withBytes { CodecReply($0) } == reply)
  }

  @Test(arguments: [(1_024, 1_024), (1_025, 1_024), (5_000, 1_024)])
  func aLongTextIsCut(length: Int, kept: Int) {
    let reply = CodecReply.refused(number: 1, reason: String(repeating: "x", count: length))
    let expected = CodecReply.refused(number: 1, reason: String(repeating: "x", count: kept))
    #expect(reply.withBytes { CodecReply($0) } == expected)
  }

  @Test func aTextIsOneLine() {
    let reply = CodecReply.refused(number: 1, reason: "a\nb\u{0}c\u{7f}\r\n")
    #expect(reply.withBytes { CodecReply($0) } == .refused(number: 1, reason: "a b c   "))
  }

  @Test func aTextIsCutBetweenCharacters() {
    let reply = CodecReply.refused(number: 1, reason: String(repeating: "€", count: 500))
    let expected = CodecReply.refused(number: 1, reason: String(repeating: "€", count: 341))
    #expect(reply.withBytes { CodecReply($0) } == expected)
  }

  static let done: [UInt8] = [2, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]
  static let refused: [UInt8] = [3, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x6e, 0x6f]

  @Test func repliesAreLaidOutAsDrawn() {
    #expect(CodecReply.done(number: 7, byteCount: 9).withBytes { Array($0) } == Self.done)
    #expect(CodecReply.refused(number: 7, reason: "no").withBytes { Array($0) } == Self.refused)
  }

  /// Bytes that are no reply, and why.
  static let badReplies: [(String, [UInt8])] = [
    ("empty", []),
    ("short head", Array(done.dropLast())),
    ("no kind", [0] + done.dropFirst()),
    ("unknown kind", [4] + done.dropFirst()),
    ("padding", [2, 0, 0, 1] + done.dropFirst(4)),
    ("done with text", done + [0x6e]),
    ("text shorter than said", Array(refused.dropLast())),
    ("text longer than said", refused + [0x6e]),
    ("a new line", Array(refused.dropLast()) + [0x0a]),
    ("a delete character", Array(refused.dropLast()) + [0x7f]),
    ("not UTF-8", Array(refused.dropLast()) + [0xff]),
    ("ready with a number", [1] + refused.dropFirst()),
    (
      "too much text",
      [3, 0, 0, 0, 7, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0]
        + [UInt8](repeating: 0x6e, count: 1_025)
    ),
  ]

  @Test(arguments: badReplies)
  func bytesThatAreNoReplyAreNone(why: String, bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { CodecReply($0) } == nil, "\(why)")
  }
}
