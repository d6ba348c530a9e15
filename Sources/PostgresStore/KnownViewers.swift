import FeedStore

/// Viewers who have a row, as far as is known; rows of users are never deleted.
struct KnownViewers: Sendable {
  private var viewers: Set<Viewer> = []

  init() {}

  func contains(_ viewer: Viewer) -> Bool { viewers.contains(viewer) }

  mutating func insert(_ viewer: Viewer) {
    // Those who are active are back at once.
    if viewers.count >= PostgresLimits.knownUsers { viewers = [] }
    viewers.insert(viewer)
  }

  mutating func remove(_ viewer: Viewer) { viewers.remove(viewer) }
}
