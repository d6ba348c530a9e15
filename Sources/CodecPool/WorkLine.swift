/// Who gets which job, and who waits: the pool's decisions.
///
/// Jobs for pictures that somebody waits to see go before those for photos that come. Uploads have
/// at most half of the slots, so that a picture finds a slot soon; among their kind, jobs are
/// served in the order in which they were submitted. A slot is the place of one worker:
///
///     starting --> idle --> assigned --> running --> starting, until its worker is free again
///        |                     |            |
///        `--> down             `-> abandoned '--> abandoned    (cancelled)
///
/// A slot that is down goes on starting workers, but nobody waits for it. A job that was
/// assigned but did not reach its worker goes back to the head of its line.
struct WorkLine: Sendable {
  /// What a job is for, which decides where it lines up.
  enum Kind: Hashable, Sendable {
    /// A picture that is to be shown.
    case picture
    /// A photo that is being uploaded.
    case upload
  }

  /// Stands for one job.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
    fileprivate let kind: Kind
  }

  private enum Slot: Equatable, Sendable {
    case starting
    case down
    case idle
    case assigned(Ticket)
    case running(Ticket)
    /// Its job was cancelled, and the slot has not taken notice yet.
    case abandoned(Kind)

    var hasUpload: Bool {
      switch self {
      case .assigned(let ticket), .running(let ticket): ticket.kind == .upload
      case .abandoned(let kind): kind == .upload
      case .starting, .down, .idle: false
      }
    }
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
  private var pictures: [Ticket] = []
  private var uploads: [Ticket] = []
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
  mutating func announce(_ kind: Kind) -> Ticket {
    defer { nextNumber += 1 }
    let ticket = Ticket(number: nextNumber, kind: kind)
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
    if let slot = slots.firstIndex(of: .idle), mayTake(ticket.kind) {
      assign(ticket, to: slot)
      return .assigned(slot: slot)
    }
    if isDown || pictures.count + uploads.count >= waitingLimit {
      phases[ticket] = nil
      return .unavailable
    }
    phases[ticket] = .waiting
    line(ticket.kind) { $0.append(ticket) }
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
      line(ticket.kind) { $0.removeAll { $0 == ticket } }
      return .answer
    case .at(let slot):
      phases[ticket] = nil
      slots[slot] = .abandoned(ticket.kind)
      return .answerAndTell(slot: slot)
    }
  }

  // MARK: Slots

  /// Notes that the slot's worker can take a job, and gives it the first that waits and may run.
  mutating func slotIsFree(_ slot: Int) {
    guard !isClosed else { return }
    slots[slot] = .idle
    if let ticket = takeWaiting() { assign(ticket, to: slot) }
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
  func isAbandoned(_ slot: Int) -> Bool {
    if case .abandoned = slots[slot] { true } else { isClosed }
  }

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

  /// Notes that the slot has no worker; what it was to do goes back to the head of its line.
  ///
  /// Where it is down, waiting for its next worker makes no sense.
  mutating func slotIsLost(_ slot: Int, isDown slotIsDown: Bool) -> Loss {
    guard !isClosed else { return Loss() }
    switch slots[slot] {
    case .assigned(let ticket), .running(let ticket):
      phases[ticket] = .waiting
      line(ticket.kind) { $0.insert(ticket, at: 0) }
    case .starting, .down, .idle, .abandoned:
      break
    }
    slots[slot] = slotIsDown ? .down : .starting
    if let idle = slots.firstIndex(of: .idle), let ticket = takeWaiting() {
      assign(ticket, to: idle)
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

  /// Slots that uploads may have: one in any case.
  private var uploadSlots: Int { max(1, slots.count / 2) }

  /// Whether a free slot may take a job of this kind.
  private func mayTake(_ kind: Kind) -> Bool {
    switch kind {
    case .picture: true
    case .upload: slots.count(where: \.hasUpload) < uploadSlots
    }
  }

  /// Takes the first job that waits out of its line; nil where there is none that may run now.
  private mutating func takeWaiting() -> Ticket? {
    if !pictures.isEmpty { return pictures.removeFirst() }
    return uploads.isEmpty || !mayTake(.upload) ? nil : uploads.removeFirst()
  }

  private mutating func line<Result>(_ kind: Kind, _ body: (inout [Ticket]) -> Result) -> Result {
    switch kind {
    case .picture: body(&pictures)
    case .upload: body(&uploads)
    }
  }

  private mutating func assign(_ ticket: Ticket, to slot: Int) {
    phases[ticket] = .at(slot: slot)
    slots[slot] = .assigned(ticket)
  }

  private mutating func refuseWaiting() -> [Ticket] {
    let waiting = pictures + uploads
    (pictures, uploads) = ([], [])
    for ticket in waiting { phases[ticket] = nil }
    return waiting
  }
}
