import Base
import Testing

@testable import HTTP2Wire

struct FrameScannerTests {
  private static func frame(_ type: UInt8, _ flags: UInt8 = 0, _ length: Int = 0) -> [UInt8] {
    [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags, 0, 0, 0, 1]
      + [UInt8](repeating: 0, count: length)
  }

  private static func scan(_ pieces: [[UInt8]], preface: Int = 0) -> [FrameScanner.Header] {
    var scanner = FrameScanner(prefaceByteCount: preface)
    var found: [FrameScanner.Header] = []
    for piece in pieces { piece.withUnsafeBytes { scanner.scan($0) { found.append($0) } } }
    return found
  }

  @Test func framesAreFoundWhereverTheirBytesAreCut() {
    let bytes =
      [UInt8](repeating: 9, count: 24) + Self.frame(4) + Self.frame(0, 1, 300)
      + Self.frame(250, 7, 70_000)
    let whole = Self.scan([bytes], preface: 24)
    #expect(
      whole == [
        .init(length: 0, type: 4, flags: 0), .init(length: 300, type: 0, flags: 1),
        .init(length: 70_000, type: 250, flags: 7),
      ]
    )
    for cut in 0..<400 {
      #expect(Self.scan([Array(bytes[..<cut]), Array(bytes[cut...])], preface: 24) == whole)
    }
    #expect(Self.scan(bytes.map { [$0] }, preface: 24) == whole)
  }

  @Test(
    arguments: [
      (0, 0, 0, false), (0, 0, 4, false), (0, 0, 5, true), (0, 1, 0, true), (0, 8, 50, false),
      (0, 9, 50, true), (1, 0, 0, true), (9, 4, 10, false), (2, 0, 5, false), (3, 0, 4, false),
      (4, 0, 0, false), (6, 0, 8, false), (8, 0, 4, false), (77, 0, 10_000, false),
    ] as [(UInt8, UInt8, Int, Bool)]
  )
  func onlyWhatCarriesSomethingIsUseful(type: UInt8, flags: UInt8, length: Int, isUseful: Bool) {
    #expect(FrameScanner.Header(length: length, type: type, flags: flags).isUseful == isUseful)
  }

  private static func headers(_ stream: UInt8, _ length: Int, continues: Int? = nil) -> [UInt8] {
    var bytes = frame(1, continues == nil ? 4 : 0, length)
    bytes[8] = stream
    guard let continues else { return bytes }
    return bytes + frame(9, 4, continues)
  }

  @Test func headersOfAStreamThatIsNotNewCostByTheirLength() {
    let bytes =
      Self.headers(3, 640, continues: 640) + Self.headers(5, 0) + Self.headers(3, 63)
      + Self.headers(5, 64, continues: 128) + Self.headers(7, 640) + Self.headers(1, 6_400)
    for readsRequests in [true, false] {
      var scanner = FrameScanner(readsRequests: readsRequests)
      var costs: [Int] = []
      bytes.withUnsafeBytes { scanner.scan($0) { costs.append($0.idleCost) } }
      #expect(costs == (readsRequests ? [0, 1, 0, 1, 2, 3, 0, 101] : [0, 1, 0, 0, 0, 1, 0, 0]))
    }
  }

  @Test func itKnowsWhatTheBytesEndIn() {
    var scanner = FrameScanner(prefaceByteCount: 2)
    func feed(_ bytes: [UInt8]) -> FrameScanner.Unfinished {
      bytes.withUnsafeBytes { scanner.scan($0) { _ in } }
      return scanner.unfinished
    }
    #expect(scanner.unfinished == .header)
    #expect(feed([1]) == .header)
    #expect(feed([1]) == .nothing)
    #expect(feed([0]) == .header)
    #expect(feed([0, 2, 1, 0, 0, 0, 0]) == .header)
    #expect(feed([1]) == .payload(byteCount: 2))
    #expect(feed([1]) == .payload(byteCount: 2))
    // HEADERS without END_HEADERS: CONTINUATION has to come.
    #expect(feed([1]) == .payload(byteCount: 0))
    #expect(feed(Self.frame(9, 0)) == .payload(byteCount: 0))
    #expect(feed(Self.frame(9, 4)) == .nothing)
  }
}

struct ReceivePaceTests {
  private static let start = Instant(nanoseconds: 0)

  private static func pace() -> ReceivePace {
    var limits = HTTP2Limits()
    limits.framePatience = .seconds(10)
    limits.bodyByteCountPerSecond = 1_000
    return ReceivePace(limits)
  }

  private static func isLate(
    _ pace: inout ReceivePace,
    isReading: Bool,
    at now: Instant
  ) -> Bool { pace.isLate(isReading: isReading, at: now) }

  @Test func aFrameHasItsPatienceFromItsFirstByte() {
    var pace = Self.pace()
    pace.update(.header, hasBegun: false, isReading: true, at: Self.start)
    pace.update(.header, hasBegun: false, isReading: true, at: Self.start + .seconds(9))
    #expect(!Self.isLate(&pace, isReading: true, at: Self.start + .seconds(10) - .nanoseconds(1)))
    #expect(Self.isLate(&pace, isReading: true, at: Self.start + .seconds(10)))
  }

  @Test func aLongerFrameHasMore() {
    var pace = Self.pace()
    pace.update(.payload(byteCount: 5_000), hasBegun: true, isReading: true, at: Self.start)
    #expect(!Self.isLate(&pace, isReading: true, at: Self.start + .seconds(15) - .nanoseconds(1)))
    #expect(Self.isLate(&pace, isReading: true, at: Self.start + .seconds(15)))
  }

  @Test func whatIsCompleteIsNeverLate() {
    var pace = Self.pace()
    pace.update(.header, hasBegun: false, isReading: true, at: Self.start)
    pace.update(.nothing, hasBegun: true, isReading: true, at: Self.start)
    #expect(pace.deadline == .never)
  }

  @Test func timeInWhichNobodyReadDoesNotCount() {
    var pace = Self.pace()
    pace.update(.header, hasBegun: false, isReading: true, at: Self.start)
    #expect(!Self.isLate(&pace, isReading: false, at: Self.start + .seconds(10)))
    #expect(!Self.isLate(&pace, isReading: true, at: Self.start + .seconds(20)))
    #expect(Self.isLate(&pace, isReading: true, at: Self.start + .seconds(30)))
  }
}

struct WindowGrowthTests {
  @Test func roomIsGivenInTurn() {
    var growth = WindowGrowth(byteCount: 100)
    let taken = [60, 41].map { growth.take($0) }
    #expect(taken == [true, false])
    growth.wait(3, for: 50)
    growth.wait(5, for: 10)
    // There would be room for this one, but others wait for theirs.
    let overtakes = growth.take(10)
    #expect(!overtakes)
    let tooEarly = growth.next()
    #expect(tooEarly == nil)
    growth.leave(1, 60)
    let order = (0..<3).map { _ in growth.next()?.stream }
    #expect(order == [3, 5, nil])
    let rest = [40, 1].map { growth.take($0) }
    #expect(rest == [true, false])
  }

  @Test func halfOfTheRoomIsOnlyForThoseThatNeedIt() {
    var growth = WindowGrowth(byteCount: 101)
    let spare = [50, 2, 1, 1].map { growth.takeSpare($0) }
    #expect(spare == [true, false, true, false])
    let needed = [50, 1].map { growth.take($0) }
    #expect(needed == [true, false])
    growth.leave(1, 101)
    growth.wait(3, for: 102)
    // Who does not need it goes behind who does.
    let overtakes = growth.takeSpare(1)
    #expect(!overtakes)
  }

  @Test func whoLeavesWaitsNoMore() {
    var growth = WindowGrowth(byteCount: 10)
    growth.wait(1, for: 11)
    growth.wait(3, for: 10)
    growth.leave(1, 0)
    let next = growth.next()?.stream
    #expect(next == 3)
  }
}

extension Instant {
  fileprivate static func - (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(byNanoseconds: -duration.nanoseconds)
  }
}
