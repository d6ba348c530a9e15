import Base

/// A picture on its way to a client, counted in the budget until the last slice of it is gone.
///
/// The slices outlive the call: the end of the picture waits in the connection's output.
final class Delivery: Sendable {
  private let picture: Bytes
  private let memoryID: ObjectIdentifier
  private let connection: UInt64
  private let budget: Lock<DeliveryBudget>

  /// Nil where the connection may not hold the picture.
  private init?(_ picture: Bytes, on connection: UInt64, in budget: Lock<DeliveryBudget>) {
    guard let memoryID = picture.memoryID else { return nil }
    let byteCount = picture.count
    guard budget.withLock({ $0.begin(memoryID, byteCount: byteCount, on: connection) }) else {
      return nil
    }
    self.picture = picture
    self.memoryID = memoryID
    self.connection = connection
    self.budget = budget
  }

  deinit {
    let (memoryID, connection) = (memoryID, connection)
    budget.withLock { $0.end(memoryID, on: connection) }
  }

  /// The picture as bytes that are counted for as long as they are held.
  ///
  /// Nil where the connection may not hold them.
  static func bytes(
    of picture: Bytes,
    on connection: UInt64,
    in budget: Lock<DeliveryBudget>
  ) -> Bytes? {
    guard picture.count > ImageHandler.uncountedByteCount else { return picture }
    return Delivery(picture, on: connection, in: budget).map { picture.keeping($0) }
  }
}
