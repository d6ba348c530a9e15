/// Entries of which those that were used again go last.
///
/// They stand in a ring in the order in which they came; the hand goes round, spares each entry
/// that was used since it last came by, and takes the first that was not. What is new stands where
/// the hand comes last. A use only sets a flag.
struct SecondChance<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let key: Key
    var value: Value
    var wasUsed: Bool
  }

  /// A place in the ring; those without an entry are not part of it.
  private struct Place: Sendable {
    var entry: Entry?
    var previous: Int
    var next: Int
  }

  private var places: [Place] = []
  private var free: [Int] = []
  private var placeOfKey: [Key: Int] = [:]
  /// Where the hand is; of no meaning while there is no entry.
  private var hand = 0

  var count: Int { placeOfKey.count }

  /// All values, in no order.
  var values: some Sequence<Value> { places.lazy.compactMap(\.entry?.value) }

  /// The value, whose entry counts as used.
  mutating func use(_ key: Key) -> Value? {
    guard let place = placeOfKey[key] else { return nil }
    places[place].entry?.wasUsed = true
    return places[place].entry?.value
  }

  /// Looks, and uses nothing.
  func value(for key: Key) -> Value? { placeOfKey[key].flatMap { places[$0].entry?.value } }

  /// Changes the value of an entry, where it is there.
  mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    guard let place = placeOfKey[key], var value = places[place].entry?.value else { return }
    change(&value)
    places[place].entry?.value = value
  }

  /// Adds an entry for a key that has none.
  mutating func insert(_ value: Value, for key: Key, wasUsed: Bool = false) {
    precondition(placeOfKey[key] == nil, "a key has one entry")
    let isFirst = count == 0
    let place = free.popLast() ?? places.count
    if place == places.count { places.append(Place(previous: place, next: place)) }
    places[place].entry = Entry(key: key, value: value, wasUsed: wasUsed)
    placeOfKey[key] = place
    if isFirst { hand = place }
    let last = isFirst ? place : places[hand].previous
    link(last, place)
    link(place, hand)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? { placeOfKey[key].flatMap { remove(at: $0) } }

  /// Takes out the next entry whose turn it is among those that may go; nil where none may.
  mutating func evict(where mayGo: (Value) -> Bool = { _ in true }) -> Value? {
    // The first round may find only used entries, the second finds them unused.
    for _ in 0..<2 * count {
      let place = hand
      if let entry = places[place].entry, mayGo(entry.value) {
        guard entry.wasUsed else { return remove(at: place) }
        places[place].entry?.wasUsed = false
      }
      hand = places[place].next
    }
    return nil
  }

  private mutating func remove(at place: Int) -> Value? {
    guard let entry = places[place].entry else { return nil }
    if hand == place { hand = places[place].next }
    link(places[place].previous, places[place].next)
    places[place].entry = nil
    placeOfKey[entry.key] = nil
    free.append(place)
    return entry.value
  }

  private mutating func link(_ first: Int, _ second: Int) {
    places[first].next = second
    places[second].previous = first
  }
}
