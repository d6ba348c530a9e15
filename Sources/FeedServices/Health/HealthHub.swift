package import Base
package import FeedMessages
package import FeedStore
package import RPC

/// Answers the calls of grpc.health.v1.Health, for everybody who may connect.
///
/// `HealthTable` decides what is said; this looks at the server's parts and wakes watchers. What a
/// part does not tell is looked at when somebody asks, and once a second while somebody watches.
/// A store that failed is tried until it works again.
package final class HealthHub: HealthHandler {
  /// How the server's parts are found out about; none of it may wait for work that is under way.
  package struct Parts: Sendable {
    /// Whether the renderer is stuck for good.
    package var isRendererWedged: @Sendable (Instant) -> Bool
    /// Whether pictures can be encoded and photos read.
    package var hasEncoder: @Sendable () -> Bool
    /// Stores something and takes it back; nil where that works.
    package var tryStore: @Sendable () async -> StoreError?

    package init(
      isRendererWedged: @escaping @Sendable (Instant) -> Bool,
      hasEncoder: @escaping @Sendable () -> Bool,
      tryStore: @escaping @Sendable () async -> StoreError?
    ) {
      self.isRendererWedged = isRendererWedged
      self.hasEncoder = hasEncoder
      self.tryStore = tryStore
    }
  }

  private struct Guarded: Parking {
    var table: HealthTable
    /// Watches by the uid whose they are.
    var users: CallSlots<UInt32>
    /// Handlers' tasks that wait.
    var parked: [HealthTable.WatchID: UnsafeContinuation<Void, Never>] = [:]
    /// Looks at the parts while somebody watches.
    var looking: Task<Void, Never>?
    /// Tries the store until it works.
    var trying: Task<Void, Never>?
    /// What a call failed with last that the store failed.
    var storeFailure: String?
    /// Calls that the store has failed.
    var storeFailureCount = 0
    /// What the last trial of the store failed with; nil before the first.
    var trialFailure: String?
    /// What was reported last of why the store fails.
    var reportedReason: String?
    /// The troubles that were reported and are not over, as far as was reported.
    var reported: Set<HealthTrouble> = []
    var isReporting = false

    func isWaiting(_ id: HealthTable.WatchID) -> Bool { table.isWaiting(id) }

    mutating func stopWaiting(_ id: HealthTable.WatchID) { table.stopWaiting(id) }

    /// The next difference to report, which counts as reported; nil ends the reporting.
    mutating func nextReport() -> HealthReport? {
      for trouble in HealthTrouble.allCases {
        let isThere = table.has(trouble)
        guard isThere != reported.contains(trouble) else { continue }
        if isThere { reported.insert(trouble) } else { reported.remove(trouble) }
        guard trouble == .storeFailed else {
          return HealthReport(trouble: trouble, isThere: isThere)
        }
        reportedReason = isThere ? storeFailure : nil
        return HealthReport(trouble: trouble, isThere: isThere, reason: reportedReason)
      }
      // A trial may know more than the call that failed first.
      if let trialFailure, trialFailure != reportedReason, reported.contains(.storeFailed) {
        reportedReason = trialFailure
        return HealthReport(trouble: .storeFailed, isThere: true, reason: trialFailure)
      }
      isReporting = false
      return nil
    }
  }

  private let authority: Authority
  private let parts: Parts
  private let limits: HealthLimits
  private let report: @Sendable (HealthReport) -> Void
  private let now: @Sendable () -> Instant
  private let pause: @Sendable (Duration) async throws -> Void
  private let guarded: Lock<Guarded>

  /// - Parameters:
  ///   - services: The full names of what is served.
  ///   - authority: Knows the owner and root.
  ///   - parts: What is looked at.
  ///   - limits: What watching may take.
  ///   - report: Is told when a trouble is noticed and when it is over, one after the other; of
  ///     what comes and goes meanwhile it is told nothing. Must be quick.
  ///   - now: Reads the clock.
  ///   - pause: Returns after so long; throws where the task is cancelled meanwhile.
  package init(
    services: some Sequence<String>,
    authority: Authority,
    parts: Parts,
    limits: HealthLimits = HealthLimits(),
    report: @escaping @Sendable (HealthReport) -> Void = { _ in },
    now: @escaping @Sendable () -> Instant = Instant.now,
    pause: @escaping @Sendable (Duration) async throws -> Void = Pause.wait
  ) {
    self.authority = authority
    self.parts = parts
    self.limits = limits
    self.report = report
    self.now = now
    self.pause = pause
    guarded = Lock(
      Guarded(
        table: HealthTable(services: services, watchLimit: limits.watches),
        users: CallSlots(ownerLimit: limits.watchesPerUser)
      )
    )
  }

  /// Says NOT_SERVING of everything from now on, and ends watches once they have said it.
  package func stop() {
    note(.stopping, true) { guarded in
      guarded.looking?.cancel()
      guarded.trying?.cancel()
    }
  }

  /// Notes that the store failed a call, and why in words; it is tried until it works.
  package func storeFailed(_ reason: String) {
    note(.storeFailed, true) { guarded in
      guarded.storeFailure = reason
      guarded.storeFailureCount += 1
      guard guarded.trying == nil, !guarded.table.has(.stopping) else { return }
      guarded.trying = Task { await tryStore() }
    }
  }

  package var watcherCount: Int { guarded.withLock { $0.table.watcherCount } }

  /// The trials of a store that failed, for who waits for their end.
  var trials: Task<Void, Never>? { guarded.withLock { $0.trying } }
}

// MARK: - Calls

extension HealthHub {
  package func check(
    _ request: HealthCheckRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> HealthCheckResponse {
    look()
    guard let statement = guarded.withLock({ $0.table.statement(of: request.service) }) else {
      throw RPCError(.notFound, "no service has this name; the method List tells those there are")
    }
    return HealthCheckResponse(status: statement)
  }

  package func list(
    _ request: HealthListRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> HealthListResponse {
    look()
    let statements = guarded.withLock { $0.table.statements }
    return HealthListResponse(statuses: statements.mapValues { HealthCheckResponse(status: $0) })
  }

  package func watch(
    _ request: HealthCheckRequest,
    _ responses: ResponseWriter<HealthCheckResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    let limitedUserID = authority.isOperator(call.peer) ? nil : call.peer.userID
    if let limitedUserID, !guarded.withLock({ $0.users.take(limitedUserID) }) {
      throw .tooManyWatches(ofUser: limits.watchesPerUser)
    }
    defer { if let limitedUserID { guarded.withLock { $0.users.release(limitedUserID) } } }
    look()
    let id = try begin(request.service)
    defer { guarded.withLock { $0.table.remove(id) } }
    while true {
      if Task.isCancelled { throw RPCError(.cancelled, "the call was given up") }
      switch guarded.withLock({ $0.table.next(id) }) {
      case .tell(let statement):
        try await responses.send(HealthCheckResponse(status: statement))
      case .wait: await guarded.park(id)
      case .end:
        throw .refused(
          .unavailable,
          .watchStopped,
          "the server is stopping; watch again on a new connection"
        )
      }
    }
  }

  private func begin(_ service: String) throws(RPCError) -> HealthTable.WatchID {
    try guarded.withLock { (guarded) throws(RPCError) in
      let id: HealthTable.WatchID
      do throws(HealthTable.Refusal) { id = try guarded.table.add(service) } catch {
        throw .refused(
          .resourceExhausted,
          .tooManyWatches,
          "\(error.limit) watches are open already"
        )
      }
      if guarded.looking == nil, !guarded.table.has(.stopping) {
        guarded.looking = Task { await lookWhileWatched() }
      }
      return id
    }
  }
}

// MARK: - Looking

extension HealthHub {
  /// Notes that a trouble is there, or is over, unless it `mayBe` otherwise.
  private func note(
    _ trouble: HealthTrouble,
    _ isThere: Bool,
    alongWith change: (inout Guarded) -> Void = { _ in },
    where mayBe: (Guarded) -> Bool = { _ in true }
  ) {
    var reports = false
    guarded.wake { guarded in
      guard mayBe(guarded) else { return [] }
      let ids = guarded.table.note(trouble, isThere)
      change(&guarded)
      // Who is reporting now reports this too, so that what is told last is how it is.
      reports = !guarded.isReporting
      if reports { guarded.isReporting = true }
      return ids
    }
    guard reports else { return }
    while let next = guarded.withLock({ $0.nextReport() }) { report(next) }
  }

  /// Looks at what no part tells by itself.
  private func look() {
    note(.rendererWedged, parts.isRendererWedged(now()))
    note(.encoderMissing, !parts.hasEncoder())
  }

  private func lookWhileWatched() async {
    while isWatched() {
      do { try await pause(limits.lookInterval) } catch { return }
      look()
    }
  }

  private func isWatched() -> Bool {
    guarded.withLock { guarded in
      if guarded.table.watcherCount > 0 { return true }
      guarded.looking = nil
      return false
    }
  }

  /// Tries the store until a trial succeeds and no call has failed since the one before: what the
  /// trial does not come to may fail calls all the same.
  private func tryStore() async {
    while true {
      let failureCount = guarded.withLock { $0.storeFailureCount }
      do { try await pause(limits.storeTrialInterval) } catch { return }
      if let error = await parts.tryStore() {
        if error == .closed { return }
        note(.storeFailed, true) { $0.trialFailure = RPCError(error).message }
        continue
      }
      var isOver = false
      // In one step: who fails after it starts to try anew.
      note(.storeFailed, false) { guarded in
        guarded.trying = nil
        guarded.trialFailure = nil
        isOver = true
      } where: {
        $0.storeFailureCount == failureCount
      }
      if isOver { return }
    }
  }
}
