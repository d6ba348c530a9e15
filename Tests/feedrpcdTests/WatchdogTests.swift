import Base
import EventLoop
import FeedServices
import FeedStore
import Testing
import Transport
import Waiting

@testable import feedrpcd

@Suite struct WatchdogRoundTests {
  /// What somebody does in a round, and what comes of it.
  private enum Step {
    case begin([Int])
    case answer(Int, isWell: Bool, isLast: Bool)
    case silent([Int])
  }

  private func run(partCount: Int, _ steps: [Step]) {
    var round = WatchdogRound(partCount: partCount)
    for (number, step) in steps.enumerated() {
      switch step {
      case .begin(let expected):
        let asked = round.begin()
        #expect(asked == expected, "step \(number)")
      case .answer(let index, let isWell, let expected):
        let isLast = round.answer(index, isWell: isWell)
        #expect(isLast == expected, "step \(number)")
      case .silent(let expected): #expect(round.silent == expected, "step \(number)")
      }
    }
  }

  @Test func allAreWellOnceTheLastHasAnswered() {
    run(
      partCount: 3,
      [
        .silent([0, 1, 2]), .begin([0, 1, 2]), .answer(1, isWell: true, isLast: false),
        .answer(0, isWell: true, isLast: false), .silent([2]),
        .answer(2, isWell: true, isLast: true), .silent([]),
      ]
    )
  }

  @Test func anAnswerIsGoodForOneRound() {
    run(
      partCount: 2,
      [
        .begin([0, 1]), .answer(0, isWell: true, isLast: false),
        // The other one still owes its answer and is not asked again.
        .begin([0]), .silent([0, 1]), .answer(1, isWell: true, isLast: false),
        .answer(0, isWell: true, isLast: true), .begin([0, 1]),
      ]
    )
  }

  @Test func whoIsUnwellIsAskedAgain() {
    run(
      partCount: 2,
      [
        .begin([0, 1]), .answer(0, isWell: true, isLast: false),
        .answer(1, isWell: false, isLast: false), .silent([1]), .begin([0, 1]),
        .answer(1, isWell: true, isLast: false), .answer(0, isWell: true, isLast: true),
      ]
    )
  }
}

@Suite(.timeLimit(.minutes(10))) struct WatchdogTests {
  private struct Seen: Sendable {
    var pings = 0
    var reports: [[String]] = []
    var pauses = 0
    var mayPause = 0
    var durations: [Duration] = []
  }

  /// A watchdog whose pauses last until the test ends them.
  private func run(
    _ parts: [Watchdog.Part],
    _ seen: Watched<Seen>,
    _ body: () async throws -> Void
  ) async throws {
    let watchdog = Watchdog(interval: .seconds(8), parts: parts) { silent in
      seen.change { $0.reports.append(silent) }
    } tell: {
      seen.change { $0.pings += 1 }
    }
    let task = Task {
      await watchdog.run { duration in
        let number = seen.change { seen -> Int in
          seen.pauses += 1
          seen.durations.append(duration)
          return seen.pauses
        }
        _ = try await seen.until { $0.mayPause >= number ? true : nil }
      }
    }
    try await body()
    task.cancel()
    await task.value
  }

  private func pass(_ seen: Watched<Seen>) async throws {
    seen.change { $0.mayPause += 1 }
    try await seen.until { $0.pauses > $0.mayPause ? true : nil }
  }

  @Test func allAreAskedTwiceInTheInterval() async throws {
    let seen = Watched(Seen())
    let part = Watchdog.Part(name: "a") { $0(true) }
    try await run([part, part], seen) {
      try await pass(seen)
      try await pass(seen)
      #expect(seen.value.pings == 3)
      #expect(seen.value.durations == Array(repeating: .seconds(4), count: 3))
      #expect(seen.value.reports.isEmpty)
    }
  }

  @Test func whileOneIsSilentNothingIsTold() async throws {
    let seen = Watched(Seen())
    let owed = Lock<[@Sendable (Bool) -> Void]>([])
    let good = Watchdog.Part(name: "good") { $0(true) }
    let slow = Watchdog.Part(name: "slow") { answer in owed.withLock { $0.append(answer) } }
    try await run([good, slow], seen) {
      try await pass(seen)
      try await pass(seen)
      #expect(seen.value.pings == 0)
      #expect(seen.value.reports == [["slow"]])
      #expect(owed.withLock { $0.count } == 1)
      for answer in owed.withLock({ $0 }) { answer(true) }
      #expect(seen.value.pings == 1)
      try await pass(seen)
      #expect(seen.value.reports == [["slow"], []])
      #expect(owed.withLock { $0.count } == 2)
    }
  }

  @Test func whoIsUnwellKeepsItFromBeingTold() async throws {
    let seen = Watched(Seen())
    let isWell = Lock(false)
    let part = Watchdog.Part(name: "renderer") { answer in answer(isWell.withLock { $0 }) }
    try await run([part], seen) {
      try await pass(seen)
      #expect(seen.value.pings == 0 && seen.value.reports == [["renderer"]])
      isWell.withLock { $0 = true }
      try await pass(seen)
      #expect(seen.value.pings == 1 && seen.value.reports == [["renderer"]])
      try await pass(seen)
      #expect(seen.value.pings == 2 && seen.value.reports == [["renderer"], []])
    }
  }

  @Test func aLoopAnswersUnlessItIsStuck() async throws {
    let loop = try EventLoop(name: "test")
    let answers = Watched(0)
    let part = Watchdog.Part.loop(loop, "io-0")
    let gate = Watched(false)
    let isStuck = Watched(false)
    part.ask { _ in answers.change { $0 += 1 } }
    try await answers.until { $0 == 1 ? true : nil }
    loop.execute {
      isStuck.change { $0 = true }
      while !gate.value {}
    }
    try await isStuck.until { $0 ? true : nil }
    part.ask { _ in answers.change { $0 += 1 } }
    #expect(answers.value == 1)
    gate.change { $0 = true }
    try await answers.until { $0 == 2 ? true : nil }
    loop.stop()
    loop.join()
  }

  @Test func aStoreAnswersAndNothingChanges() async throws {
    let store = MemoryStore(environment: StoreEnvironment(patternBlurhash: { _, _, _ in "" }))
    let commits = Lock(0)
    store.observeCommits { commit in
      commits.withLock { $0 += commit.changes.count }
    }
    let answers = Watched<[Bool]>([])
    Watchdog.Part.store(store).ask { isWell in answers.change { $0.append(isWell) } }
    try await answers.until { $0 == [true] ? true : nil }
    await store.close()
    // What it says does not matter: it is there.
    Watchdog.Part.store(store).ask { isWell in answers.change { $0.append(isWell) } }
    try await answers.until { $0 == [true, true] ? true : nil }
    #expect(commits.withLock { $0 } == 0)
  }
}

@Suite struct StatusLineTests {
  @Test func troubleIsToldWhileTheDaemonServes() {
    let told = Lock<[ServiceManager.State]>([])
    let status = StatusLine { state in told.withLock { $0.append(state) } }
    status.note(.encoderMissing, isThere: true)
    status.ready()
    #expect(told.withLock { $0 } == [])
    status.ready(socket: "/s")
    status.note(.storeFailed, isThere: true)
    status.note(.encoderMissing, isThere: false)
    status.note(.stopping, isThere: true)
    status.ready()
    status.note(.storeFailed, isThere: false)
    status.stopping(within: .seconds(1))
    status.note(.storeFailed, isThere: true)
    status.ready()
    let encoder = HealthTrouble.encoderMissing.rawValue
    let store = HealthTrouble.storeFailed.rawValue
    #expect(
      told.withLock { $0 } == [
        .ready("Serving on /s; trouble: \(encoder)"),
        .status("Serving on /s; trouble: \([encoder, store].sorted().joined(separator: ", "))"),
        .status("Serving on /s; trouble: \(store)"), .ready("Serving on /s; trouble: \(store)"),
        .status("Serving on /s"), .stopping("Finishing calls", within: .seconds(1)),
      ]
    )
  }
}
