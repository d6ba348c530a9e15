package import Base

/// Which flight renders next, and which slots are taken.
///
/// What is on screen goes before what may come; within a priority, turns are fair (`RenderLane`). A
/// slot is taken from `take` to `release`, whatever becomes of the flight meanwhile.
package struct RenderQueue: Sendable {
  private struct Entry: Sendable {
    var standing: Standing
    let cost: CostEstimate
    /// When it got its slot.
    var startedAt: Instant?
    /// True once it was told to stop: its slot will soon be free.
    var isStopping = false

    var isPrefetch: Bool { standing.priority == .prefetch }

    func remaining(at now: Instant) -> Duration {
      max(.zero, cost.time - (startedAt.map { now - $0 } ?? .zero))
    }
  }

  private let slots: Int
  private let capacity: Int
  private let workingByteCount: Int
  private var waiting: [FlightID: Entry] = [:]
  private var running: [FlightID: Entry] = [:]
  private var visible: RenderLane
  private var prefetch: RenderLane
  private var runningByteCount = 0
  private var runningPrefetchCount = 0

  package init(
    slots: Int,
    capacity: Int = RenderLimits.queuedFlights,
    workingByteCount: Int = RenderLimits.workingBytes
  ) {
    precondition(slots > 0 && capacity > 0, "a queue has room and an end")
    self.slots = slots
    self.capacity = capacity
    self.workingByteCount = workingByteCount
    visible = RenderLane(share: RenderLimits.fairShare.nanoseconds)
    prefetch = RenderLane(share: RenderLimits.fairShare.nanoseconds)
  }

  package var visibleCount: Int { visible.count }
  package var prefetchCount: Int { prefetch.count }
  /// Slots that are taken.
  package var runningCount: Int { running.count }
  package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

  /// What became of a flight that was to be queued.
  package enum Insertion: Hashable, Sendable {
    case queued
    /// It was queued in the place of another, which is out: a prefetch for something visible, else
    /// the newest of whoever has most in the queue.
    case queuedInsteadOf(FlightID)
    /// There is no room, or its turn would come after its deadline.
    case refused(retryAfter: Duration)
  }

  /// Queues a flight, where it can be reached before `deadline`.
  package mutating func insert(
    _ id: FlightID,
    _ standing: Standing,
    cost: CostEstimate,
    deadline: Instant? = nil,
    at now: Instant
  ) -> Insertion {
    precondition(waiting[id] == nil && running[id] == nil, "a flight is queued once")
    let wait = expectedWait(of: standing, adding: cost, at: now)
    let refusal = Insertion.refused(retryAfter: max(wait, RenderLimits.retryHint))
    if let deadline, running.count >= slots, now + (wait + cost.time) > deadline { return refusal }
    var victim: FlightID?
    if waiting.count >= capacity {
      victim = makeRoom(for: standing)
      guard victim != nil else { return refusal }
    }
    waiting[id] = Entry(standing: standing, cost: cost)
    append(id, standing, cost)
    return victim.map { .queuedInsteadOf($0) } ?? .queued
  }

  /// Gives a flight another standing; one that waits goes to the end of the new client's line.
  package mutating func move(_ id: FlightID, to standing: Standing) {
    if let entry = waiting[id] {
      guard entry.standing != standing else { return }
      lane(entry.standing.priority) { $0.remove(id) }
      waiting[id]?.standing = standing
      append(id, standing, entry.cost)
    } else if let entry = running[id] {
      if entry.isPrefetch { runningPrefetchCount -= 1 }
      if standing.priority == .prefetch { runningPrefetchCount += 1 }
      running[id]?.standing = standing
    }
  }

  /// Lets a running flight that nobody waits for count as a prefetch.
  package mutating func disclaim(_ id: FlightID) {
    guard var standing = running[id]?.standing else { return }
    standing.priority = .prefetch
    move(id, to: standing)
  }

  /// Takes a waiting flight out; false where it does not wait.
  @discardableResult
  package mutating func remove(_ id: FlightID) -> Bool {
    guard let entry = waiting.removeValue(forKey: id) else { return false }
    lane(entry.standing.priority) { $0.remove(id) }
    return true
  }

  /// The next flight to render, which now has a slot; nil where none waits, or none may start.
  package mutating func take(at now: Instant) -> FlightID? {
    guard running.count < slots else { return nil }
    let priority: RenderPriority = visible.isEmpty ? .prefetch : .visible
    if priority == .prefetch, runningPrefetchCount >= prefetchSlots { return nil }
    guard let id = lane(priority, { $0.next() }), var entry = waiting[id] else { return nil }
    // Nothing overtakes a flight that waits for memory, or it would wait for ever.
    let fits = entry.cost.byteCount <= workingByteCount - runningByteCount
    guard fits || running.isEmpty else { return nil }
    lane(priority) { lane in
      lane.charge(entry.cost.time.nanoseconds, to: entry.standing.client)
      lane.remove(id)
    }
    entry.startedAt = now
    waiting[id] = nil
    running[id] = entry
    runningByteCount += entry.cost.byteCount
    if priority == .prefetch { runningPrefetchCount += 1 }
    return id
  }

  /// A prefetch that has to stop because something visible waits and prefetches have more than half
  /// of the slots; nil where there is none, or none that takes long enough to be worth it.
  package mutating func preempt(at now: Instant) -> FlightID? {
    let stopping = running.values.count { $0.isStopping }
    guard visible.count > stopping, running.count >= slots else { return nil }
    let prefetches = running.filter { !$0.value.isStopping && $0.value.isPrefetch }
    guard prefetches.count > slots / 2 else { return nil }
    let longest = prefetches.max { left, right in
      (left.value.remaining(at: now), left.key) < (right.value.remaining(at: now), right.key)
    }
    guard let longest, longest.value.remaining(at: now) > RenderLimits.finishUnclaimed else {
      return nil
    }
    running[longest.key]?.isStopping = true
    return longest.key
  }

  /// Notes that a running flight was told to stop.
  package mutating func stop(_ id: FlightID) { running[id]?.isStopping = true }

  /// Frees the slot of a flight that took `spent`.
  package mutating func release(_ id: FlightID, spent: Duration) {
    guard let entry = running.removeValue(forKey: id) else {
      preconditionFailure("a slot is freed once")
    }
    runningByteCount -= entry.cost.byteCount
    if entry.isPrefetch { runningPrefetchCount -= 1 }
    let correction = (spent - entry.cost.time).nanoseconds
    lane(entry.standing.priority) { $0.charge(correction, to: entry.standing.client) }
  }
}

extension RenderQueue {
  /// Slots that prefetches may take: all, but half while something visible is rendered.
  private var prefetchSlots: Int { running.count > runningPrefetchCount ? slots / 2 : slots }

  /// How long a new flight of this standing would wait for its slot, rather too long than too
  /// short.
  ///
  /// Turns are fair: before it go its client's own flights and, of each other client, as many, even
  /// where they are yet to come; before a prefetch goes all that is visible.
  private func expectedWait(
    of standing: Standing,
    adding cost: CostEstimate,
    at now: Instant
  ) -> Duration {
    let lane = standing.priority == .visible ? visible : prefetch
    let backlog = lane.backlog(of: standing.client)
    let own = Double(backlog?.nanoseconds ?? 0)
    let others = Double(lane.clientCount - (backlog == nil ? 0 : 1))
    var ahead = own + (own + Double(cost.time.nanoseconds)) * others
    if standing.priority == .prefetch { ahead += Double(visible.nanoseconds) }
    for entry in running.values where !entry.isStopping {
      ahead += Double(entry.remaining(at: now).nanoseconds)
    }
    return .nanoseconds(Int64(min(ahead / Double(slots), 1e18)))
  }

  /// Takes out a flight that has to yield to a new one of this standing, if there is one.
  private mutating func makeRoom(for standing: Standing) -> FlightID? {
    if standing.priority == .visible, let victim = prefetch.longestBacklog()?.backlog.last {
      remove(victim)
      return victim
    }
    let lane = standing.priority == .visible ? visible : prefetch
    let own = lane.backlog(of: standing.client)?.count ?? 0
    guard let longest = lane.longestBacklog(), longest.backlog.count > own + 1 else { return nil }
    remove(longest.backlog.last)
    return longest.backlog.last
  }

  private mutating func append(_ id: FlightID, _ standing: Standing, _ cost: CostEstimate) {
    lane(standing.priority) { lane in
      lane.append(id, for: standing.client, nanoseconds: cost.time.nanoseconds)
    }
  }

  @discardableResult
  private mutating func lane<Result>(
    _ priority: RenderPriority,
    _ body: (inout RenderLane) -> Result
  ) -> Result {
    switch priority {
    case .visible: body(&visible)
    case .prefetch: body(&prefetch)
    }
  }
}
