/// Flights of one priority that wait, in fair order.
///
/// Users take turns, then the connections of a user, then a connection's flights in order of
/// arrival. Every operation takes constant time but `longestBacklog`.
struct RenderLane: Sendable {
  /// What one connection has waiting: the ends of a linked list.
  struct Backlog: Sendable {
    var first: FlightID
    var last: FlightID
    var count: Int
    var nanoseconds: Int64
  }

  private struct Node: Sendable {
    let client: RenderClient
    let nanoseconds: Int64
    var previous: FlightID?
    var next: FlightID?
  }

  private let share: Int64
  private var nodes: [FlightID: Node] = [:]
  private var backlogs: [RenderClient: Backlog] = [:]
  private var users: FairRing<UInt32>
  private var clientsOfUser: [UInt32: FairRing<RenderClient>] = [:]
  /// Estimated time of all that wait.
  private(set) var nanoseconds: Int64 = 0

  init(share: Int64) {
    self.share = share
    users = FairRing(share: share)
  }

  var count: Int { nodes.count }
  var isEmpty: Bool { nodes.isEmpty }
  var clientCount: Int { backlogs.count }

  func backlog(of client: RenderClient) -> Backlog? { backlogs[client] }

  /// The connection that has most flights waiting.
  func longestBacklog() -> (client: RenderClient, backlog: Backlog)? {
    backlogs.max { $0.value.count < $1.value.count }.map { ($0.key, $0.value) }
  }

  /// Puts a flight behind the others of its client.
  mutating func append(_ id: FlightID, for client: RenderClient, nanoseconds time: Int64) {
    precondition(nodes[id] == nil, "a flight waits once")
    nanoseconds += time
    guard var backlog = backlogs[client] else {
      nodes[id] = Node(client: client, nanoseconds: time)
      backlogs[client] = Backlog(first: id, last: id, count: 1, nanoseconds: time)
      users.insert(client.uid)
      clientsOfUser[client.uid, default: FairRing(share: share)].insert(client)
      return
    }
    nodes[id] = Node(client: client, nanoseconds: time, previous: backlog.last)
    nodes[backlog.last]?.next = id
    backlog.last = id
    backlog.count += 1
    backlog.nanoseconds += time
    backlogs[client] = backlog
  }

  /// Takes a flight out, wherever it stands; false where it does not wait here.
  @discardableResult
  mutating func remove(_ id: FlightID) -> Bool {
    guard let node = nodes.removeValue(forKey: id), var backlog = backlogs[node.client] else {
      return false
    }
    nanoseconds -= node.nanoseconds
    if let previous = node.previous { nodes[previous]?.next = node.next }
    if let next = node.next { nodes[next]?.previous = node.previous }
    if backlog.first == id, let next = node.next { backlog.first = next }
    if backlog.last == id, let previous = node.previous { backlog.last = previous }
    backlog.count -= 1
    backlog.nanoseconds -= node.nanoseconds
    backlogs[node.client] = backlog.count > 0 ? backlog : nil
    if backlog.count == 0 { removeClient(node.client) }
    return true
  }

  /// The flight whose turn it is; it stays.
  mutating func next() -> FlightID? {
    guard let user = users.next(), let client = clientsOfUser[user]?.next() else { return nil }
    return backlogs[client]?.first
  }

  /// Counts render time against a client's turn.
  mutating func charge(_ nanoseconds: Int64, to client: RenderClient) {
    users.charge(nanoseconds, to: client.uid)
    clientsOfUser[client.uid]?.charge(nanoseconds, to: client)
  }

  private mutating func removeClient(_ client: RenderClient) {
    clientsOfUser[client.uid]?.remove(client)
    guard clientsOfUser[client.uid]?.isEmpty ?? false else { return }
    clientsOfUser[client.uid] = nil
    users.remove(client.uid)
  }
}
