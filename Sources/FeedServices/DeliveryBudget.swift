/// Memory of pictures that are on their way to their clients.
///
/// A client that reads slowly keeps its picture in memory, long after the cache has let it go. So a
/// connection may hold as many bytes as it leaves free, and no more: one that reads nothing gets
/// half of all, two get a third each, and something is always left for the next. A picture that
/// several calls send counts once in all, and once for each of their connections.
package struct DeliveryBudget: Sendable {
  /// Bytes that all may hold.
  package static let standardByteCount = 1 << 30

  private struct Picture {
    let byteCount: Int
    var callCount = 0
  }

  private struct Holding: Hashable {
    let connection: UInt64
    let picture: ObjectIdentifier
  }

  private let capacityByteCount: Int
  private var pictures: [ObjectIdentifier: Picture] = [:]
  /// How many calls of a connection send a picture.
  private var holdings: [Holding: Int] = [:]
  /// Bytes of the pictures that a connection holds.
  private var connections: [UInt64: Int] = [:]
  /// Invariant: the sum over `pictures`.
  package private(set) var byteCount = 0

  package init(capacityByteCount: Int = standardByteCount) {
    self.capacityByteCount = capacityByteCount
  }

  /// True where a connection may hold so many bytes more.
  package func admits(_ byteCount: Int, on connection: UInt64) -> Bool {
    connections[connection, default: 0] + byteCount <= capacityByteCount - self.byteCount
  }

  /// Counts a call that sends a picture.
  ///
  /// - Parameters:
  ///   - picture: Where it lies in memory.
  ///   - byteCount: Its size; of one picture always the same.
  ///   - connection: Whose call it is.
  /// - Returns: false where the connection may not hold it; nothing is counted then.
  package mutating func begin(
    _ picture: ObjectIdentifier,
    byteCount: Int,
    on connection: UInt64
  ) -> Bool {
    let holding = Holding(connection: connection, picture: picture)
    if holdings[holding] == nil {
      guard admits(byteCount, on: connection) else { return false }
      connections[connection, default: 0] += byteCount
    }
    if pictures[picture] == nil { self.byteCount += byteCount }
    pictures[picture, default: Picture(byteCount: byteCount)].callCount += 1
    holdings[holding, default: 0] += 1
    return true
  }

  /// Counts out a call that `begin` counted in.
  package mutating func end(_ picture: ObjectIdentifier, on connection: UInt64) {
    let holding = Holding(connection: connection, picture: picture)
    guard let held = pictures[picture], let callCount = holdings[holding] else {
      preconditionFailure("what ends has begun")
    }
    holdings[holding] = callCount > 1 ? callCount - 1 : nil
    if callCount == 1 { leave(connection, held.byteCount) }
    pictures[picture]?.callCount -= 1
    guard held.callCount == 1 else { return }
    pictures[picture] = nil
    byteCount -= held.byteCount
  }

  private mutating func leave(_ connection: UInt64, _ byteCount: Int) {
    let rest = connections[connection, default: 0] - byteCount
    connections[connection] = rest > 0 ? rest : nil
  }
}
