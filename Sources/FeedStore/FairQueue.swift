/// What waits for a few servants, taken in turn from each client that has something waiting.
///
/// A client's own things are taken in the order they came. One that queues a thousand delays
/// another's first by one thing, not by a thousand. In all only so many wait; beyond it, whoever
/// has less than the reserve waiting is still let in, so that nobody is kept out by the others.
/// All operations take constant time.
package struct FairQueue<Element> {
  /// A number that each client has for itself.
  package typealias Client = UInt64

  @usableFromInline
  struct Line {
    /// What came, oldest first; those before `taken` are gone.
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var taken = 0

    @inlinable
    init() {}

    @inlinable
    var count: Int { elements.count - taken }
  }

  @usableFromInline var lines: [Client: Line] = [:]
  /// Each client with something waiting once, the next one at `turn`.
  @usableFromInline var ring: [Client] = []
  @usableFromInline var turn = 0
  @usableFromInline let limit: Int
  @usableFromInline let reserve: Int
  @usableFromInline var waitingCount = 0

  /// Things that wait.
  @inlinable
  package var count: Int { waitingCount }

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - limit: Things that wait in all.
  ///   - reserve: Things that a client may have waiting whatever the others have.
  @inlinable
  package init(limit: Int, reserve: Int) {
    precondition(limit > 0 && reserve > 0, "everybody may wait")
    self.limit = limit
    self.reserve = reserve
  }

  /// Puts something behind what the client has waiting.
  ///
  /// - Returns: False, with nothing changed, where as much waits as may.
  @inlinable
  package mutating func append(_ element: Element, of client: Client) -> Bool {
    let waiting = lines[client]?.count ?? 0
    if waitingCount >= limit, waiting >= reserve { return false }
    if waiting == 0 { ring.append(client) }
    lines[client, default: Line()].elements.append(element)
    waitingCount += 1
    return true
  }

  /// Takes the oldest of the client whose turn it is.
  @inlinable
  package mutating func next() -> Element? {
    guard turn < ring.count else { return nil }
    let client = ring[turn]
    turn += 1
    guard let element = takeFirst(of: client) else {
      preconditionFailure("who is in the ring has something waiting")
    }
    if lines[client] != nil { ring.append(client) }
    dropServed()
    waitingCount -= 1
    return element
  }

  @inlinable
  mutating func takeFirst(of client: Client) -> Element? {
    guard let index = lines.index(forKey: client) else { return nil }
    let taken = lines.values[index].taken
    let element = lines.values[index].elements[taken].take()
    lines.values[index].taken = taken + 1
    let length = lines.values[index].elements.count
    if taken + 1 == length {
      lines.remove(at: index)
    } else if taken + 1 >= max(64, length / 2) {
      // What is gone is dropped in one go now and then, so that one costs the same always.
      lines.values[index].elements.removeFirst(taken + 1)
      lines.values[index].taken = 0
    }
    return element
  }

  @inlinable
  mutating func dropServed() {
    guard turn == ring.count || turn >= max(64, ring.count / 2) else { return }
    ring.removeFirst(turn)
    turn = 0
  }
}
