import Base
import FeedModel
import FeedStore
import Testing

@testable import FeedServices

@Suite struct WatchLogTests {
  static let all = WatchInterest(viewerID: Events.bob, filter: .everything)

  static func limits(messages: Int = 1_000, bytes: Int = 1_000_000) -> WatchLimits {
    var limits = WatchLimits()
    limits.heldMessages = messages
    limits.heldByteCount = bytes
    return limits
  }

  static func told(
    _ log: WatchLog,
    after position: Int64,
    _ interest: WatchInterest = all
  ) throws -> [Told] {
    try log.messages(after: SequenceNumber(position), for: interest).messages.map(Told.init)
  }

  @Test func everyPositionSeesWhatIsBehindIt() throws {
    var log = WatchLog(after: SequenceNumber(10), limits: Self.limits())
    let events = [12, 13, 17].map { Events.deletion($0) }
    log.append(events.compactMap { WatchEntry($0) }, upTo: SequenceNumber(20))
    #expect(log.start.number == 10 && log.end.number == 20 && log.count == 3)
    for position in Int64(10)...21 {
      let expected = [12, 13, 17].filter { $0 > position }.map { Told.deletion($0) }
      #expect(try Self.told(log, after: position) == expected)
      let end = log.messages(after: SequenceNumber(position), for: Self.all).position
      #expect(end.number == max(position, 20))
      let hasMessage = log.hasMessage(after: SequenceNumber(position), for: Self.all)
      #expect(hasMessage == !expected.isEmpty)
    }
  }

  @Test func ofOneSubjectOnlyTheLastIsLeft() throws {
    var log = WatchLog(after: SequenceNumber(0), limits: Self.limits())
    for number in 1...500 {
      let event = Events.counts(Int64(number), post: Int64(number % 2))
      log.append([event].compactMap { WatchEntry($0) }, upTo: log.end)
    }
    #expect(log.count == 2 && log.start.number == 0)
    #expect(try Self.told(log, after: 0) == [.counts(499, post: 1), .counts(500, post: 0)])
    #expect(try Self.told(log, after: 499) == [.counts(500, post: 0)])
    #expect(log.byteCount < 200)
  }

  @Test func likesOfOneUserAndPostAreMergedAndOthersAreNot() throws {
    var log = WatchLog(after: SequenceNumber(0), limits: Self.limits())
    let events = [
      Events.like(1, by: Events.bob), Events.like(2, by: Events.ada),
      Events.like(3, by: Events.bob, post: 8), Events.like(4, by: Events.bob),
    ]
    log.append(events.compactMap { WatchEntry($0) }, upTo: SequenceNumber(4))
    #expect(try Self.told(log, after: 0) == [.like(3), .like(4)])
    let ada = WatchInterest(viewerID: Events.ada, filter: .everything)
    #expect(try Self.told(log, after: 0, ada) == [.like(2)])
  }

  @Test func theOldestGoWhereThereAreTooMany() {
    var log = WatchLog(after: SequenceNumber(0), limits: Self.limits(messages: 8))
    for number in 1...8 {
      log.append([WatchEntry(Events.deletion(Int64(number)))].compactMap { $0 }, upTo: log.end)
      #expect(log.start.number == 0)
    }
    log.append([WatchEntry(Events.deletion(9))].compactMap { $0 }, upTo: log.end)
    #expect(log.count == 6 && log.start.number == 3)
  }

  @Test func theOldestGoWhereTheyAreTooLarge() throws {
    let entry = try #require(WatchEntry(Events.deletion(1)))
    let limit = 4 * entry.byteCount
    var log = WatchLog(after: SequenceNumber(0), limits: Self.limits(bytes: limit))
    for number in 1...4 {
      log.append([WatchEntry(Events.deletion(Int64(number)))].compactMap { $0 }, upTo: log.end)
    }
    #expect(log.start.number == 0 && log.byteCount == limit)
    log.append([WatchEntry(Events.deletion(5))].compactMap { $0 }, upTo: log.end)
    #expect(log.start.number == 2 && log.byteCount == 3 * entry.byteCount)
  }

  @Test func aTurnEndsAtEitherLimit() throws {
    var limits = Self.limits()
    limits.messagesPerTurn = 3
    var log = WatchLog(after: SequenceNumber(0), limits: limits)
    log.append((1...7).compactMap { WatchEntry(Events.deletion($0)) }, upTo: SequenceNumber(7))
    var ends: [Int64] = []
    var position = SequenceNumber(0)
    while position < log.end {
      position = log.messages(after: position, for: Self.all).position
      ends.append(position.number)
    }
    #expect(ends == [3, 6, 7])
    limits.bytesPerTurn = 1
    log = WatchLog(after: SequenceNumber(0), limits: limits)
    log.append((1...2).compactMap { WatchEntry(Events.deletion($0)) }, upTo: SequenceNumber(2))
    #expect(log.messages(after: SequenceNumber(0), for: Self.all).messages.count == 1)
  }

  /// The log against a list that keeps everything.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func whatIsHeldIsWhatWasAddedButForTheMerged(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var log = WatchLog(after: SequenceNumber(0), limits: Self.limits(messages: 40))
    var all: [FeedEvent] = []
    var number: Int64 = 0
    for _ in 0..<600 {
      number += Int64(1 + random.number(below: 3))
      let event =
        random.number(below: 3) == 0
        ? Events.deletion(number) : Events.counts(number, post: Int64(random.number(below: 30)))
      all.append(event)
      log.append([event].compactMap { WatchEntry($0) }, upTo: SequenceNumber(number))
      #expect(log.count <= 40)
      let position = log.start.number + Int64(random.number(below: 60))
      var expected: [Told] = []
      for event in all where event.sequence.number > position {
        guard let entry = WatchEntry(event) else { continue }
        let told = try Told(entry.message)
        if case .counts(_, let post) = told {
          expected.removeAll { if case .counts(_, post) = $0 { true } else { false } }
        }
        expected.append(told)
      }
      #expect(try Self.told(log, after: position) == expected, "seed \(seed), number \(number)")
    }
  }
}
