import CodecPool
import Rendering
import Testing

@Suite struct CodecMessageTests {
  private static func output(_ format: EncodedFormat?) throws -> CodecOutput {
    try #require(CodecOutput(width: 0x0203, height: 0x0405, format: format, quality: 80))
  }

  private static func request(_ operation: CodecOperation) -> CodecRequest {
    CodecRequest(
      operation,
      bringsMemory: true,
      endsMemory: false,
      number: 0xa1b2_c3d4,
      memoryByteCount: 0x0000_0001_0203_0405
    )
  }

  private static func operations() throws -> [CodecOperation] {
    try EncodedFormat.allCases.map { .encode(try output($0)) }
      + (EncodedFormat.allCases + [nil]).map { .render(try output($0), photoByteCount: 7) }
      + [.prepare(photoByteCount: 1), .prepare(photoByteCount: 64 << 20)]
  }

  private static func read(_ bytes: [UInt8]) -> CodecRequest? {
    bytes.withUnsafeBytes { CodecRequest($0) }
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func aRequestSurvivesItsBytes(flags: (Bool, Bool)) throws {
    for operation in try Self.operations() {
      var request = Self.request(operation)
      (request.bringsMemory, request.endsMemory) = flags
      #expect(request.withBytes { CodecRequest($0) } == request)
      let readsPhoto = operation.photoByteCount != nil
      #expect(request.descriptorCount == (flags.0 ? 1 : 0) + (readsPhoto ? 1 : 0))
    }
  }

  private static let encode: [UInt8] =
    [1, 3, 80, 1, 0xd4, 0xc3, 0xb2, 0xa1] + [3, 2, 0, 0, 5, 4, 0, 0]
    + [5, 4, 3, 2, 1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0]
  private static let render: [UInt8] =
    [3, 4, 100, 1, 0xd4, 0xc3, 0xb2, 0xa1] + [3, 2, 0, 0, 5, 4, 0, 0]
    + [5, 4, 3, 2, 1, 0, 0, 0] + [9, 8, 7, 0, 0, 0, 0, 0]
  private static let prepare: [UInt8] =
    [2, 0, 0, 1, 0xd4, 0xc3, 0xb2, 0xa1] + [0, 0, 0, 0, 0, 0, 0, 0]
    + [5, 4, 3, 2, 1, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0]

  @Test func requestsAreLaidOutAsDrawn() throws {
    let encode = Self.request(.encode(try Self.output(.webp)))
    #expect(encode.withBytes { Array($0) } == Self.encode)
    let render = Self.request(.render(try Self.output(nil), photoByteCount: 0x07_0809))
    #expect(render.withBytes { Array($0) } == Self.render)
    let prepare = Self.request(.prepare(photoByteCount: 1))
    #expect(prepare.withBytes { Array($0) } == Self.prepare)
  }

  /// A request, a byte of it and a value that this must not have.
  private static let badBytes: [([UInt8], Int, UInt8)] =
    [(0, 0), (0, 2), (0, 5), (1, 0), (1, 4), (1, 5), (2, 0), (2, 101), (3, 4), (24, 1), (31, 1)]
    .map { (encode, $0.0, $0.1) }
    + [(0, 0), (0, 1), (0, 2), (1, 0), (1, 5), (2, 0), (27, 4), (31, 1)]
    .map { (render, $0.0, $0.1) }
    + [(0, 1), (0, 4), (1, 1), (2, 1), (8, 1), (12, 1), (24, 0), (27, 4), (27, 5)]
    .map { (prepare, $0.0, $0.1) }

  @Test(arguments: badBytes)
  func aRequestWithABadByteIsNone(request: [UInt8], position: Int, value: UInt8) {
    #expect(Self.read(request) != nil)
    var bytes = request
    bytes[position] = value
    #expect(Self.read(bytes) == nil)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func aRequestOfAnotherSizeIsNone(byteCount: Int) {
    let bytes = Array((Self.encode + [UInt8](repeating: 0, count: 32)).prefix(byteCount))
    #expect(Self.read(bytes) == nil)
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
    var bytes = Self.encode
    withUnsafeBytes(of: width.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
    withUnsafeBytes(of: height.littleEndian) { bytes.replaceSubrange(12..<16, with: $0) }
    withUnsafeBytes(of: memoryByteCount.littleEndian) { bytes.replaceSubrange(16..<24, with: $0) }
    #expect((Self.read(bytes) != nil) == isRequest)
  }

  @Test(arguments: [
    (0, 1, 80), (65_536, 1, 80), (1, 0, 80), (1, 65_536, 80), (1, 1, 0), (1, 1, 101),
  ])
  func anOutputHasLimits(width: Int, height: Int, quality: Int) {
    let output = CodecOutput(width: width, height: height, format: .jpeg, quality: quality)
    #expect(output == nil)
  }

  @Test(
    arguments: [
      .ready(buildIdentity: "vips-8.14.1"), .ready(buildIdentity: ""),
      .done(number: 7, byteCount: .max), .done(number: .max, byteCount: 0),
      .refused(number: 7, reason: "größer"), .refused(number: 0, reason: ""),
      .unreadable(number: 7, .unknownFormat), .unreadable(number: 0, .damaged),
      .unreadable(number: 7, .tooLong(side: .max)), .unreadable(number: 7, .tooManyPixels(1 << 40)),
      .unreadable(number: 7, .tooManyFrames(2)), .unreadable(number: .max, .tooManyScans(3)),
      .noRoom(number: 7),
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

  static let unreadable: [UInt8] = [4, 5, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]

  static let noRoom: [UInt8] = [5, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  @Test func repliesAreLaidOutAsDrawn() {
    let unreadable = CodecReply.unreadable(number: 7, .tooManyFrames(9))
    #expect(unreadable.withBytes { Array($0) } == Self.unreadable)
    #expect(CodecReply.done(number: 7, byteCount: 9).withBytes { Array($0) } == Self.done)
    #expect(CodecReply.refused(number: 7, reason: "no").withBytes { Array($0) } == Self.refused)
    #expect(CodecReply.noRoom(number: 7).withBytes { Array($0) } == Self.noRoom)
  }

  /// Bytes that are no reply, and why.
  static let badReplies: [(String, [UInt8])] = [
    ("empty", []),
    ("short head", Array(done.dropLast())),
    ("no kind", [0] + done.dropFirst()),
    ("unknown kind", [6] + done.dropFirst()),
    ("done with a flaw", [2, 1] + done.dropFirst(2)),
    ("unreadable without a flaw", [4, 0] + unreadable.dropFirst(2)),
    ("an unknown flaw", [4, 7] + unreadable.dropFirst(2)),
    ("damage that is counted", [4, 2] + unreadable.dropFirst(2)),
    ("a side of 33 bits", [4, 3] + unreadable[2..<12] + [1, 0, 0, 0]),
    ("more frames than there are numbers", [4, 5] + unreadable[2..<15] + [0x80]),
    ("unreadable with text", unreadable + [0x6e]),
    ("no room with a count", [5] + done.dropFirst()),
    ("no room with text", noRoom + [0x6e]),
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
