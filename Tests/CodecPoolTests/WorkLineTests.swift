import Testing

@testable import CodecPool

@Suite struct WorkLineTests {
  typealias Ticket = WorkLine.Ticket

  /// A line whose first `freeCount` slots have a worker.
  private static func line(slots: Int, freeCount: Int, waitingLimit: Int = 10) -> WorkLine {
    var line = WorkLine(slotCount: slots, waitingLimit: waitingLimit)
    for slot in 0..<freeCount { line.slotIsFree(slot) }
    return line
  }

  private static func submit(
    _ line: inout WorkLine,
    _ kind: WorkLine.Kind = .picture
  ) -> (Ticket, WorkLine.Submission) {
    let ticket = line.announce(kind)
    return (ticket, line.submit(ticket))
  }

  @Test func aFreeSlotTakesAnEncodeAtOnce() {
    var line = Self.line(slots: 2, freeCount: 2)
    let (first, submission) = Self.submit(&line)
    #expect(submission == .assigned(slot: 0))
    #expect(line.assignment(of: 0) == first)
    #expect(Self.submit(&line).1 == .assigned(slot: 1))
    #expect(Self.submit(&line).1 == .waiting)
  }

  @Test func encodesAreServedInTheirOrder() {
    var line = Self.line(slots: 1, freeCount: 0)
    let tickets = (0..<5).map { _ in Self.submit(&line).0 }
    for ticket in tickets {
      line.slotIsFree(0)
      #expect(line.assignment(of: 0) == ticket)
      #expect(line.begin(0) == true)
      #expect(line.assignment(of: 0) == nil)
      #expect(line.finish(0) == ticket)
    }
    #expect(line.openCount == 0)
  }

  @Test func onlySoManyMayWait() {
    var line = Self.line(slots: 1, freeCount: 0, waitingLimit: 2)
    let (first, _) = Self.submit(&line)
    #expect(Self.submit(&line).1 == .waiting)
    #expect(Self.submit(&line).1 == .unavailable)
    #expect(line.cancel(first) == .answer)
    #expect(Self.submit(&line).1 == .waiting)
    #expect(line.openCount == 2)
  }

  // MARK: Uploads

  @Test func picturesGoBeforeUploadsThatWaitLonger() {
    var line = Self.line(slots: 1, freeCount: 0)
    let kinds: [WorkLine.Kind] = [.upload, .picture, .upload, .picture]
    let tickets = kinds.map { Self.submit(&line, $0).0 }
    for index in [1, 3, 0, 2] {
      line.slotIsFree(0)
      #expect(line.assignment(of: 0) == tickets[index])
      #expect(line.begin(0) && line.finish(0) == tickets[index])
    }
    #expect(line.openCount == 0)
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
  func uploadsHaveHalfOfTheSlots(slotCount: Int, uploadCount: Int) {
    var line = Self.line(slots: slotCount, freeCount: slotCount)
    let tickets = (0...uploadCount).map { slot in
      let (ticket, submission) = Self.submit(&line, .upload)
      #expect(submission == (slot < uploadCount ? .assigned(slot: slot) : .waiting))
      return ticket
    }
    for slot in uploadCount..<slotCount {
      #expect(Self.submit(&line).1 == .assigned(slot: slot))
    }
    // A picture that is done makes room for no upload, and an upload does.
    if slotCount > uploadCount {
      #expect(line.begin(uploadCount) && line.finish(uploadCount) != nil)
      line.slotIsFree(uploadCount)
      #expect(line.assignment(of: uploadCount) == nil)
    }
    #expect(line.begin(0) && line.finish(0) == tickets[0])
    line.slotIsFree(0)
    #expect(line.assignment(of: 0) == tickets.last)
  }

  @Test func aCancelledUploadHasItsSlotUntilTheWorkerIsFree() {
    var line = Self.line(slots: 2, freeCount: 2)
    let (first, _) = Self.submit(&line, .upload)
    let (second, _) = Self.submit(&line, .upload)
    #expect(line.begin(0) == true)
    #expect(line.cancel(first) == .answerAndTell(slot: 0))
    line.slotIsFree(1)
    #expect(line.assignment(of: 1) == nil)
    #expect(line.finish(0) == nil)
    line.slotIsFree(0)
    #expect(line.assignment(of: 0) == second)
  }

  @Test func aFreeSlotTakesOverALostUpload() {
    var line = Self.line(slots: 2, freeCount: 2)
    let (first, _) = Self.submit(&line, .upload)
    #expect(Self.submit(&line, .upload).1 == .waiting)
    #expect(line.begin(0) == true)
    #expect(line.slotIsLost(0, isDown: false) == WorkLine.Loss(successor: 1))
    #expect(line.assignment(of: 1) == first)
  }

  @Test func picturesAndUploadsCountTogether() {
    var line = Self.line(slots: 1, freeCount: 0, waitingLimit: 2)
    let (upload, _) = Self.submit(&line, .upload)
    #expect(Self.submit(&line).1 == .waiting)
    #expect(Self.submit(&line).1 == .unavailable)
    #expect(Self.submit(&line, .upload).1 == .unavailable)
    #expect(line.cancel(upload) == .answer)
    #expect(Self.submit(&line, .upload).1 == .waiting)
    #expect(line.close().count == 2)
  }

  // MARK: Cancellation

  @Test func aCancellationBeforeItsSubmissionIsRemembered() {
    var line = Self.line(slots: 1, freeCount: 1)
    let ticket = line.announce(.picture)
    #expect(line.cancel(ticket) == .nothing)
    #expect(line.submit(ticket) == .cancelled)
    #expect(line.assignment(of: 0) == nil)
    #expect(line.openCount == 0)
  }

  @Test func aCancelledEncodeLeavesTheLine() {
    var line = Self.line(slots: 1, freeCount: 0)
    let (first, _) = Self.submit(&line)
    let (second, _) = Self.submit(&line)
    #expect(line.cancel(first) == .answer)
    #expect(line.cancel(first) == .nothing)
    line.slotIsFree(0)
    #expect(line.assignment(of: 0) == second)
  }

  @Test(arguments: [false, true])
  func aCancelledEncodeAtASlotIsAbandoned(isRunning: Bool) {
    var line = Self.line(slots: 1, freeCount: 1)
    let (ticket, _) = Self.submit(&line)
    if isRunning { #expect(line.begin(0) == true) }
    #expect(!line.isAbandoned(0))
    #expect(line.cancel(ticket) == .answerAndTell(slot: 0))
    #expect(line.isAbandoned(0))
    #expect(line.begin(0) == false)
    #expect(line.finish(0) == nil)
    #expect(!line.isAbandoned(0))
    #expect(line.openCount == 0)
  }

  @Test func anAbandonedSlotTakesNothingNew() {
    var line = Self.line(slots: 1, freeCount: 1)
    let (ticket, _) = Self.submit(&line)
    _ = line.cancel(ticket)
    #expect(Self.submit(&line).1 == .waiting)
  }

  @Test func aCancellationAfterTheEndIsIgnored() {
    var line = Self.line(slots: 1, freeCount: 1)
    let (ticket, _) = Self.submit(&line)
    #expect(line.begin(0) == true)
    #expect(line.finish(0) == ticket)
    #expect(line.cancel(ticket) == .nothing)
  }

  // MARK: Lost workers

  @Test(arguments: [false, true])
  func whatALostWorkerHasNotSeenGoesFirst(hasBegun: Bool) {
    var line = Self.line(slots: 1, freeCount: 1)
    let (first, _) = Self.submit(&line)
    _ = Self.submit(&line)
    if hasBegun { #expect(line.begin(0) == true) }
    #expect(line.slotIsLost(0, isDown: false) == WorkLine.Loss())
    line.slotIsFree(0)
    #expect(line.assignment(of: 0) == first)
  }

  @Test func aFreeSlotTakesOverFromALostOne() {
    var line = Self.line(slots: 2, freeCount: 2)
    let (ticket, _) = Self.submit(&line)
    #expect(line.slotIsLost(0, isDown: false) == WorkLine.Loss(successor: 1))
    #expect(line.assignment(of: 1) == ticket)
  }

  @Test func nobodyWaitsWhenAllSlotsAreDown() {
    var line = Self.line(slots: 2, freeCount: 0)
    let (first, _) = Self.submit(&line)
    #expect(line.slotIsLost(0, isDown: true) == WorkLine.Loss())
    #expect(Self.submit(&line).1 == .waiting && !line.isDown)
    let loss = line.slotIsLost(1, isDown: true)
    #expect(line.isDown)
    #expect(loss.refused.count == 2)
    #expect(loss.refused.first == first)
    #expect(Self.submit(&line).1 == .unavailable)
    line.slotIsFree(1)
    #expect(Self.submit(&line).1 == .assigned(slot: 1) && !line.isDown)
  }

  @Test func closingRefusesEverything() {
    var line = Self.line(slots: 2, freeCount: 2, waitingLimit: 1)
    let tickets = (0..<3).map { _ in Self.submit(&line).0 }
    #expect(line.begin(0) == true)
    #expect(Set(line.close()) == Set(tickets))
    #expect(line.isAbandoned(0))
    line.slotIsFree(0)
    #expect(Self.submit(&line).1 == .unavailable)
    #expect(line.slotIsLost(0, isDown: false) == WorkLine.Loss())
    #expect(line.finish(0) == nil)
    #expect(line.close() == [])
    #expect(line.openCount == 0)
  }

  // MARK: Everything together

  /// Random callers and slots; each encode must be answered exactly once.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func eachEncodeIsAnsweredOnce(seed: UInt64) {
    var game = Game(seed: seed)
    for _ in 0..<500 { game.step() }
    game.end()
    #expect(game.answers.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(game.line.openCount == 0, "seed \(seed)")
  }

  /// What callers and threads may do, in any order.
  private struct Game {
    var line = WorkLine(slotCount: 3, waitingLimit: 4)
    var answers: [Ticket: Int] = [:]
    private var announced: [Ticket] = []
    private var isServing = [false, false, false]
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    mutating func step() {
      let slot = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let ticket = line.announce(Bool.random(using: &random) ? .picture : .upload)
        answers[ticket] = 0
        announced.append(ticket)
      case 1: submit()
      case 2: cancel()
      case 3: free(slot)
      case 4: serve(slot)
      default: lose(slot)
      }
    }

    mutating func end() {
      while !announced.isEmpty { submit() }
      for ticket in line.close() { answers[ticket, default: 0] += 1 }
    }

    private mutating func submit() {
      guard let ticket = announced.popLast() else { return }
      switch line.submit(ticket) {
      case .assigned, .waiting: break
      case .cancelled, .unavailable: answers[ticket, default: 0] += 1
      }
    }

    private mutating func cancel() {
      guard let ticket = answers.keys.randomElement(using: &random) else { return }
      switch line.cancel(ticket) {
      case .nothing: break
      case .answer, .answerAndTell: answers[ticket, default: 0] += 1
      }
    }

    private mutating func free(_ slot: Int) {
      guard !isServing[slot] else { return }
      isServing[slot] = true
      line.slotIsFree(slot)
    }

    private mutating func serve(_ slot: Int) {
      guard isServing[slot] else { return }
      if line.assignment(of: slot) != nil {
        #expect(line.begin(slot) == true)
        return
      }
      if let ticket = line.finish(slot) { answers[ticket, default: 0] += 1 }
      line.slotIsFree(slot)
    }

    private mutating func lose(_ slot: Int) {
      isServing[slot] = false
      let loss = line.slotIsLost(slot, isDown: Bool.random(using: &random))
      if let successor = loss.successor { #expect(line.assignment(of: successor) != nil) }
      for ticket in loss.refused { answers[ticket, default: 0] += 1 }
    }
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}
