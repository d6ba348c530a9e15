import Base
import RPC
import Testing

@testable import HTTP2Wire

struct TimeoutHeaderTests {
  private static func parse(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBytes { TimeoutHeader.parse($0) }
  }

  @Test(
    arguments: [
      ("1n", 1), ("7u", 7_000), ("1970m", 1_970_000_000), ("3S", 3_000_000_000),
      ("2M", 120_000_000_000), ("1H", 3_600_000_000_000), ("00000001n", 1),
      ("99999999n", 99_999_999), ("99999999S", 99_999_999_000_000_000), ("99999999H", .max),
      ("2562048H", .max), ("2562047H", 9_223_369_200_000_000_000),
    ] as [(String, Int64)]
  )
  func aValueIsItsNanoseconds(text: String, nanoseconds: Int64) {
    #expect(Self.parse(text) == nanoseconds)
  }

  @Test(
    arguments: [
      "", "n", "1", "0S", "00000000n", "-1S", "+1S", "1.5S", "123456789S", "5x", "5s", "5h", "S5",
      "5 S", " 5S", "5S ", "5SS", "5µ", "0x5S",
    ]
  )
  func aMalformedValueIsNone(text: String) { #expect(Self.parse(text) == nil) }

  @Test(
    arguments: [
      (1, "1n"), (99_999_999, "99999999n"), (100_000_000, "100000u"), (100_000_001, "100001u"),
      (99_999_999_001, "100000000u"), (.max, "2562048H"),
    ] as [(Int64, String)]
  )
  func aTimeIsWrittenInTheFinestUnitAndRoundedUp(nanoseconds: Int64, text: String) {
    // Eight digits are the most: the unit after it has fewer.
    let expected = text == "100000000u" ? "100000m" : text
    #expect(TimeoutHeader.format(nanoseconds: nanoseconds) == expected)
  }

  @Test func whatIsWrittenIsReadAsNoLess() {
    var time: Int64 = 1
    while time < .max / 3 {
      let read = Self.parse(TimeoutHeader.format(nanoseconds: time)) ?? 0
      #expect(read >= time && read <= time + time / 1_000 + 1)
      time = time * 3 + 1
    }
  }
}

struct PercentCodingTests {
  private static func decode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { PercentCoding.decode($0) }
  }

  @Test(
    arguments: [
      ("", ""), ("plain text, with ~ and !", "plain text, with ~ and !"), ("100%", "100%25"),
      ("\t\r\n", "%09%0D%0A"), ("é", "%C3%A9"), ("☺", "%E2%98%BA"), ("\u{1F600}", "%F0%9F%98%80"),
      ("\u{7F}\u{1F} ", "%7F%1F "),
    ]
  )
  func aTextIsEncodedAndReadBack(text: String, encoded: String) {
    #expect(PercentCoding.encode(text) == Array(encoded.utf8))
    #expect(Self.decode(Array(encoded.utf8)) == text)
  }

  @Test(
    arguments: [
      ("%", "%"), ("%4", "%4"), ("%4G", "%4G"), ("%%41", "%A"), ("a%zzb", "a%zzb"),
      ("%c3%a9", "é"), ("%FF", "\u{FFFD}"), ("%41%", "A%"),
    ]
  )
  func aBadEscapeStaysAsItIs(encoded: String, text: String) {
    #expect(Self.decode(Array(encoded.utf8)) == text)
  }

  @Test func bytesThatAreNotASCIIAreRead() {
    #expect(Self.decode(Array("é".utf8)) == "é")
    #expect(Self.decode([0xFF]) == "\u{FFFD}")
  }
}

struct MetadataHeadersTests {
  private static func read(_ name: String, _ value: String) -> Metadata? {
    var metadata = Metadata()
    let isRead = Array(name.utf8).withUnsafeBytes { name in
      Array(value.utf8).withUnsafeBytes { MetadataHeaders.read(name, $0, into: &metadata) }
    }
    return isRead ? metadata : nil
  }

  @Test(
    arguments: [
      ("q6ur", ["q6ur"]), ("qw==", ["qw"]), ("qw", ["qw"]), ("", [""]),
      ("qw==,q6ur", ["qw", "q6ur"]), ("qw, qw==", ["qw", "qw"]), ("qw,", ["qw", ""]),
      ("qw== , q6ur", ["qw", "q6ur"]), (" qw==\t,\t q6ur \t", ["qw", "q6ur"]), (" ,", ["", ""]),
    ]
  )
  func binaryValuesAreSplitAndLoseTheirPadding(value: String, parts: [String]) {
    #expect(Self.read("x-bin", value)?.values(for: "x-bin") == parts)
  }

  @Test(arguments: ["q", "a b", "qw =", "qw=,", "====", "é"])
  func whatIsNotBase64IsRefused(value: String) { #expect(Self.read("x-bin", value) == nil) }

  @Test func otherValuesStayAsTheyAre() {
    #expect(Self.read("x", " a, b ")?.values(for: "x") == [" a, b "])
    #expect(Self.read("bin", "q")?["bin"] == "q")
  }

  @Test(
    arguments: [
      ("a", "b", "b"), ("a-bin", "qw==", "qw"), ("a.b_c-9", "", ""), ("a", " ~", " ~"),
      ("a", "é", nil), ("a", "\n", nil), ("a", "\u{7F}", nil), ("a-bin", "q", nil),
      ("A", "b", nil), ("a b", "c", nil), ("", "b", nil), (":path", "b", nil),
      ("grpc-status", "0", nil), ("te", "b", nil), ("content-type", "b", nil),
      ("connection", "b", nil), ("content-length", "1", nil),
    ]
  )
  func onlyWhatAHeaderCanCarryIsSent(name: String, value: String, sent: String?) {
    #expect(MetadataHeaders.value(of: Metadata.Entry(name: name, value: value)) == sent)
  }
}

struct StatusDetailsTests {
  @Test func detailsAreReadBack() {
    let error = RPCError(
      .notFound,
      "☺",
      details: [
        RPCError.Detail(typeURL: "type.googleapis.com/a.B", value: [1, 2, 3]),
        RPCError.Detail(typeURL: "t", value: []),
        RPCError.Detail(typeURL: "u", value: Bytes([UInt8](repeating: 5, count: 300))),
      ]
    )
    #expect(StatusDetails.decode(StatusDetails.encode(error)) == error.details)
  }

  @Test func aStatusHasTheBytesThatOthersRead() {
    let text = StatusDetails.encode(RPCError(.notFound, "no"))
    #expect(Base64.decode(text) == [0x08, 5, 0x12, 2] + Array("no".utf8))
  }

  @Test(arguments: ["", "q", "/w", "CgU", "GgQKBHg", "CP////////////8B"])
  func whatIsNoStatusHasNoDetails(text: String) { #expect(StatusDetails.decode(text) == []) }
}

struct StatusMappingTests {
  @Test func everyResetHasItsStatus() {
    let codes = (0...14).map { StatusMapping.code(ofReset: $0) }
    let others: [UInt32: StatusCode] = [
      7: .unavailable, 8: .cancelled, 11: .resourceExhausted, 12: .permissionDenied,
    ]
    #expect(codes == (0...14).map { others[$0] ?? .internal })
    #expect(StatusMapping.name(ofReset: 11) == "ENHANCE_YOUR_CALM")
    #expect(StatusMapping.name(ofReset: 99) == "code 99")
  }

  @Test(
    arguments: [
      (400, .internal), (401, .unauthenticated), (403, .permissionDenied), (404, .unimplemented),
      (429, .unavailable), (502, .unavailable), (503, .unavailable), (504, .unavailable),
      (200, .unknown), (302, .unknown), (405, .unknown), (500, .unknown), (505, .unknown),
    ] as [(Int, StatusCode)]
  )
  func everyStatusOfHTTPHasOneOfGRPC(status: Int, code: StatusCode) {
    #expect(StatusMapping.code(ofHTTP: status) == code)
  }
}
