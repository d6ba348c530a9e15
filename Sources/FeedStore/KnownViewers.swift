/// Viewers who have a row, as far as is known; rows of users are never deleted.
package struct KnownViewers: Sendable {
  private var viewers: Set<Viewer> = []

  package init() {}

  package func contains(_ viewer: Viewer) -> Bool { viewers.contains(viewer) }

  package mutating func insert(_ viewer: Viewer) {
    // Those who are active are back at once.
    if viewers.count >= StoreLimits.knownViewers { viewers = [] }
    viewers.insert(viewer)
  }

  package mutating func remove(_ viewer: Viewer) { viewers.remove(viewer) }
}
