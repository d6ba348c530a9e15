package import Base

/// Decides which mutations share a transaction and its sync.
///
/// What comes while a group commits goes into the next. Callers whose mutation has just been
/// committed tend to be back at once, so the next group waits a moment for as many as there were
/// lately, never longer than a quarter of the last commit or the limit: a caller that is alone,
/// or comes after a pause, never waits.
///
/// Mutations leave in the order they came.
package struct WriteGroup<Mutation> {
  /// What the writer does next.
  package enum Decision {
    /// Nothing is queued.
    case sleep
    /// Asks again when something comes, at this moment at the latest.
    case sleepUntil(Instant)
    /// Applies these in one transaction, then calls `committed(at:)`.
    case commit([Mutation])
    /// The group is closed and empty.
    case stop
  }

  /// Why a mutation was not queued.
  package enum Refusal: Error, Hashable, Sendable {
    /// As many are queued as may be.
    case busy
    case closed
  }

  @usableFromInline var queued: [Mutation] = []
  @usableFromInline var isClosed = false
  /// When the commit under way began, and how many it has.
  @usableFromInline var underway: (start: Instant, count: Int)?
  /// Mutations worth waiting for, and until when.
  @usableFromInline var expectedCount = 0
  @usableFromInline var gatherEnd = Instant(nanoseconds: .min)
  @usableFromInline let queueLimit: Int
  @usableFromInline let groupLimit: Int
  @usableFromInline let gatherLimit: Duration

  @inlinable
  package init(
    queueLimit: Int = StoreLimits.queuedMutations,
    groupLimit: Int = StoreLimits.mutationsPerCommit,
    gatherLimit: Duration = StoreLimits.gatherTime
  ) {
    self.queueLimit = queueLimit
    self.groupLimit = groupLimit
    self.gatherLimit = gatherLimit
  }

  /// Mutations that wait.
  @inlinable
  package var queuedCount: Int { queued.count }

  /// Puts a mutation behind those that wait.
  ///
  /// - Returns: Whether the writer is to be woken: it may be asleep, and what it waits for may
  ///   have come.
  /// - Throws: `Refusal`, with nothing queued.
  @inlinable
  package mutating func enqueue(_ mutation: Mutation) throws(Refusal) -> Bool {
    if isClosed { throw .closed }
    if queued.count >= queueLimit { throw .busy }
    queued.append(mutation)
    return underway == nil && (queued.count == 1 || queued.count == wantedCount)
  }

  /// What to do now.
  ///
  /// - Precondition: No commit is under way.
  @inlinable
  package mutating func next(at now: Instant) -> Decision {
    precondition(underway == nil, "one group commits at a time")
    if queued.isEmpty { return isClosed ? .stop : .sleep }
    if !isClosed && queued.count < wantedCount && now < gatherEnd { return .sleepUntil(gatherEnd) }
    let group = Array(queued.prefix(groupLimit))
    queued.removeFirst(group.count)
    underway = (now, group.count)
    return .commit(group)
  }

  /// Ends the commit under way, also where it failed.
  ///
  /// - Precondition: A commit is under way.
  @inlinable
  package mutating func committed(at now: Instant) {
    guard let (start, count) = underway else { preconditionFailure("a group is under way") }
    underway = nil
    expectedCount = count + queued.count
    gatherEnd = now + min((now - start) / 4, gatherLimit)
  }

  /// Takes no more mutations; those queued are still to be committed.
  @inlinable
  package mutating func close() { isClosed = true }

  @inlinable
  var wantedCount: Int { min(expectedCount, groupLimit) }
}
