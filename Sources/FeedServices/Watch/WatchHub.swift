package import Base
import FeedModel
package import FeedStore
import RPC

/// Tells all who watch the feed of its changes.
///
/// `WatchSchedule` decides; this reads the changes of each commit once for all watchers, and wakes
/// the handlers' tasks. It is told of commits by the store.
package final class WatchHub: Sendable {
  package typealias WatchID = WatchSchedule.WatchID

  private struct Guarded: Parking {
    var schedule: WatchSchedule
    /// Watches by the uid whose they are.
    var users: CallSlots<UInt32>
    /// The newest change that the store has told of.
    var newest = SequenceNumber(0)
    /// Handlers' tasks that wait.
    var parked: [WatchID: UnsafeContinuation<Void, Never>] = [:]
    /// Reads what is new until there is nothing more.
    var reading: Task<Void, Never>?
    /// Looks for silent watchers while there is one.
    var looking: Task<Void, Never>?
    /// What watches end with from now on.
    var end: RPCError?
    /// What these watches end with, since something for them could not be read.
    var failures: [WatchID: RPCError] = [:]

    func isWaiting(_ id: WatchID) -> Bool {
      end == nil && failures[id] == nil && schedule.isWaiting(id)
    }

    mutating func stopWaiting(_ id: WatchID) { schedule.stopWaiting(id) }
  }

  let store: any FeedStore
  let limits: WatchLimits
  private let now: @Sendable () -> Instant
  private let pause: @Sendable (Duration) async throws -> Void
  private let guarded: Lock<Guarded>

  /// - Parameters:
  ///   - store: What is watched.
  ///   - limits: What watching may take.
  ///   - now: Reads the clock.
  ///   - pause: Returns after so long; throws where the task is cancelled meanwhile.
  package init(
    _ store: any FeedStore,
    limits: WatchLimits = WatchLimits(),
    now: @escaping @Sendable () -> Instant = Instant.now,
    pause: @escaping @Sendable (Duration) async throws -> Void = Pause.wait
  ) {
    self.store = store
    self.limits = limits
    self.now = now
    self.pause = pause
    guarded = Lock(
      Guarded(
        schedule: WatchSchedule(limits: limits),
        users: CallSlots(ownerLimit: limits.watchesPerUser)
      )
    )
    store.observeCommits { [weak self] commit in self?.noteCommit(commit.sequence) }
  }

  /// Ends every watch with UNAVAILABLE, and refuses those that come later.
  package func close() {
    end(
      with: .refused(
        .unavailable,
        .watchStopped,
        "the server is stopping; watch again from the last sequence on a new connection"
      )
    )
    guarded.withLock { guarded in
      guarded.looking?.cancel()
      guarded.looking = nil
    }
  }

  /// Watches that are open.
  package var watcherCount: Int { guarded.withLock { $0.schedule.watcherCount } }

  private func end(with error: RPCError) {
    guarded.wake { guarded in
      guarded.end = error
      return Array(guarded.parked.keys)
    }
  }
}

// MARK: - Watchers

extension WatchHub {
  /// Counts a watch of a uid in; `leave` counts it out.
  ///
  /// - Throws: RESOURCE_EXHAUSTED where it has as many as one may.
  func enter(userID: UInt32) throws(RPCError) {
    guard guarded.withLock({ $0.users.take(userID) }) else {
      throw .tooManyWatches(ofUser: limits.watchesPerUser)
    }
  }

  func leave(userID: UInt32) { guarded.withLock { $0.users.release(userID) } }

  /// Refuses a watch where there are too many, before anything is read for it.
  ///
  /// - Throws: RESOURCE_EXHAUSTED or UNAVAILABLE.
  func checkRoom(on connection: UInt64) throws(RPCError) {
    try guarded.withLock { (guarded) throws(RPCError) in
      if let end = guarded.end { throw end }
      do throws(WatchSchedule.Refusal) { try guarded.schedule.checkRoom(on: connection) } catch {
        throw RPCError(error)
      }
    }
  }

  /// Begins a watch at `position`; `newest` was the last change a moment ago.
  ///
  /// - Throws: RESOURCE_EXHAUSTED or UNAVAILABLE.
  func begin(
    _ subscriber: WatchSchedule.Subscriber,
    at position: SequenceNumber,
    newest: SequenceNumber
  ) throws(RPCError) -> WatchID {
    try guarded.withLock { (guarded) throws(RPCError) in
      if let end = guarded.end { throw end }
      let id: WatchID
      do throws(WatchSchedule.Refusal) {
        id = try guarded.schedule.add(subscriber, at: position, newest: newest, now: now())
      } catch { throw RPCError(error) }
      readNews(&guarded)
      if guarded.looking == nil { guarded.looking = Task { await look() } }
      return id
    }
  }

  /// Ends a watch.
  func end(_ id: WatchID) {
    guarded.withLock { $0.failures[id] = nil }
    wake { schedule in schedule.remove(id).map { [$0] } ?? [] }
  }

  /// The next messages of a viewer's watch; waits until there are some.
  ///
  /// - Throws: What the watch ends with, or why the store could not be read.
  func messages(of id: WatchID, _ viewer: Viewer) async throws(RPCError) -> [Bytes] {
    while true {
      if Task.isCancelled { throw RPCError(.cancelled, "the call was given up") }
      switch try next(id) {
      case .send(let messages): return messages
      case .wait: await guarded.park(id)
      case .read(let sequence):
        let messages = try await read(id, after: sequence)
        if !messages.isEmpty { return messages }
      case .readFollows:
        let (users, sequence) = try await follows(of: viewer)
        guarded.withLock { $0.schedule.learn(users, asOf: sequence, for: id) }
      }
    }
  }

  /// Whom a viewer follows, as of a change.
  func follows(
    of viewer: Viewer
  ) async throws(RPCError) -> (users: Set<UserID>, sequence: SequenceNumber) {
    let page = try await answer { () async throws in
      let query = UsersQuery(.followed(by: nil), pageSize: StoreLimits.follows)
      return try await store.users(query, viewer: viewer)
    }
    return (Set(page.users.map(\.id)), page.sequence)
  }

  private func next(_ id: WatchID) throws(RPCError) -> WatchSchedule.Step {
    try guarded.withLock { (guarded) throws(RPCError) in
      if let end = guarded.end ?? guarded.failures[id] { throw end }
      return guarded.schedule.next(id, at: now())
    }
  }

  /// Reads for a watcher that is behind what all read.
  private func read(_ id: WatchID, after sequence: SequenceNumber) async throws(RPCError) -> [Bytes]
  {
    let batch = try await answer { () async throws in
      try await store.events(after: sequence, limit: limits.changesPerRead)
    }
    var messages: [Bytes] = []
    wake { schedule in
      let (found, next) = schedule.take(batch, for: id, at: now())
      messages = found
      return next.map { [$0] } ?? []
    }
    return messages
  }

  /// Resumes the watchers that `body` says.
  private func wake(_ body: (inout WatchSchedule) -> [WatchID]) {
    guarded.wake { guarded in body(&guarded.schedule) }
  }
}

// MARK: - News

extension WatchHub {
  /// Called by the thread that commits.
  private func noteCommit(_ sequence: SequenceNumber) {
    guarded.withLock { guarded in
      guarded.newest = max(guarded.newest, sequence)
      readNews(&guarded)
    }
  }

  /// Starts to read where somebody watches, there is something, and nobody reads.
  private func readNews(_ guarded: inout Guarded) {
    guard guarded.reading == nil, guarded.end == nil,
      let after = guarded.schedule.wantsChangesAfter, after < guarded.newest
    else { return }
    guarded.reading = Task { await readAllNews() }
  }

  /// Where the next changes begin; nil where there are none, or nobody wants them.
  private func nextNews() -> SequenceNumber? {
    guarded.withLock { guarded in
      if guarded.end == nil, let after = guarded.schedule.wantsChangesAfter,
        after < guarded.newest
      {
        return after
      }
      guarded.reading = nil
      return nil
    }
  }

  private func readAllNews() async {
    var failureCount = 0
    while let after = nextNews() {
      do throws(StoreError) {
        let batch = try await store.events(after: after, limit: limits.changesPerRead)
        failureCount = 0
        // Those that all watched may have gone meanwhile, and others come.
        wake { schedule in schedule.wantsChangesAfter == after ? schedule.append(batch) : [] }
      } catch {
        guard error != .closed else { return end(with: RPCError(error)) }
        failureCount += 1
        if failureCount < limits.readTries(after: error) {
          // Nothing is lost meanwhile: watchers stay where they are.
          do { try await pause(limits.retryInterval) } catch { return }
        } else {
          endWatches(with: RPCError(error))
          failureCount = 0
        }
      }
    }
  }

  /// Ends the watches that are open; those that come later begin behind what could not be read.
  private func endWatches(with error: RPCError) {
    guarded.wake { guarded in
      let ids = guarded.schedule.skip(to: guarded.newest)
      for id in ids { guarded.failures[id] = error }
      return ids
    }
  }

  /// Tells silent watchers how far they are, until there are none.
  private func look() async {
    while isWatched() {
      do { try await pause(limits.lookInterval) } catch { return }
      wake { schedule in schedule.quietWatchers(at: now()) }
    }
  }

  private func isWatched() -> Bool {
    guarded.withLock { guarded in
      if guarded.schedule.watcherCount > 0, guarded.end == nil { return true }
      guarded.looking = nil
      return false
    }
  }
}
