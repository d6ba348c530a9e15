package import Base
package import FeedModel
package import FeedStore

/// Who watches the feed, how far each is, and what each does next.
///
/// A watcher either reads the log that all share, or, as long as it stands before what the log
/// holds for it, changes from the store; one watcher at a time does that. One who has read the log
/// and then falls out of it is too slow and gets a gap, so that it costs the store nothing.
package struct WatchSchedule: Sendable {
  /// Names a watch.
  package struct WatchID: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// Why a watch was refused.
  package enum Refusal: Error, Hashable, Sendable {
    case tooMany(limit: Int)
    case tooManyOfConnection(limit: Int)
  }

  /// What a watcher does next.
  package enum Step: Hashable, Sendable {
    /// Sends these, and asks again.
    case send([Bytes])
    /// Reads changes behind this number, and hands them to `take` or calls `remove`.
    case read(after: SequenceNumber)
    /// Reads whom its viewer follows now, hands that to `learn`, and asks again.
    case readFollows
    /// Asks again when it is woken.
    case wait
  }

  private struct Watcher {
    let connection: UInt64
    var interest: WatchInterest
    /// It was told of everything up to here.
    var position: SequenceNumber
    /// The log has all that is for the watcher behind this number; nil: it reads the log.
    var logBegins: SequenceNumber?
    var lastSent: Instant
    var isWaiting = false
  }

  /// Whom a viewer with watches follows, as of a change.
  private struct Following {
    var users: Set<UserID>
    var sequence: SequenceNumber
    /// Changes up to this one may have been missed; nil: none.
    var missedUpTo: SequenceNumber?
  }

  private let limits: WatchLimits
  private var log: WatchLog
  private var watchers: [WatchID: Watcher] = [:]
  private var connections: [UInt64: Int] = [:]
  private var viewers: [UserID: Set<WatchID>] = [:]
  private var followings: [UserID: Following] = [:]
  private var lastNumber: UInt64 = 0
  /// The watcher that reads from the store, and those that wait for their turn.
  private var reader: WatchID?
  private var waitingReaders: [WatchID] = []

  package init(limits: WatchLimits = WatchLimits()) {
    self.limits = limits
    log = WatchLog(after: SequenceNumber(0), limits: limits)
  }

  package var watcherCount: Int { watchers.count }

  /// Changes behind this number are to be handed to `append`; nil: nobody watches.
  package var wantsChangesAfter: SequenceNumber? { watchers.isEmpty ? nil : log.end }

  /// Refuses a watch of a connection that has too many.
  package func checkRoom(on connection: UInt64) throws(Refusal) {
    guard watchers.count < limits.watches else { throw .tooMany(limit: limits.watches) }
    guard connections[connection, default: 0] < limits.watchesPerConnection else {
      throw .tooManyOfConnection(limit: limits.watchesPerConnection)
    }
  }
}

// MARK: - Watchers come and go

extension WatchSchedule {
  /// Whose watch it is, and what they want to hear of.
  package struct Subscriber: Sendable {
    package var connection: UInt64
    package var viewerID: UserID
    package var filter: FeedFilter
    /// Whom they follow, where the filter asks for it, and as of which change.
    package var follows: (users: Set<UserID>, sequence: SequenceNumber)?

    package init(
      connection: UInt64,
      viewerID: UserID,
      filter: FeedFilter,
      follows: (users: Set<UserID>, sequence: SequenceNumber)? = nil
    ) {
      self.connection = connection
      self.viewerID = viewerID
      self.filter = filter
      self.follows = follows
    }
  }

  /// Begins a watch.
  ///
  /// - Parameters:
  ///   - subscriber: Whose.
  ///   - position: What they know; not above `newest`.
  ///   - newest: The last change when they came.
  ///   - now: The time.
  /// - Returns: Its name.
  /// - Throws: `Refusal`.
  package mutating func add(
    _ subscriber: Subscriber,
    at position: SequenceNumber,
    newest: SequenceNumber,
    now: Instant
  ) throws(Refusal) -> WatchID {
    try checkRoom(on: subscriber.connection)
    if watchers.isEmpty { log = WatchLog(after: newest, limits: limits) }
    lastNumber += 1
    let id = WatchID(number: lastNumber)
    let viewerID = subscriber.viewerID
    if let (users, sequence) = subscriber.follows {
      if followings[viewerID] == nil {
        // The log may have come past what changed since they were read.
        let missed = sequence < log.end ? log.end : nil
        followings[viewerID] = Following(users: users, sequence: sequence, missedUpTo: missed)
      } else {
        learn(users, asOf: sequence, of: viewerID)
      }
    }
    watchers[id] = Watcher(
      connection: subscriber.connection,
      interest: WatchInterest(viewerID: viewerID, filter: subscriber.filter),
      position: position,
      logBegins: position < log.end ? log.end : nil,
      lastSent: now
    )
    connections[subscriber.connection, default: 0] += 1
    viewers[viewerID, default: []].insert(id)
    return id
  }

  /// Ends a watch.
  ///
  /// - Returns: The watcher to wake, whose turn it is to read from the store.
  package mutating func remove(_ id: WatchID) -> WatchID? {
    guard let watcher = watchers.removeValue(forKey: id) else { return nil }
    let count = connections[watcher.connection, default: 1] - 1
    connections[watcher.connection] = count > 0 ? count : nil
    let viewerID = watcher.interest.viewerID
    viewers[viewerID]?.remove(id)
    if viewers[viewerID]?.isEmpty ?? true {
      viewers[viewerID] = nil
      followings[viewerID] = nil
    }
    waitingReaders.removeAll { $0 == id }
    // Where nobody reads, it may have been woken to, and not have come to it.
    return reader == nil || reader == id ? passTurn() : nil
  }

  /// Takes whom the viewer of a watch follows as of a change; ignores what is older than what is
  /// known.
  package mutating func learn(
    _ users: Set<UserID>,
    asOf sequence: SequenceNumber,
    for id: WatchID
  ) {
    guard let viewerID = watchers[id]?.interest.viewerID else { return }
    learn(users, asOf: sequence, of: viewerID)
  }

  private mutating func learn(
    _ users: Set<UserID>,
    asOf sequence: SequenceNumber,
    of viewerID: UserID
  ) {
    guard let known = followings[viewerID], known.sequence <= sequence,
      known.missedUpTo.map({ $0 <= sequence }) ?? true
    else { return }
    followings[viewerID] = Following(users: users, sequence: sequence)
  }

  /// True until the watcher is woken, by whatever happened since it was told to wait.
  package func isWaiting(_ id: WatchID) -> Bool { watchers[id]?.isWaiting ?? false }

  /// Wakes a watcher for a reason of its own.
  package mutating func stopWaiting(_ id: WatchID) { watchers[id]?.isWaiting = false }

  private func interest(of watcher: Watcher) -> WatchInterest {
    guard watcher.interest.filter.followingOnly else { return watcher.interest }
    var interest = watcher.interest
    interest.follows = followings[interest.viewerID]?.users ?? []
    return interest
  }
}

// MARK: - What happens

extension WatchSchedule {
  /// Takes the changes behind `wantsChangesAfter`.
  ///
  /// - Returns: The watchers to wake.
  package mutating func append(_ batch: EventBatch) -> [WatchID] {
    if batch.forgotten > log.end {
      log = WatchLog(after: batch.forgotten, limits: limits)
      for viewer in followings.keys { followings[viewer]?.missedUpTo = batch.forgotten }
    }
    for event in batch.events { follow(event) }
    let events = batch.events.filter { event in
      // Likes of users who don't watch are for nobody.
      if case .viewerLike(_, let user, _) = event.kind, viewers[user] == nil { return false }
      return event.sequence > log.end
    }
    log.append(events.compactMap { WatchEntry($0) }, upTo: batch.end)
    return wake { schedule, watcher in schedule.hasNews(&watcher) }
  }

  /// Gives up on changes up to `newest` that can't be read: who comes later does without.
  ///
  /// - Returns: All watchers, who miss them; each has to end.
  package mutating func skip(to newest: SequenceNumber) -> [WatchID] {
    let end = max(newest, log.end)
    log = WatchLog(after: end, limits: limits)
    for viewer in followings.keys { followings[viewer]?.missedUpTo = end }
    return Array(watchers.keys)
  }

  /// Keeps what viewers follow as it is at the event.
  private mutating func follow(_ event: FeedEvent) {
    guard case .followChanged(let follower, let followee, let isFollowing) = event.kind,
      let following = followings[follower], following.sequence < event.sequence
    else { return }
    followings[follower]?.sequence = event.sequence
    if isFollowing {
      followings[follower]?.users.insert(followee)
    } else {
      followings[follower]?.users.remove(followee)
    }
  }

  /// True where there is a message for a watcher; one for whom there is none has heard all.
  private func hasNews(_ watcher: inout Watcher) -> Bool {
    guard watcher.logBegins == nil else { return false }
    guard watcher.position >= log.start else { return true }
    if log.hasMessage(after: watcher.position, for: interest(of: watcher)) { return true }
    watcher.position = max(watcher.position, log.end)
    return false
  }

  /// The watchers to wake because they have heard nothing for long.
  package mutating func quietWatchers(at now: Instant) -> [WatchID] {
    let limit = limits.progressInterval
    return wake { _, watcher in watcher.lastSent + limit <= now }
  }

  /// Wakes those of the waiting watchers that `condition` is true of.
  private mutating func wake(
    where condition: (WatchSchedule, inout Watcher) -> Bool
  ) -> [WatchID] {
    var woken: [WatchID] = []
    // Index by index: iterating would hold the dictionary, and changing it make a copy.
    var index = watchers.startIndex
    while index != watchers.endIndex {
      var watcher = watchers.values[index]
      if watcher.isWaiting {
        if condition(self, &watcher) {
          watcher.isWaiting = false
          woken.append(watchers.keys[index])
        }
        watchers.values[index] = watcher
      }
      watchers.formIndex(after: &index)
    }
    return woken
  }
}

// MARK: - What a watcher does

extension WatchSchedule {
  /// What a watcher does next; none that has ended asks.
  package mutating func next(_ id: WatchID, at now: Instant) -> Step {
    guard var watcher = watchers[id] else { preconditionFailure("who asks is watching") }
    if watcher.interest.filter.followingOnly,
      followings[watcher.interest.viewerID]?.missedUpTo != nil
    {
      return .readFollows
    }
    defer { watchers[id] = watcher }
    if let begin = watcher.logBegins {
      guard watcher.position >= max(begin, log.start) else {
        return readTurn(of: id, &watcher, now)
      }
      watcher.logBegins = nil
    }
    guard watcher.position >= log.start else { return gap(&watcher, upTo: log.end, now) }
    let (messages, position) = log.messages(after: watcher.position, for: interest(of: watcher))
    watcher.position = position
    return messages.isEmpty ? quietStep(&watcher, now) : send(messages, &watcher, now)
  }

  /// Takes what a watcher has read from the store.
  ///
  /// - Returns: What it sends, perhaps nothing, before it asks again; and the watcher to wake,
  ///   whose turn it is to read.
  package mutating func take(
    _ batch: EventBatch,
    for id: WatchID,
    at now: Instant
  ) -> (messages: [Bytes], wakes: WatchID?) {
    guard var watcher = watchers[id], reader == id else {
      preconditionFailure("who reads has its turn")
    }
    defer { watchers[id] = watcher }
    let next = passTurn()
    if batch.forgotten > watcher.position {
      guard case .send(let messages) = gap(&watcher, upTo: batch.newest, now) else {
        preconditionFailure("a gap is told")
      }
      return (messages, next)
    }
    let viewerID = watcher.interest.viewerID
    let events = batch.events.filter { event in
      if case .viewerLike(_, let user, _) = event.kind { user == viewerID } else { true }
    }
    // The messages are the watcher's own, so all of them are taken at once.
    var limits = limits
    limits.messagesPerTurn = .max
    limits.bytesPerTurn = .max
    limits.heldByteCount = .max
    limits.heldMessages = .max
    var ownLog = WatchLog(after: watcher.position, limits: limits)
    ownLog.append(events.compactMap { WatchEntry($0) }, upTo: batch.end)
    let found = ownLog.messages(after: watcher.position, for: interest(of: watcher))
    watcher.position = max(found.position, watcher.position)
    if !found.messages.isEmpty { watcher.lastSent = now }
    return (found.messages, next)
  }

  private mutating func readTurn(
    of id: WatchID,
    _ watcher: inout Watcher,
    _ now: Instant
  ) -> Step {
    if reader == nil {
      reader = id
      waitingReaders.removeAll { $0 == id }
      return .read(after: watcher.position)
    }
    if !waitingReaders.contains(id) { waitingReaders.append(id) }
    return quietStep(&watcher, now)
  }

  /// Ends the turn of the watcher that reads.
  ///
  /// - Returns: The first who sleeps: one who is awake asks again, when its client lets it.
  private mutating func passTurn() -> WatchID? {
    reader = nil
    guard let next = waitingReaders.first(where: isWaiting) else { return nil }
    watchers[next]?.isWaiting = false
    return next
  }

  private func gap(
    _ watcher: inout Watcher,
    upTo sequence: SequenceNumber,
    _ now: Instant
  ) -> Step {
    watcher.position = max(watcher.position, sequence)
    return send([WatchMessage.gap(watcher.position)], &watcher, now)
  }

  private func quietStep(_ watcher: inout Watcher, _ now: Instant) -> Step {
    guard watcher.lastSent + limits.progressInterval <= now else {
      watcher.isWaiting = true
      return .wait
    }
    return send([WatchMessage.progress(watcher.position)], &watcher, now)
  }

  private func send(_ messages: [Bytes], _ watcher: inout Watcher, _ now: Instant) -> Step {
    watcher.lastSent = now
    return .send(messages)
  }
}
