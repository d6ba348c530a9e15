import FeedMessages
import RPC

/// What keeps the server from doing all of its work.
package enum HealthTrouble: String, CaseIterable, Sendable {
  /// It finishes what runs and ends.
  case stopping
  /// The store failed, or has no room: what is stored can be read.
  case storeFailed
  /// Every render slot is occupied by a render that does not end: nothing new is rendered.
  case rendererWedged
  /// No codec worker can be had: only patterns are rendered, as RGBA8.
  case encoderMissing
}

/// A trouble that was noticed or is over, for who looks after the server.
package struct HealthReport: Hashable, Sendable {
  package let trouble: HealthTrouble
  package let isThere: Bool
  /// What a part that failed said of it, where it did.
  package let reason: String?

  package init(trouble: HealthTrouble, isThere: Bool, reason: String? = nil) {
    self.trouble = trouble
    self.isThere = isThere
    self.reason = reason
  }
}

/// What is said of each service, and who has been told.
///
/// Troubles go in, statements come out. A service is NOT_SERVING while some of its calls fail for
/// a trouble of the server's own; what works in spite of it goes on. The server as a whole, whose
/// name is empty, is NOT_SERVING while only another server, or a restart, helps:
///
///     name                     stopping  storeFailed  rendererWedged  encoderMissing
///     (empty)                     x                         x
///     feedrpc.v1.FeedService      x           x
///     feedrpc.v1.ImageService     x                         x               x
///     every other                 x
///
/// Of a watcher only what it was told last is kept, so one that is behind hears the newest state
/// and costs no more than others.
struct HealthTable: Sendable {
  typealias Statement = HealthCheckResponse.ServingStatus

  /// Names a watcher.
  struct WatchID: Hashable, Sendable { fileprivate let number: UInt64 }

  /// Why there is no room for a watcher.
  struct Refusal: Error, Hashable, Sendable { let limit: Int }

  /// What a watcher does next.
  enum Step: Hashable, Sendable {
    case tell(Statement)
    /// It has heard all there is; `note` names it when there is more.
    case wait
    /// The server stops, and the watcher knows.
    case end
  }

  private struct Watcher {
    /// Nil: a name that nothing has.
    ///
    /// The name itself, which may be long, is not kept here; its call keeps the request, which
    /// counts among the bytes of its connection until the call ends.
    let service: String?
    var told: Statement?
    var isWaiting = false
  }

  /// The names of the services, and the empty one.
  private let names: Set<String>
  private let watchLimit: Int
  private var troubles: Set<HealthTrouble> = []
  private var watchers: [WatchID: Watcher] = [:]
  private var lastNumber: UInt64 = 0

  /// - Parameters:
  ///   - services: The full names of what is served.
  ///   - watchLimit: Watchers at a time.
  init(services: some Sequence<String>, watchLimit: Int) {
    names = Set(services).union([""])
    self.watchLimit = watchLimit
  }

  /// The troubles that concern a service.
  static func concerns(of service: String) -> Set<HealthTrouble> {
    switch service {
    case "": [.stopping, .rendererWedged]
    case FeedServiceMethods.fetchFeedPage.service: [.stopping, .storeFailed]
    case ImageServiceMethods.streamImage.service: [.stopping, .rendererWedged, .encoderMissing]
    default: [.stopping]
    }
  }

  /// How a service is; nil where nothing has this name.
  func statement(of service: String) -> Statement? {
    guard names.contains(service) else { return nil }
    return Self.concerns(of: service).isDisjoint(with: troubles) ? .serving : .notServing
  }

  /// How all are, the server as a whole under the empty name.
  var statements: [String: Statement] {
    var statements: [String: Statement] = [:]
    for name in names { statements[name] = statement(of: name) }
    return statements
  }

  func has(_ trouble: HealthTrouble) -> Bool { troubles.contains(trouble) }

  var watcherCount: Int { watchers.count }

  /// Notes that there is a trouble, or that it is over.
  ///
  /// - Returns: The watchers that waited and have something to tell; none where nothing changed.
  mutating func note(_ trouble: HealthTrouble, _ isThere: Bool) -> [WatchID] {
    guard isThere != troubles.contains(trouble) else { return [] }
    if isThere { troubles.insert(trouble) } else { troubles.remove(trouble) }
    return watchers.keys.filter { id in
      guard let watcher = watchers[id], watcher.isWaiting, step(of: watcher) != .wait else {
        return false
      }
      watchers[id]?.isWaiting = false
      return true
    }
  }

  /// Begins to watch.
  ///
  /// - Throws: Where as many watch as may; nothing has changed.
  mutating func add(_ service: String) throws(Refusal) -> WatchID {
    guard watchers.count < watchLimit else { throw Refusal(limit: watchLimit) }
    lastNumber += 1
    let id = WatchID(number: lastNumber)
    watchers[id] = Watcher(service: names.contains(service) ? service : nil)
    return id
  }

  mutating func remove(_ id: WatchID) { watchers[id] = nil }

  /// What the watcher does now; what it is to tell counts as told.
  mutating func next(_ id: WatchID) -> Step {
    guard let watcher = watchers[id] else { return .end }
    let step = step(of: watcher)
    if case .tell(let statement) = step { watchers[id]?.told = statement }
    watchers[id]?.isWaiting = step == .wait
    return step
  }

  /// False for a watcher that has something to do, or is gone.
  func isWaiting(_ id: WatchID) -> Bool { watchers[id]?.isWaiting ?? false }

  /// Notes that nothing will be done about what `note` says of this watcher.
  mutating func stopWaiting(_ id: WatchID) { watchers[id]?.isWaiting = false }

  private func step(of watcher: Watcher) -> Step {
    let statement = watcher.service.flatMap { self.statement(of: $0) } ?? .serviceUnknown
    if statement != watcher.told { return .tell(statement) }
    return troubles.contains(.stopping) ? .end : .wait
  }
}
