/// A set of stream ids that forgets its oldest members.
///
/// It is looked at for frames of calls that are over only, so a linear search does. It holds no
/// memory before the first insertion.
struct RecentIDs: Sendable {
  let limit: Int
  private var ids: [UInt32] = []
  /// Where the oldest is, once `limit` is reached.
  private var oldest = 0

  init(limit: Int) { self.limit = limit }

  func contains(_ id: UInt32) -> Bool { ids.contains(id) }

  /// Adds `id`; false where it was a member.
  @discardableResult
  mutating func insert(_ id: UInt32) -> Bool {
    guard !ids.contains(id) else { return false }
    if ids.count < limit {
      ids.append(id)
    } else if limit > 0 {
      ids[oldest] = id
      oldest = (oldest + 1) % limit
    }
    return true
  }

  /// Takes `id` out, if it is a member; what comes first into its place does not matter.
  mutating func remove(_ id: UInt32) {
    guard let place = ids.firstIndex(of: id) else { return }
    ids.swapAt(place, ids.count - 1)
    ids.removeLast()
    oldest = 0
  }
}
