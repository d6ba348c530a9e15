package import FeedStore

/// Uploads that run, and whose they are.
package struct UploadSlots: Sendable {
  private let viewerLimit: Int
  private let limit: Int
  /// Never 0.
  private var counts: [Viewer: Int] = [:]
  /// Invariant: the sum over `counts`.
  package private(set) var count = 0

  package init(
    viewerLimit: Int = UploadLimits.uploadsOfViewer,
    limit: Int = UploadLimits.uploads
  ) {
    self.viewerLimit = viewerLimit
    self.limit = limit
  }

  /// Counts an upload in; false, with nothing counted, where there is no room.
  package mutating func take(_ viewer: Viewer) -> Bool {
    guard count < limit, counts[viewer, default: 0] < viewerLimit else { return false }
    counts[viewer, default: 0] += 1
    count += 1
    return true
  }

  /// Counts out an upload that `take` counted in.
  package mutating func release(_ viewer: Viewer) {
    guard let running = counts[viewer] else { preconditionFailure("what ends has begun") }
    counts[viewer] = running > 1 ? running - 1 : nil
    count -= 1
  }
}
