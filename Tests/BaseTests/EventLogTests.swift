import Testing

@testable import Base

@Suite struct EventLogTests {
  @Test func aLineHasTimeLevelEventAndFields() {
    let line = EventLog.line(.info, "refused", ["uid": "1000", "reason": "n o"], seconds: 0)
    #expect(line == "time=1970-01-01T00:00:00Z level=info event=refused uid=1000 reason=\"n o\"\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("a\"b", #""a\"b""#), ("a\\b", #""a\\b""#),
    ("a\nb", #""a\nb""#), ("a\u{1}b", #""a\x01b""#), ("ä", "ä"),
    ("a\u{7E}b", "a~b"), ("a\u{7F}b", #""a\x7fb""#), ("a\u{9B}b", #""a\x9bb""#),
    ("a\u{A1}b", "a¡b"),
  ])
  func valuesNeverBreakALine(value: String, written: String) {
    let line = EventLog.line(.error, "x", ["k": value], seconds: 0)
    #expect(line.hasSuffix(" k=\(written)\n"))
    #expect(line.filter { $0 == "\n" }.count == 1)
  }

  @Test(arguments: EventLog.Level.allCases, EventLog.Level.allCases)
  func aLogPrintsItsLevelAndWhatMattersMore(log: EventLog.Level, event: EventLog.Level) {
    let order: [EventLog.Level] = [.error, .warning, .info, .debug]
    let isPrinted = order.firstIndex(of: event)! <= order.firstIndex(of: log)!
    #expect(EventLog(level: log).prints(event) == isPrinted)
  }
}
