/// Finished pictures in a budget of bytes, of which those asked for again stay longest.
///
/// Second chance: entries stand in a ring; the hand goes round, spares each entry that was used
/// since it last came by, and takes the first that was not. A hit only sets a flag.
package struct MemoryCache: Sendable {
  /// What the books cost for each entry, besides its bytes.
  package static let entryOverheadByteCount = 512

  private struct Entry: Sendable {
    let key: RenderKey
    let image: RenderedImage
    var wasUsed = false
  }

  /// The budget.
  package let capacityByteCount: Int
  /// Bytes in use, overhead included; never above the budget.
  package private(set) var byteCount = 0
  private var ring: [Entry] = []
  private var places: [RenderKey: Int] = [:]
  private var hand = 0

  package init(capacityByteCount: Int) {
    precondition(capacityByteCount >= 0, "a budget is a number of bytes")
    self.capacityByteCount = capacityByteCount
  }

  package var count: Int { ring.count }

  /// The picture, which counts as used.
  package mutating func image(for key: RenderKey) -> RenderedImage? {
    guard let place = places[key] else { return nil }
    ring[place].wasUsed = true
    return ring[place].image
  }

  /// Keeps a picture where it is no more than a tenth of the budget.
  ///
  /// Returns whether it is kept. Others are evicted until it fits.
  @discardableResult
  package mutating func insert(_ image: RenderedImage, for key: RenderKey) -> Bool {
    let size = Self.size(of: image)
    guard size <= capacityByteCount / RenderLimits.cacheEntryFraction else { return false }
    if let place = places[key] { remove(at: place) }
    while byteCount + size > capacityByteCount { evictOne() }
    places[key] = ring.count
    ring.append(Entry(key: key, image: image))
    byteCount += size
    return true
  }

  package mutating func remove(_ key: RenderKey) {
    if let place = places[key] { remove(at: place) }
  }

  private static func size(of image: RenderedImage) -> Int {
    image.bytes.count + entryOverheadByteCount
  }

  private mutating func evictOne() {
    while true {
      if hand >= ring.count { hand = 0 }
      guard ring[hand].wasUsed else { break }
      ring[hand].wasUsed = false
      hand += 1
    }
    remove(at: hand)
  }

  /// The last entry takes the freed place, which keeps removal at constant cost.
  private mutating func remove(at place: Int) {
    let entry = ring[place]
    places[entry.key] = nil
    byteCount -= Self.size(of: entry.image)
    let last = ring.removeLast()
    guard place < ring.count else { return }
    ring[place] = last
    places[last.key] = place
  }
}
