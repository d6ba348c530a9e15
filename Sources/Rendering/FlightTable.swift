package import Base

/// Names a flight: one render that requests share.
///
/// Numbers only grow, so of two flights for one key the later has the higher one.
package struct FlightID: Hashable, Sendable, Comparable {
  let number: UInt64

  package static func < (left: FlightID, right: FlightID) -> Bool { left.number < right.number }
}

/// Names a request that waits for a flight.
package struct WaiterID: Hashable, Sendable {
  let number: UInt64
}

/// For whom a flight is made, as far as its turn depends on it: of its most urgent waiters the one
/// that came first.
package struct Standing: Hashable, Sendable {
  package var priority: RenderPriority
  package var client: RenderClient
}

/// Who waits for which render.
///
/// A flight may first be *sought* on the disk, which takes no slot. It is *queued*, then *running*,
/// and *draining* once it was told to stop but still occupies its slot. Only a flight that is not
/// draining is found by its key, so nobody ever joins a dying one: a request for the key of a
/// draining flight starts the next.
///
/// Each waiter is named by exactly one of the answers here: `leave`, `abandon`, `find`, `complete`.
/// The table holds nothing of a waiter that was named and nothing of a flight that has ended.
package struct FlightTable: Sendable {
  /// One request for a flight.
  package struct Waiter: Hashable, Sendable {
    package let id: WaiterID
    package var client: RenderClient
    package var priority: RenderPriority
    package var deadline: Instant?
  }

  enum State: Hashable, Sendable {
    /// Its picture may be on the disk.
    case sought
    case queued
    case running(since: Instant)
    case draining(since: Instant)
  }

  struct Flight: Sendable {
    let key: RenderKey
    let cost: CostEstimate
    let queuedAt: Instant
    /// The waiter that made the flight, whether it still waits or not.
    let starter: WaiterID
    var state = State.queued
    /// In order of arrival; empty only while running unclaimed or draining.
    var waiters: [Waiter]
  }

  var flights: [FlightID: Flight] = [:]
  /// The flight that a request for a key joins: one that is not draining.
  private var current: [RenderKey: FlightID] = [:]
  private var flightOfWaiter: [WaiterID: FlightID] = [:]
  private var lastNumber: UInt64 = 0

  package init() {}

  /// What a new waiter means for the queue.
  package enum Join: Hashable, Sendable {
    /// A flight was made for it and has to be queued.
    case new(FlightID)
    /// It shares a flight, whose standing changed where one is given.
    case shared(FlightID, Standing?)
  }

  /// Adds a waiter to the flight for `key`, which is made where there is none to join.
  package mutating func join(
    _ waiter: Waiter,
    for key: RenderKey,
    cost: @autoclosure () -> CostEstimate,
    at now: Instant
  ) -> Join {
    precondition(flightOfWaiter[waiter.id] == nil, "a waiter joins once")
    if let id = current[key] {
      let before = flights[id]?.standing
      // In place: many may wait for one picture.
      flights[id]?.waiters.append(waiter)
      flightOfWaiter[waiter.id] = id
      let standing = flights[id]?.standing
      return .shared(id, standing == before ? nil : standing)
    }
    lastNumber += 1
    let id = FlightID(number: lastNumber)
    flights[id] = Flight(
      key: key,
      cost: cost(),
      queuedAt: now,
      starter: waiter.id,
      waiters: [waiter]
    )
    current[key] = id
    flightOfWaiter[waiter.id] = id
    return .new(id)
  }

  /// What the leaving of a waiter means for the queue and the render.
  package enum Leave: Hashable, Sendable {
    /// It does not wait: it never joined or has been answered.
    case unknown
    /// Others wait on; the flight's standing changed where one is given.
    case others(FlightID, Standing?)
    /// The flight was queued, or sought, and is gone.
    case unqueued(FlightID)
    /// The flight has to be stopped; it drains until `complete`.
    case stop(FlightID)
    /// Nobody waits, but the flight is nearly done: it finishes into the cache.
    case unclaimed(FlightID)
  }

  /// Takes a waiter out.
  package mutating func leave(_ waiter: WaiterID, at now: Instant) -> Leave {
    guard let id = flightOfWaiter.removeValue(forKey: waiter), var flight = flights[id] else {
      return .unknown
    }
    let before = flight.standing
    flight.waiters.removeAll { $0.id == waiter }
    flights[id] = flight
    guard flight.waiters.isEmpty else {
      return .others(id, flight.standing == before ? nil : flight.standing)
    }
    switch flight.state {
    case .sought, .queued:
      forget(id, flight)
      return .unqueued(id)
    case .running(let start):
      if flight.remaining(at: now, runningSince: start) <= RenderLimits.finishUnclaimed {
        return .unclaimed(id)
      }
      drain(id, flight, since: start)
      return .stop(id)
    case .draining: preconditionFailure("a draining flight has no waiters")
    }
  }

  /// Notes that a queued flight got its slot.
  ///
  /// Where the deadline of every waiter has passed, the flight is gone instead, and its waiters are
  /// `expired`, to be answered.
  package mutating func start(
    _ id: FlightID,
    at now: Instant
  ) -> (key: RenderKey, expired: [WaiterID]) {
    guard var flight = flights[id], flight.state == .queued else {
      preconditionFailure("a flight that starts is queued")
    }
    let isLate = flight.waiters.allSatisfy { waiter in waiter.deadline.map { $0 <= now } ?? false }
    if isLate {
      forget(id, flight)
      return (flight.key, release(flight))
    }
    flight.state = .running(since: now)
    flights[id] = flight
    return (flight.key, [])
  }

  /// Gives a flight up: it was refused, failed to end in time, or the renderer stops.
  ///
  /// Returns its waiters, who are to be answered. A flight that does not run is gone; one that does
  /// has to be stopped and drains until `complete`.
  package mutating func abandon(_ id: FlightID) -> [WaiterID] {
    guard var flight = flights[id] else { return [] }
    let waiters = release(flight)
    flight.waiters = []
    switch flight.state {
    case .sought, .queued: forget(id, flight)
    case .running(let start): drain(id, flight, since: start)
    case .draining: break
    }
    return waiters
  }

  /// Takes the slot from a running flight, which has to be stopped and drains until `complete`.
  ///
  /// Returns the flight that its waiters wait for instead, to be queued; nil where it has none.
  package mutating func preempt(_ id: FlightID) -> (id: FlightID, Standing, CostEstimate)? {
    guard var flight = flights[id], case .running(let start) = flight.state else {
      preconditionFailure("only a flight that runs is preempted")
    }
    let waiters = flight.waiters
    let standing = flight.standing
    flight.waiters = []
    drain(id, flight, since: start)
    guard let standing else { return nil }
    lastNumber += 1
    let next = FlightID(number: lastNumber)
    flights[next] = Flight(
      key: flight.key,
      cost: flight.cost,
      queuedAt: flight.queuedAt,
      starter: flight.starter,
      waiters: waiters
    )
    current[flight.key] = next
    for waiter in waiters { flightOfWaiter[waiter.id] = next }
    return (next, standing, flight.cost)
  }

  /// A flight that has ended, in a render or on the disk.
  package struct Landing: Sendable {
    package let key: RenderKey
    /// Who is to be answered, in order of arrival.
    package let waiters: [WaiterID]
    /// Among or not among the waiters.
    package let starter: WaiterID
    /// False where it had been told to stop: its result is nobody's.
    package let isCurrent: Bool
    package let queuedTime: Duration
    package let runningTime: Duration
  }

  /// Ends a flight that ran.
  package mutating func complete(_ id: FlightID, at now: Instant) -> Landing {
    guard let flight = flights[id], let start = flight.startedAt else {
      preconditionFailure("a flight that completes has run and completes once")
    }
    forget(id, flight)
    return Landing(
      key: flight.key,
      waiters: release(flight),
      starter: flight.starter,
      isCurrent: flight.isRunning,
      queuedTime: start - flight.queuedAt,
      runningTime: now - start
    )
  }
}

extension FlightTable {
  package var isEmpty: Bool { flights.isEmpty && current.isEmpty && flightOfWaiter.isEmpty }

  /// The picture that a flight is for; nil where there is no such flight any more.
  package func key(of id: FlightID) -> RenderKey? { flights[id]?.key }

  /// Every flight that has not ended.
  package var all: [FlightID] { flights.keys.sorted() }

  /// Waiters whose deadline has passed; they still wait.
  package func late(at now: Instant) -> [WaiterID] {
    flights.keys.sorted().flatMap { id in
      flights[id]?.waiters.filter { waiter in waiter.deadline.map { $0 <= now } ?? false } ?? []
    }.map(\.id)
  }

  /// Flights that have occupied their slot since before `moment`, draining ones included.
  package func occupied(sinceBefore moment: Instant) -> [FlightID] {
    flights.keys.sorted().filter { id in (flights[id]?.startedAt).map { $0 < moment } ?? false }
  }

  private mutating func drain(_ id: FlightID, _ flight: Flight, since start: Instant) {
    var flight = flight
    flight.state = .draining(since: start)
    flights[id] = flight
    current[flight.key] = nil
  }

  mutating func forget(_ id: FlightID, _ flight: Flight) {
    flights[id] = nil
    // The key may be the next flight's by now.
    if current[flight.key] == id { current[flight.key] = nil }
  }

  mutating func release(_ flight: Flight) -> [WaiterID] {
    for waiter in flight.waiters { flightOfWaiter[waiter.id] = nil }
    return flight.waiters.map(\.id)
  }
}

extension FlightTable.Flight {
  /// Nil where nobody waits.
  var standing: Standing? {
    let best = waiters.first { $0.priority == .visible } ?? waiters.first
    return best.map { Standing(priority: $0.priority, client: $0.client) }
  }

  var startedAt: Instant? {
    switch state {
    case .sought, .queued: nil
    case .running(let start), .draining(let start): start
    }
  }

  var isRunning: Bool {
    switch state {
    case .running: true
    case .sought, .queued, .draining: false
    }
  }

  /// What is left of the render; what has outrun its estimate is taken to last as long again.
  func remaining(at now: Instant, runningSince start: Instant) -> Duration {
    let elapsed = now - start
    return elapsed < cost.time ? cost.time - elapsed : elapsed
  }
}
