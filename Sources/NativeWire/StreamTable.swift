/// The open streams of a connection, by id.
///
/// The streams lie side by side in `streams` without gaps; removing one moves the last into its
/// place, so a slot is good only until the next removal. An index of open addressing with linear
/// probing finds the slot. A hostile choice of ids costs at most one pass over the index, which the
/// limit on open calls bounds. The newest is not in it: most calls are answered before the next
/// begins.
///
/// Invariant: the index holds exactly the ids of `streams` but for `newestID`, which is that of the
/// last, in at most half of its places.
struct StreamTable<Stream: Sendable>: Sendable {
  private struct Place: Sendable {
    /// 0: vacant; stream ids are odd.
    var id: UInt32
    var slot: UInt32
  }

  /// An empty table keeps its memory up to this many places.
  private static var keptPlaceCount: Int { 32 }

  private var streams: [Stream] = []
  private var ids: [UInt32] = []
  private var places: [Place] = []
  /// 0: the last is in the index.
  private var newestID: UInt32 = 0

  init() {}

  var count: Int { streams.count }
  var isEmpty: Bool { streams.isEmpty }

  /// The stream in a slot, in place.
  subscript(slot: Int) -> Stream {
    _read { yield streams[slot] }
    _modify { yield &streams[slot] }
  }

  /// The id of the stream in a slot.
  func id(at slot: Int) -> UInt32 { ids[slot] }

  /// The slot of a stream.
  func slot(of id: UInt32) -> Int? {
    guard id != newestID || id == 0 else { return streams.count - 1 }
    guard !places.isEmpty else { return nil }
    var index = home(of: id)
    while places[index].id != 0 {
      if places[index].id == id { return Int(places[index].slot) }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds a stream.
  ///
  /// - Precondition: `id` is odd and not in the table.
  mutating func insert(_ stream: consuming Stream, id: UInt32) {
    precondition(id % 2 == 1, "stream ids are odd")
    if newestID != 0 { indexNewest() }
    newestID = id
    streams.append(stream)
    ids.append(id)
  }

  private mutating func indexNewest() {
    if streams.count * 2 > places.count { grow() } else { place(newestID, slot: ids.count - 1) }
    newestID = 0
  }

  /// Takes a stream out; the last one moves to its slot.
  mutating func remove(at slot: Int) {
    if slot == streams.count - 1 {
      if newestID == 0 { vacate(index(of: ids[slot])) }
      ids.removeLast()
      streams.removeLast()
    } else {
      vacate(index(of: ids[slot]))
      let lastID = ids.removeLast()
      if newestID == 0 {
        places[index(of: lastID)].slot = UInt32(slot)
      } else {
        place(lastID, slot: slot)
      }
      ids[slot] = lastID
      streams[slot] = streams.removeLast()
    }
    newestID = 0
    if streams.isEmpty, places.count > Self.keptPlaceCount { self = StreamTable() }
  }

  mutating func removeAll() { self = StreamTable() }
}

extension StreamTable {
  /// Fibonacci hashing: ids that follow each other come to lie apart, so that runs stay short.
  private func home(of id: UInt32) -> Int {
    Int((id &* 0x9E37_79B1) >> 12) & (places.count - 1)
  }

  /// Where an id that is there lies in the index.
  private func index(of id: UInt32) -> Int {
    var index = home(of: id)
    while places[index].id != id {
      precondition(places[index].id != 0, "the index holds every stream")
      index = (index + 1) & (places.count - 1)
    }
    return index
  }

  private mutating func place(_ id: UInt32, slot: Int) {
    var index = home(of: id)
    while places[index].id != 0 {
      precondition(places[index].id != id, "a stream is added once")
      index = (index + 1) & (places.count - 1)
    }
    places[index] = Place(id: id, slot: UInt32(slot))
  }

  private mutating func grow() {
    let count = max(8, places.count * 2)
    places = Array(repeating: Place(id: 0, slot: 0), count: count)
    for (slot, id) in ids.enumerated() { place(id, slot: slot) }
  }

  /// Empties a place and moves back those that were pushed behind it (Knuth, TAOCP 6.4, R).
  private mutating func vacate(_ start: Int) {
    let mask = places.count - 1
    var hole = start
    var index = start
    while true {
      index = (index + 1) & mask
      guard places[index].id != 0 else { break }
      let distance = (index - home(of: places[index].id)) & mask
      guard distance >= (index - hole) & mask else { continue }
      places[hole] = places[index]
      hole = index
    }
    places[hole].id = 0
  }
}
