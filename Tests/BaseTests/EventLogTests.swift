import Testing

@testable import Base

@Suite struct EventLogTests {
  @Test(arguments: EventLog.Level.allCases, EventLog.Level.allCases)
  func aLogPrintsItsLevelAndWhatMattersMore(log: EventLog.Level, event: EventLog.Level) {
    let order: [EventLog.Level] = [.error, .warning, .info, .debug]
    let isPrinted = order.firstIndex(of: event)! <= order.firstIndex(of: log)!
    #expect(EventLog(level: log).prints(event) == isPrinted)
  }

  @Test func allCopiesOfALogHaveOneLevel() {
    let log = EventLog(level: .info)
    let copy = log
    #expect(!copy.prints(.debug))
    log.setLevel(.debug)
    #expect(copy.prints(.debug) && copy.level == .debug)
    copy.setLevel(.error)
    #expect(!log.prints(.warning))
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_764_553_121, "2025-12-01T01:38:41Z"),
    (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
  ])
  func timesAreThoseOfRFC3339(seconds: Int, written: String) {
    #expect(EventLog.time(seconds: seconds) == written)
  }
}
