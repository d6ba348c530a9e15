/// Values that were asked for lately, by their keys.
///
/// Two halves of the limit: what is asked for moves to the younger half, and the older one is
/// dropped as a whole when the younger is full. So nothing costs more than a look-up, and at least
/// the newest half of the limit is kept.
package struct HalvedCache<Key: Hashable, Value> {
  @usableFromInline let halfCount: Int
  @usableFromInline var young: [Key: Value] = [:]
  @usableFromInline var old: [Key: Value] = [:]

  /// Keeps up to `limit` values, which is at least 2.
  @inlinable
  package init(limit: Int) { halfCount = max(1, limit / 2) }

  /// The values that are kept; takes time in proportion to them.
  package var count: Int { young.count + old.keys.count { young[$0] == nil } }

  /// The value of a key, which stays for longer by that.
  @inlinable
  package mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old[key] else { return nil }
    insert(value, for: key)
    return value
  }

  /// Keeps a value in the place of the key's older one.
  @inlinable
  package mutating func insert(_ value: Value, for key: Key) {
    if young[key] == nil, young.count >= halfCount {
      old = young
      young = [:]
    }
    young[key] = value
  }

  @inlinable
  package mutating func remove(_ key: Key) {
    young[key] = nil
    old[key] = nil
  }
}

extension HalvedCache: Sendable where Key: Sendable, Value: Sendable {}
