import Base
import FeedMessages
import Files
import RPC
import Rendering
import Testing

@testable import FeedServices

@Suite struct PrefetchListTests {
  /// Tags as a list of pictures, each named after its tag.
  private func items(_ tags: some Sequence<Int>) -> [PrefetchItem] {
    tags.map { item($0, "pattern:p\($0).8x8") }
  }

  private func item(_ tag: Int, _ id: String) -> PrefetchItem {
    PrefetchItem(tag: UInt64(tag), variant: FeedMessages.ImageVariant(imageID: id))
  }

  @Test func theNearestAreAskedForFirstAndAFewAtATime() throws {
    var list = Script()
    try list.replace(items(0..<20))
    #expect(list.askForAll() == Array(0..<8))
    list.finish(3)
    list.finish(0)
    #expect(list.askForAll() == [8, 9])
    #expect(list.states() == [State(3, .ready), State(0, .ready)])
  }

  @Test func theNewestListSaysWhatIsNext() throws {
    var list = Script()
    try list.replace(items(0..<20))
    #expect(list.askForAll() == Array(0..<8))
    #expect(try list.replace(items((0..<20).reversed())) == [])
    for tag in 0..<8 { list.finish(tag) }
    #expect(list.askForAll() == [19, 18, 17, 16, 15, 14, 13, 12])
  }

  @Test func whatIsGoneIsDroppedAndNothingElse() throws {
    var list = Script()
    try list.replace(items(0..<12))
    #expect(list.askForAll() == Array(0..<8))
    list.finish(0)
    list.finish(1, .failure(.sourceDamaged))
    list.finish(2, .failure(.overloaded(retryAfter: .zero)))
    _ = list.states()
    // 3 and 4 are asked for, 10 waits; 5 to 7 and 11 stay.
    #expect(try list.replace(items([5, 6, 7, 11])) == [3, 4])
    #expect(list.states() == [3, 4, 8, 9, 10].map { State($0, .dropped) })
    #expect(list.list.openCount == 5)
    list.finish(5)
    #expect(list.states() == [State(5, .ready)])
  }

  @Test func whatWasGivenUpKeepsItsPlaceUntilItHasEnded() throws {
    var list = Script()
    try list.replace(items(0..<8))
    #expect(list.askForAll() == Array(0..<8))
    #expect(try list.replace(items(8..<16)) == Array(0..<8))
    #expect(list.askForAll() == [])
    list.finish(2, .failure(.cancelled))
    #expect(list.askForAll() == [8])
    #expect(list.states() == (0..<8).map { State($0, .dropped) })
  }

  @Test(
    arguments: [
      (.success(()), .ready, .ok), (.failure(.overloaded(retryAfter: .zero)), .refused, .ok),
      (.failure(.exhausted(.descriptors)), .refused, .ok),
      (.failure(.libraryFailed(.busy(queuedLimit: 1))), .refused, .ok),
      (.failure(.libraryFailed(.failed("disk I/O error"))), .refused, .ok),
      (.failure(.storeFailed(.busy(queuedLimit: 1))), .refused, .ok),
      (.failure(.storeFailed(.failed(operation: "open", code: 5))), .refused, .ok),
      (.failure(.libraryFailed(.corrupt)), .failed, .dataLoss),
      (.failure(.libraryFailed(.closed)), .failed, .unavailable),
      (.failure(.unknownImage), .failed, .notFound),
      (.failure(.sourceDamaged), .failed, .dataLoss),
      (.failure(.encoderUnavailable), .failed, .unavailable),
      (.failure(.timedOut), .failed, .deadlineExceeded),
      (.failure(.shutDown), .failed, .unavailable),
    ] as [(Result<Void, RenderError>, PrefetchState, StatusCode)]
  )
  func howARequestEndsIsTold(
    result: Result<Void, RenderError>,
    state: PrefetchState,
    code: StatusCode
  ) throws {
    var list = Script()
    try list.replace(items([7]))
    #expect(list.askForAll() == [7])
    list.finish(7, result)
    let first = list.list.takeState()
    let told = try #require(first)
    #expect(told.tag == 7 && told.state == state && told.code == code.rawValue)
    #expect(told.message.isEmpty == (code == .ok))
    #expect(list.list.takeState() == nil)
  }

  @Test func whatIsAtHandIsReadyAndNotAskedFor() throws {
    var list = Script()
    list.atHand = ["p1", "p3"]
    try list.replace(items(0..<4))
    #expect(list.states() == [State(1, .ready), State(3, .ready)])
    #expect(list.askForAll() == [0, 2])
  }

  @Test(
    arguments: [
      nil, FeedMessages.ImageVariant(),
      FeedMessages.ImageVariant(imageID: "pattern:a.8x8", width: 8_193),
    ]
  )
  func aVariantThatMeansNothingFailsAlone(variant: FeedMessages.ImageVariant?) throws {
    var list = Script()
    try list.replace([PrefetchItem(tag: 5, variant: variant), item(6, "pattern:a.8x8")])
    let first = list.list.takeState()
    let told = try #require(first)
    #expect(told.tag == 5 && told.state == .failed && told.code == 3 && !told.message.isEmpty)
    #expect(list.askForAll() == [6])
  }

  /// What is kept of a list has a bound, whatever the ids.
  @Test(arguments: [1, 128, 129, 1 << 20])
  func anIDTooLongToBeKeptFailsWithEachList(byteCount: Int) throws {
    var list = Script()
    let wanted = [item(5, String(repeating: "x", count: byteCount)), item(6, "pattern:a.8x8")]
    try list.replace(wanted)
    #expect(list.states() == [State(5, .failed)])
    #expect(list.askForAll() == [6])
    try list.replace(wanted)
    #expect(list.states() == (byteCount > 128 ? [State(5, .failed)] : []))
    // Nothing is to be dropped.
    #expect(try list.replace([]) == [6])
    #expect(list.states() == [State(6, .dropped)])
  }

  /// It is not taken for what was too long to be kept.
  @Test func aMissingVariantIsNotAnIDThatWasTooLong() throws {
    var list = Script()
    try list.replace([item(5, String(repeating: "x", count: 129))])
    #expect(list.states() == [State(5, .failed)])
    try list.replace([PrefetchItem(tag: 5)])
    #expect(list.states() == [State(5, .failed)])
    try list.replace([PrefetchItem(tag: 5)])
    #expect(list.states() == [])
  }

  @Test func aListHasUpToAThousandPictures() throws {
    var list = Script()
    try list.replace(items(0..<1_000))
    #expect(list.askForAll() == Array(0..<8))
    expectRefused(&list, items(0...1_000))
  }

  @Test func aTagStandsOnceInAList() throws {
    var list = Script()
    try list.replace(items(0..<3))
    #expect(list.askForAll() == [0, 1, 2])
    expectRefused(&list, items([3, 4, 3]))
  }

  /// Expects that the list is refused and changes nothing.
  private func expectRefused(_ list: inout Script, _ wanted: [PrefetchItem]) {
    let openCount = list.list.openCount
    do {
      try list.replace(wanted)
      Issue.record("it was taken")
    } catch { #expect(error.code == .invalidArgument && error.reason == "INVALID_VALUE") }
    #expect(list.states() == [] && list.list.openCount == openCount)
    list.finish(1)
    #expect(list.states() == [State(1, .ready)])
  }

  @Test func whatIsSettledStaysSoWhileListedUnlessRefused() throws {
    var list = Script()
    try list.replace(items(0..<3))
    #expect(list.askForAll() == [0, 1, 2])
    list.finish(0)
    list.finish(1, .failure(.sourceDamaged))
    list.finish(2, .failure(.overloaded(retryAfter: .zero)))
    #expect(list.states() == [State(0, .ready), State(1, .failed), State(2, .refused)])
    #expect(list.askForAll() == [])
    try list.replace(items(0..<3))
    #expect(list.askForAll() == [2])
    list.finish(2)
    #expect(list.states() == [State(2, .ready)])
    // Left out once, all are asked for again.
    try list.replace([])
    try list.replace(items(0..<3))
    #expect(list.states() == [] && list.askForAll() == [0, 1, 2])
  }

  @Test func aTagWithAnotherVariantIsANewWish() throws {
    var list = Script()
    try list.replace(items(0..<3))
    #expect(list.askForAll() == [0, 1, 2])
    list.finish(0)
    // What 0 became has not been told, and is no more asked about.
    let others = [item(0, "pattern:x.8x8"), item(1, "pattern:y.8x8"), item(2, "pattern:p2.8x8")]
    let old = list.requests[1]
    #expect(try list.replace(others) == [1])
    #expect(list.askForAll() == [0, 1] && list.states() == [])
    list.list.finish(try #require(old), .success(()))
    #expect(list.states() == [])
    list.finish(1)
    #expect(list.states() == [State(1, .ready)])
  }

  @Test func anUntoldStateGivesWayToTheNextOfItsTag() throws {
    var list = Script()
    try list.replace(items(0..<2))
    try list.replace([])
    list.atHand = ["p1"]
    try list.replace(items([1]))
    #expect(list.states() == [State(0, .dropped), State(1, .ready)])
  }

  @Test func statesWaitToBeReadUpToALimit() throws {
    var list = Script()
    // Each list drops the thousand before it.
    for round in 0...4 { try list.replace(items((round * 1_000)..<((round + 1) * 1_000))) }
    do {
      try list.replace(items(5_000..<5_001))
      Issue.record("more wait than may")
    } catch { #expect(error.code == .resourceExhausted && error.reason == "STATES_UNREAD") }
  }

  @Test func statesThatAreReadMakeRoom() throws {
    var list = Script()
    for round in 0..<20 {
      try list.replace(items((round * 1_000)..<((round + 1) * 1_000)))
      // All but a few are read, so that there are always some.
      for _ in 0..<(round == 0 ? 0 : 999) { #expect(list.list.takeState()?.state == .dropped) }
    }
  }

  @Test func droppingAllLeavesNothing() throws {
    var list = Script()
    try list.replace(items(0..<10))
    #expect(list.askForAll() == Array(0..<8))
    list.finish(4)
    #expect(list.list.dropAll().count == 7)
    #expect(
      list.states() == [State(4, .ready)] + [0, 1, 2, 3, 5, 6, 7, 8, 9].map { State($0, .dropped) }
    )
    for request in list.requests.values { list.list.finish(request, .failure(.cancelled)) }
    #expect(list.list.openCount == 0 && list.states() == [] && list.askForAll() == [])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyWishIsToldOneStateInTheEnd(seed: UInt64) throws {
    var random = RandomGenerator(seed: seed)
    var list = Script()
    var last: [Int: PrefetchState] = [:]
    for _ in 0..<200 {
      let tags = (0..<40).shuffled(using: &random).prefix(Int.random(in: 0..<30, using: &random))
      for tag in tags { last[tag] = last[tag] ?? .unspecified }
      try list.replace(items(tags))
      _ = list.askForAll()
      #expect(list.list.openCount <= PrefetchList.openRequests)
      for tag in Array(list.requests.keys) where Bool.random(using: &random) { list.finish(tag) }
      for state in list.states() { last[state.tag] = state.state }
    }
    _ = list.list.dropAll()
    for state in list.states() { last[state.tag] = state.state }
    #expect(last.values.allSatisfy { $0 == .ready || $0 == .dropped })
  }
}

/// What is told, without the words.
private struct State: Equatable {
  var tag: Int
  var state: PrefetchState

  init(_ tag: Int, _ state: PrefetchState) { (self.tag, self.state) = (tag, state) }
}

/// A list with its requests by tag: of a tag that was given up and asked for again, the newest.
private struct Script {
  var list = PrefetchList()
  var atHand: Set<String> = []
  private(set) var requests: [Int: PrefetchList.Request] = [:]
  private var tags: [PrefetchList.Request: Int] = [:]
  private var wanted: [PrefetchItem] = []

  /// Replaces the list; gives the tags of the requests that are to be given up.
  @discardableResult
  mutating func replace(_ items: [PrefetchItem]) throws(RPCError) -> [Int] {
    let atHand = atHand
    let givenUp = try list.replace(with: items) { atHand.contains($0.name) }
    wanted = items
    return givenUp.compactMap { tags[$0] }.sorted()
  }

  /// Asks for all that may be asked for now; gives their tags.
  mutating func askForAll() -> [Int] {
    var asked: [Int] = []
    while let (request, key) = list.next() {
      let item = wanted.first { (try? RenderKey($0.variant)) == key }
      guard let tag = item.map({ Int($0.tag) }) else { continue }
      requests[tag] = request
      tags[request] = tag
      asked.append(tag)
    }
    return asked
  }

  mutating func finish(_ tag: Int, _ result: Result<Void, RenderError> = .success(())) {
    guard let request = requests.removeValue(forKey: tag) else { return }
    list.finish(request, result)
  }

  mutating func states() -> [State] {
    var states: [State] = []
    while let state = list.takeState() { states.append(State(Int(state.tag), state.state)) }
    return states
  }
}
