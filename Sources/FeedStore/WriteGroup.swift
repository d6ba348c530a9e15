package import Base

/// Decides which mutations share a transaction and its sync.
///
/// What comes while a group commits goes into the next, which `Gathering` may have wait a moment
/// for those who were just answered.
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
  @usableFromInline var gathering: Gathering
  @usableFromInline let queueLimit: Int
  @usableFromInline let groupLimit: Int

  @inlinable
  package init(
    queueLimit: Int = StoreLimits.queuedMutations,
    groupLimit: Int = StoreLimits.mutationsPerCommit,
    gatherTime: Duration = StoreLimits.gatherTime
  ) {
    self.queueLimit = queueLimit
    self.groupLimit = groupLimit
    gathering = Gathering(groupLimit: groupLimit, timeLimit: gatherTime)
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
  package mutating func enqueue(_ mutation: Mutation, at now: Instant) throws(Refusal) -> Bool {
    if isClosed { throw .closed }
    if queued.count >= queueLimit { throw .busy }
    queued.append(mutation)
    guard underway == nil else { return false }
    let mayHurry = gathering.arrived(queuedCount: queued.count, at: now)
    return mayHurry || queued.count == 1
  }

  /// What to do now.
  ///
  /// - Precondition: No commit is under way.
  @inlinable
  package mutating func next(at now: Instant) -> Decision {
    precondition(underway == nil, "one group commits at a time")
    if queued.isEmpty { return isClosed ? .stop : .sleep }
    if !isClosed, let end = gathering.end(queuedCount: queued.count), now < end {
      return .sleepUntil(end)
    }
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
    gathering.committed(count: count, queuedCount: queued.count, began: start, at: now)
  }

  /// Takes no more mutations; those queued are still to be committed.
  @inlinable
  package mutating func close() { isClosed = true }
}
