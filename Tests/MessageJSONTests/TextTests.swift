import Base
import Testing

@testable import MessageJSON

@Suite struct TextTests {
  @Test func prettyTextsHaveAMemberALine() throws {
    let wire = try Sample.wire(#"{"sizes":[1,2],"children":[{},{"text":"a"}],"data":""}"#)
    #expect(
      try Sample.mapping(.pretty).jsonText(from: Bytes(hex: wire), type: Sample.node()) == """
        {
          "children": [
            {},
            {
              "text": "a"
            }
          ],
          "sizes": [
            1,
            2
          ]
        }
        """
    )
  }

  @Test func whatSteersATerminalIsEscaped() {
    let value = JSONValue.string("a\"\\/\n\r\t\0\u{1B}\u{7F}\u{9B}\u{2028}é東")
    #expect(
      JSONWriter.text(of: value, layout: .compact)
        == #""a\"\\/\n\r\t\u0000\u001b\u007f\u009b\u2028é東""#
    )
  }

  @Test func invalidUTF8IsNoText() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ] {
      let error = #expect(throws: MessageJSONError.self) { try JSONParser.parse(Bytes(bytes)) }
      #expect(error?.description.contains("UTF") == true)
    }
  }

  @Test(
    arguments: [
      ("\\ud83d\\ude00", nil), ("\\\\ud83d", nil), ("a\\ud83d", 1), ("\\ud83d\\u0041", 0),
      ("\\ud83d\\ud83d\\ude00", 0), ("\\ude00", 0), ("\\ud8", nil), ("\\n\\ud83d", 2), ("\\", nil),
      ("\\ud83d\\ude00\\ude00", 12),
    ] as [(String, Int?)]
  )
  func halvesOfPairsAreFound(text: String, offset: Int?) {
    Bytes(text.utf8).withUnsafeBytes { buffer in
      #expect(SurrogateScan.firstLoneSurrogate(in: buffer) == offset)
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("12", 12), ("-12", -12), ("1.0", 1), ("1e3", 1_000), ("1E+3", 1_000),
      ("1200e-2", 12), ("0.5e1", 5), ("0e999999999999999999999", 0), ("0.000", 0),
      ("18446744073709551615", 18_446_744_073_709_551_615),
      ("99999999999999999999", 99_999_999_999_999_999_999),
      ("1.5", nil), ("1e-1", nil), ("100000000000000000000", nil), ("1e20", nil),
      ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil),
    ] as [(String, Int128?)]
  )
  func wholeNumbersAreReadExactly(text: String, value: Int128?) throws {
    let number = try #require(DecimalNumber(text))
    #expect(number.integer == value)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "1.", ".5", "1e", "1e+", " 1", "1 ", "0x1", "NaN", "1_0", "٣",
  ])
  func whatIsNoNumberIsRefused(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test(arguments: [
    ("", ""), ("66", "Zg=="), ("666f", "Zm8="), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg=="),
    ("fbff", "+/8="), ("00", "AA=="),
  ])
  func base64IsWrittenAndReadInEverySpelling(hex: String, text: String) {
    #expect(Base64.paddedText(of: Bytes(hex: hex)) == text)
    let unpadded = text.replacing("=", with: "")
    let safe = text.replacing("+", with: "-").replacing("/", with: "_")
    for text in [text, unpadded, safe] { #expect(Base64.bytes(of: text)?.hex == hex) }
  }

  @Test(arguments: ["A", "AAAAA", "Zg=", "Z===", "=", "Zm9v=", "Zm9v====", "Zg==Zg==", "Z g=", "é"])
  func whatIsNoBase64IsRefused(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0, 0), ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
      ("2024-02-29T23:59:59.120Z", 1_709_251_199, 120_000_000),
      ("2000-03-01T00:00:00.000001Z", 951_868_800, 1_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
      ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
    ] as [(String, Int64, Int32)]
  )
  func timesAreWrittenAsTheyAreRead(text: String, seconds: Int64, nanoseconds: Int32) {
    let time = TimestampText(text)
    #expect(time?.seconds == seconds && time?.nanoseconds == nanoseconds)
    #expect(TimestampText(seconds: seconds, nanoseconds: nanoseconds)?.text == text)
  }

  @Test func everyDayOfFourCenturiesIsItself() {
    for days in Int64(-719_162)..<(-719_162 + 146_097) {
      #expect(CivilDate(daysSince1970: days).daysSince1970 == days)
    }
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00",
    "2026-01-01t00:00:00Z", "2026-01-01T00:00:00z", "2026-01-01T00:00:00.Z", "2026-1-01T00:00:00Z",
    "2026-01-01T00:00:00+1:00", "0000-12-31T23:59:59Z", "9999-12-31T23:59:59-00:01", "",
    "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00+24:00", "10000-01-01T00:00:00Z",
  ])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(TimestampText(text) == nil)
  }

  @Test(
    arguments: [
      ("0s", 0, 0), ("1.500s", 1, 500_000_000), ("-0.000000001s", 0, -1),
      ("-1.000001s", -1, -1_000),
      ("315576000000s", 315_576_000_000, 0),
    ] as [(String, Int64, Int32)]
  )
  func durationsAreWrittenAsTheyAreRead(text: String, seconds: Int64, nanoseconds: Int32) {
    #expect(DurationText(text) == DurationText(seconds: seconds, nanoseconds: nanoseconds))
    #expect(DurationText(text)?.text == text)
  }

  @Test(arguments: [
    "", "s", "1", "1.s", "1.0000000001s", "315576000001s", "1 s", "+1s", "--1s", "1e3s",
  ])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(DurationText(text) == nil)
  }

  @Test func signsOfADurationAgree() {
    #expect(DurationText(seconds: 1, nanoseconds: -1) == nil)
    #expect(DurationText(seconds: -1, nanoseconds: 1) == nil)
    #expect(DurationText(seconds: 0, nanoseconds: -1) != nil)
  }
}
