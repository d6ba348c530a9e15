/// Who jobs what, and who waits: the pool's decisions.
///
/// Jobs are served in the order in which they were submitted. A slot is the place of one
/// worker:
///
///     starting --> idle --> assigned --> running --> starting, until its worker is free again
///        |                     |            |
///        `--> down             `-> abandoned '--> abandoned    (cancelled)
///
/// A slot that is down goes on starting workers, but nobody waits for it. A job that was
/// assigned but did not reach its worker goes back to the head of the line.
struct WorkLine: Sendable {
  /// Stands for one job.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private enum Slot: Equatable, Sendable {
    case starting
    case down
    case idle
    case assigned(Ticket)
    case running(Ticket)
    /// Its job was cancelled, and the slot has not taken notice yet.
    case abandoned
  }

  private enum Phase: Equatable, Sendable {
    /// Not submitted yet; `isCancelled` where it must not be any more.
    case announced(isCancelled: Bool)
    case waiting
    case at(slot: Int)
  }

  private let waitingLimit: Int
  private var slots: [Slot]
  private var phases: [Ticket: Phase] = [:]
  private var waiting: [Ticket] = []
  private var nextNumber: UInt64 = 0
  private(set) var isClosed = false

  init(slotCount: Int, waitingLimit: Int) {
    slots = Array(repeating: .starting, count: slotCount)
    self.waitingLimit = waitingLimit
  }

  /// Jobs that nobody has been answered for.
  var openCount: Int { phases.count }

  // MARK: Callers

  /// Announces a job, so that a cancellation may come before its submission.
  mutating func announce() -> Ticket {
    defer { nextNumber += 1 }
    let ticket = Ticket(number: nextNumber)
    phases[ticket] = .announced(isCancelled: false)
    return ticket
  }

  /// What becomes of a submitted job.
  enum Submission: Equatable, Sendable {
    /// The slot takes it now.
    case assigned(slot: Int)
    /// It waits for a slot.
    case waiting
    /// It is over: cancelled before.
    case cancelled
    /// It is over: no worker will come, or too many wait.
    case unavailable
  }

  /// Lines up an announced job.
  mutating func submit(_ ticket: Ticket) -> Submission {
    guard case .announced(let isCancelled) = phases[ticket] else {
      preconditionFailure("a job is submitted once")
    }
    if isCancelled {
      phases[ticket] = nil
      return .cancelled
    }
    if let slot = slots.firstIndex(of: .idle) {
      assign(ticket, to: slot)
      return .assigned(slot: slot)
    }
    if isDown || waiting.count >= waitingLimit {
      phases[ticket] = nil
      return .unavailable
    }
    phases[ticket] = .waiting
    waiting.append(ticket)
    return .waiting
  }

  /// What a cancellation asks for.
  enum Cancellation: Equatable, Sendable {
    /// Nothing: it has been answered, or its submission will be refused.
    case nothing
    /// The caller is to be answered.
    case answer
    /// The caller is to be answered, and the slot told.
    case answerAndTell(slot: Int)
  }

  /// Withdraws a job; the cost grows with the number of those that wait.
  mutating func cancel(_ ticket: Ticket) -> Cancellation {
    switch phases[ticket] {
    case nil:
      return .nothing
    case .announced:
      phases[ticket] = .announced(isCancelled: true)
      return .nothing
    case .waiting:
      phases[ticket] = nil
      waiting.removeAll { $0 == ticket }
      return .answer
    case .at(let slot):
      phases[ticket] = nil
      slots[slot] = .abandoned
      return .answerAndTell(slot: slot)
    }
  }

  // MARK: Slots

  /// Notes that the slot's worker can take a job, and gives it the first that waits.
  mutating func slotIsFree(_ slot: Int) {
    guard !isClosed else { return }
    slots[slot] = .idle
    guard !waiting.isEmpty else { return }
    assign(waiting.removeFirst(), to: slot)
  }

  /// The job that the slot should begin; nil where there is none.
  func assignment(of slot: Int) -> Ticket? {
    if case .assigned(let ticket) = slots[slot] { ticket } else { nil }
  }

  /// Notes that the worker gets the slot's job now.
  ///
  /// - Returns: False where it was cancelled meanwhile: then nothing must be sent.
  mutating func begin(_ slot: Int) -> Bool {
    guard case .assigned(let ticket) = slots[slot] else { return false }
    slots[slot] = .running(ticket)
    return true
  }

  /// Whether nobody wants the slot's job any more.
  func isAbandoned(_ slot: Int) -> Bool { isClosed || slots[slot] == .abandoned }

  /// Notes that the slot's job is over, one way or another.
  ///
  /// - Returns: The job to answer; nil where its caller has been.
  mutating func finish(_ slot: Int) -> Ticket? {
    defer { if !isClosed { slots[slot] = .starting } }
    switch slots[slot] {
    case .assigned(let ticket), .running(let ticket):
      phases[ticket] = nil
      return ticket
    case .starting, .down, .idle, .abandoned:
      return nil
    }
  }

  /// What follows from the loss of a worker.
  struct Loss: Equatable, Sendable {
    /// The slot that takes over what the lost one was to do.
    var successor: Int?
    /// The jobs to answer with `unavailable`, as no slot is left to wait for.
    var refused: [Ticket] = []
  }

  /// Notes that the slot has no worker; what it was to do goes back to the head of the line.
  ///
  /// Where it is down, waiting for its next worker makes no sense.
  mutating func slotIsLost(_ slot: Int, isDown slotIsDown: Bool) -> Loss {
    guard !isClosed else { return Loss() }
    switch slots[slot] {
    case .assigned(let ticket), .running(let ticket):
      phases[ticket] = .waiting
      waiting.insert(ticket, at: 0)
    case .starting, .down, .idle, .abandoned:
      break
    }
    slots[slot] = slotIsDown ? .down : .starting
    if let idle = slots.firstIndex(of: .idle), !waiting.isEmpty {
      assign(waiting.removeFirst(), to: idle)
      return Loss(successor: idle)
    }
    return Loss(refused: isDown ? refuseWaiting() : [])
  }

  /// Refuses everything from now on.
  ///
  /// - Returns: The jobs to answer with `unavailable`.
  mutating func close() -> [Ticket] {
    isClosed = true
    var refused = refuseWaiting()
    for (slot, state) in slots.enumerated() {
      switch state {
      case .assigned(let ticket), .running(let ticket):
        phases[ticket] = nil
        refused.append(ticket)
      case .starting, .down, .idle, .abandoned:
        break
      }
      slots[slot] = .down
    }
    return refused
  }

  // MARK: Help

  /// Whether no slot is left to wait for.
  var isDown: Bool { slots.allSatisfy { $0 == .down } }

  private mutating func assign(_ ticket: Ticket, to slot: Int) {
    phases[ticket] = .at(slot: slot)
    slots[slot] = .assigned(ticket)
  }

  private mutating func refuseWaiting() -> [Ticket] {
    defer { waiting = [] }
    for ticket in waiting { phases[ticket] = nil }
    return waiting
  }
}
