package import MemoryFiles

/// Finished pictures in a budget of bytes, of which those asked for again stay longest.
///
/// Second chance: entries stand in a ring; the hand goes round, spares each entry that was used
/// since it last came by, and takes the first that was not. A hit only sets a flag.
///
/// A picture that was asked for as a memory file has one, in which its bytes then lie.
package struct MemoryCache: Sendable {
  /// What the books cost for each entry, besides its bytes.
  package static let entryOverheadByteCount = 512

  private struct Entry: Sendable {
    let key: RenderKey
    var image: RenderedImage
    /// What it counts for in the budget.
    let size: Int
    var wasUsed = false
  }

  /// The budget.
  package let capacityByteCount: Int
  /// Bytes in use, overhead included; never above the budget.
  package private(set) var byteCount = 0
  private var ring: [Entry] = []
  private var places: [RenderKey: Int] = [:]
  private var hand = 0
  /// The keys of entries that have a memory file, oldest first.
  private var filed: [RenderKey] = []

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
    ring.append(Entry(key: key, image: image, size: size))
    byteCount += size
    return true
  }

  /// The memory file of a picture that is here and has one.
  package func file(for key: RenderKey) -> SealedFile? {
    places[key].flatMap { ring[$0].image.file }
  }

  /// Moves a picture that is here into its memory file, which is closed when
  /// `RenderLimits.memoryFiles` others have got one since.
  package mutating func attach(_ file: SealedFile, to key: RenderKey) {
    guard let place = places[key], ring[place].image.file == nil else { return }
    var image = ring[place].image
    let wasUsed = ring[place].wasUsed
    image.file = file
    image.bytes = file.bytes
    // The pages of a file are whole: what is evicted to have room for that may not be this one.
    remove(at: place)
    guard insert(image, for: key), let place = places[key] else { return }
    ring[place].wasUsed = wasUsed
    filed.append(key)
    if filed.count > RenderLimits.memoryFiles { closeOldestFile() }
  }

  /// The bytes stay where they are: a mapping needs no descriptor.
  private mutating func closeOldestFile() {
    guard let place = places[filed.removeFirst()] else { return }
    ring[place].image.file = nil
  }

  package mutating func remove(_ key: RenderKey) {
    if let place = places[key] { remove(at: place) }
  }

  private static func size(of image: RenderedImage) -> Int {
    guard image.file != nil else { return image.bytes.count + entryOverheadByteCount }
    let pageCount = (image.bytes.count - 1) / RenderLimits.pageByteCount + 1
    return pageCount * RenderLimits.pageByteCount + entryOverheadByteCount
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
    if entry.image.file != nil { filed.removeAll { $0 == entry.key } }
    byteCount -= entry.size
    let last = ring.removeLast()
    guard place < ring.count else { return }
    ring[place] = last
    places[last.key] = place
  }
}
