import Base
import RPC

/// Requests of calls that wait for others to end, as the server takes only so many at once.
///
/// They are sent in the order of their ids. A caller who gives one up takes it out of the middle.
struct HeldRequests: Sendable {
  struct Request: Sendable {
    let method: MethodDescriptor
    let metadata: Metadata
    /// The only message of the call; empty where messages follow.
    let head: Bytes
    let tail: Bytes
  }

  /// Ids that are kept in `order` for nothing before it is tidied up.
  private static let longestTail = 64

  private var requests: [UInt32: Request] = [:]
  /// Oldest first; ids that are gone stay for a while.
  private var order: [UInt32] = []
  private var passedCount = 0

  var count: Int { requests.count }

  func contains(_ id: UInt32) -> Bool { !requests.isEmpty && requests[id] != nil }

  mutating func append(_ request: Request, id: UInt32) {
    requests[id] = request
    order.append(id)
  }

  /// True where it was here.
  mutating func remove(_ id: UInt32) -> Bool {
    guard !requests.isEmpty, requests.removeValue(forKey: id) != nil else { return false }
    tidyUp()
    return true
  }

  mutating func popFirst() -> (id: UInt32, request: Request)? {
    while passedCount < order.count {
      let id = order[passedCount]
      passedCount += 1
      guard let request = requests.removeValue(forKey: id) else { continue }
      tidyUp()
      return (id, request)
    }
    return nil
  }

  private mutating func tidyUp() {
    guard order.count > 2 * requests.count + Self.longestTail else { return }
    order = order[passedCount...].filter { requests[$0] != nil }
    passedCount = 0
  }
}
