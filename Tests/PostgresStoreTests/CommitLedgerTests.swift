import FeedModel
import FeedStore
import Testing

@testable import PostgresStore

@Suite struct CommitLedgerTests {
  /// As `#expect`, of what changes the ledger too.
  private func expect(_ isSo: Bool, at location: SourceLocation = #_sourceLocation) {
    #expect(isSo, sourceLocation: location)
  }

  private func interval(_ previous: Int64, _ sequence: Int64) -> CommitLedger.Interval {
    .init(previous: SequenceNumber(previous), sequence: SequenceNumber(sequence))
  }

  private func records(_ numbers: ClosedRange<Int64>) -> [EventRecord] {
    numbers.map { number in
      EventRecord(
        sequence: SequenceNumber(number),
        change: .userChanged(UserID(number: number))
      )
    }
  }

  private func pairs(_ commits: [FeedCommit]) -> [[Int64]] {
    commits.map { [$0.previous.number, $0.sequence.number, Int64($0.changes.count)] }
  }

  @Test func ownCommitsNeedNoReading() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    ledger.begin(interval(10, 12))
    // It is told by who makes it.
    expect(!ledger.hear(SequenceNumber(12)))
    expect(!ledger.end(isCommitted: true))
    expect(ledger.told == SequenceNumber(12))
    expect(!ledger.hear(SequenceNumber(12)))
  }

  @Test func commitsOfOthersAreReadAndToldOnce() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    expect(ledger.hear(SequenceNumber(13)))
    expect(pairs(ledger.take(records(11...13), upTo: SequenceNumber(13))) == [[10, 13, 3]])
    expect(ledger.told == SequenceNumber(13) && !ledger.isBehind)
    expect(ledger.take([], upTo: SequenceNumber(13)) == [])
  }

  @Test func anOwnCommitBehindOneOfAnothersIsToldFirst() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    ledger.begin(interval(12, 14))
    _ = ledger.end(isCommitted: true)
    expect(ledger.told == SequenceNumber(10))
    expect(ledger.hear(SequenceNumber(14)))
    expect(
      pairs(ledger.take(records(11...15), upTo: SequenceNumber(15))) == [
        [10, 12, 2], [14, 15, 1],
      ]
    )
    expect(ledger.told == SequenceNumber(15))
  }

  /// Its numbers are anybody's: another daemon may have used them.
  @Test func aCommitThatWasNotMadeIsReadAnew() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    ledger.begin(interval(10, 12))
    expect(ledger.hear(SequenceNumber(13)))
    expect(pairs(ledger.take(records(11...13), upTo: SequenceNumber(13))) == [[12, 13, 1]])
    expect(ledger.told == SequenceNumber(10))
    expect(ledger.end(isCommitted: false))
    expect(pairs(ledger.take(records(11...13), upTo: SequenceNumber(13))) == [[10, 12, 2]])
    expect(ledger.told == SequenceNumber(13) && !ledger.isBehind)
  }

  /// As of somebody who notifies by hand.
  @Test func aNumberThatIsTooHighIsReadForOnce() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    expect(ledger.hear(SequenceNumber(999)))
    expect(ledger.take([], upTo: SequenceNumber(10)) == [])
    expect(!ledger.isBehind)
    expect(ledger.hear(SequenceNumber(11)))
  }

  /// As after a reconnect, where no notification told of what was read.
  @Test func aHoleIsReadThoughNobodyNotified() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    ledger.begin(interval(10, 12))
    expect(pairs(ledger.take(records(11...13), upTo: SequenceNumber(13))) == [[12, 13, 1]])
    expect(ledger.end(isCommitted: false))
    expect(pairs(ledger.take(records(11...13), upTo: SequenceNumber(13))) == [[10, 12, 2]])
    expect(!ledger.isBehind)
  }

  @Test func whatIsNoLongerKeptIsIncomplete() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    let commits = ledger.take(records(19...20), upTo: SequenceNumber(20))
    expect(pairs(commits) == [[10, 20, 2]] && !commits[0].isComplete)
  }

  @Test func aCommitThatChangesNothingIsNoInterval() {
    var ledger = CommitLedger(after: SequenceNumber(10))
    ledger.begin(interval(10, 10))
    expect(!ledger.end(isCommitted: true))
    expect(ledger.told == SequenceNumber(10))
  }
}

@Suite struct GroupCourseTests {
  private let error = StoreError.unavailable(
    EngineFailure(code: 0, message: "gone", statement: "")
  )

  @Test func whoFailsLeavesAndTheOthersGoOn() {
    var course = GroupCourse(["a", "b", "c"])
    course.failed(.member(index: 1, .full))
    #expect(course.members == ["a", "c"] && !course.isOver)
    course.succeeded()
    #expect(course.isOver && course.failures.map(\.member) == ["b"])
  }

  @Test func aGroupIsTriedAFewTimes() {
    var course = GroupCourse(["a", "b"])
    for _ in 1..<PostgresLimits.groupTries {
      course.failed(.interrupted(error))
      #expect(course.members == ["a", "b"])
    }
    course.failed(.interrupted(error))
    #expect(course.isOver && course.failures.map(\.error) == [error, error])
  }

  @Test func whereManyFailAllDo() {
    let count = PostgresLimits.outcastsPerGroup
    var course = GroupCourse(Array(0...count))
    for _ in 1..<count { course.failed(.member(index: 0, .full)) }
    #expect(!course.isOver)
    course.failed(.member(index: 0, .full))
    #expect(course.isOver && course.failures.count == count + 1)
  }

  @Test func whatConcernsAllEndsIt() {
    var course = GroupCourse(["a", "b"])
    course.failed(.whole(.full))
    #expect(course.isOver && course.failures.map(\.error) == [.full, .full])
  }
}
