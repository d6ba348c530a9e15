import Testing

@testable import Base

@Suite struct LogLineTests {
  private func line(
    _ fields: KeyValuePairs<String, String>,
    _ level: EventLog.Level = .info
  ) -> LogLine {
    LogLine(time: "1970-01-01T00:00:00Z", level: level, event: "refused", fields: fields)
  }

  @Test func aLineOfTextHasTimeLevelEventAndFields() {
    #expect(
      line(["uid": "1000", "reason": "n o"]).text(.text)
        == "time=1970-01-01T00:00:00Z level=info event=refused uid=1000 reason=\"n o\"\n"
    )
  }

  @Test func aLineOfJSONHasThemAsMembers() {
    #expect(
      line(["uid": "1000", "reason": "n o"], .warning).text(.json)
        == #"{"time":"1970-01-01T00:00:00Z","level":"warning","message":"refused","#
        + #""uid":"1000","reason":"n o"}"# + "\n"
    )
    #expect(
      line([:], .debug).text(.json)
        == #"{"time":"1970-01-01T00:00:00Z","level":"debug","message":"refused"}"# + "\n"
    )
  }

  @Test func noMemberOfAnObjectHasTheNameOfAnother() {
    #expect(
      line(["message": "a", "level": "b", "time": "c", "messages": "d"]).text(.json)
        == #"{"time":"1970-01-01T00:00:00Z","level":"info","message":"refused","#
        + #""message_":"a","level_":"b","time_":"c","messages":"d"}"# + "\n"
    )
  }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("a\"b", #""a\"b""#), ("a\\b", #""a\\b""#),
    ("a\nb", #""a\nb""#), ("a\u{1}b", #""a\x01b""#), ("ä", "ä"),
    ("a\u{7E}b", "a~b"), ("a\u{7F}b", #""a\x7fb""#), ("a\u{9B}b", #""a\x9bb""#),
    ("a\u{A1}b", "a¡b"),
  ])
  func valuesNeverBreakALineOfText(value: String, written: String) {
    let text = line(["k": value]).text(.text)
    #expect(text.hasSuffix(" k=\(written)\n"))
    #expect(text.utf8.count { $0 == 0x0A } == 1)
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a/b", "a/b"),
    ("a\nb", #"a\nb"#), ("a\r\nb", #"a\u000d\nb"#), ("a\tb", #"a\u0009b"#),
    ("a\0b", #"a\u0000b"#), ("a\u{1F}b", #"a\u001fb"#), ("a b", "a b"), ("a\u{7E}b", "a~b"),
    ("a\u{7F}b", #"a\u007fb"#), ("a\u{85}b", #"a\u0085b"#), ("a\u{9F}b", #"a\u009fb"#),
    ("a\u{A0}b", "a\u{A0}b"), ("a\u{2027}b", "a\u{2027}b"), ("a\u{2028}b", #"a\u2028b"#),
    ("a\u{2029}b", #"a\u2029b"#), ("a\u{202A}b", "a\u{202A}b"), ("ä🙂", "ä🙂"),
    (#"","level":"error"#, #"\",\"level\":\"error"#),
  ])
  func valuesNeverBreakALineOfJSON(value: String, written: String) {
    let text = line(["k": value, value: "v"]).text(.json)
    #expect(text.hasSuffix(",\"k\":\"\(written)\",\"\(written)\":\"v\"}\n"))
    #expect(text.utf8.count { $0 == 0x0A } == 1)
  }

  @Test(
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0x61, 0xC3], "a\u{FFFD}"),
      ([0xF0, 0x80, 0x0A], "\u{FFFD}\u{FFFD}\\n"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] as [([UInt8], String)]
  )
  func bytesThatAreNoUTF8AreReplaced(bytes: [UInt8], written: String) {
    let text = line(["k": String(decoding: bytes, as: UTF8.self)]).text(.json)
    #expect(text.hasSuffix(",\"k\":\"\(written)\"}\n"))
  }
}
