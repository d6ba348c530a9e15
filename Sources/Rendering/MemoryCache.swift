package import MemoryFiles

/// Finished pictures in a budget of bytes, of which those asked for again stay longest.
///
/// A picture that was asked for as a memory file has one, in which its bytes then lie.
package struct MemoryCache: Sendable {
  /// What the books cost for each entry, besides its bytes.
  package static let entryOverheadByteCount = 512

  private struct Entry: Sendable {
    let key: RenderKey
    var image: RenderedImage

    /// What it counts for in the budget, from the beginning to the end.
    let byteCount: Int

    init(_ image: RenderedImage, for key: RenderKey) {
      self.key = key
      self.image = image
      byteCount = entryOverheadByteCount + Self.byteCount(of: image)
    }

    /// The pages of a file are whole.
    private static func byteCount(of image: RenderedImage) -> Int {
      guard image.file != nil else { return image.bytes.count }
      let pageCount = (image.bytes.count - 1) / RenderLimits.pageByteCount + 1
      return pageCount * RenderLimits.pageByteCount
    }
  }

  /// The budget.
  package let capacityByteCount: Int
  /// Pictures that have a memory file at a time, each of which is a descriptor.
  private let fileLimit: Int
  /// Bytes in use, overhead included; never above the budget.
  package private(set) var byteCount = 0
  private var entries = SecondChance<RenderKey, Entry>()
  /// The keys of entries that have a memory file, oldest first.
  private var filed: [RenderKey] = []

  package init(capacityByteCount: Int, fileLimit: Int = RenderLimits.memoryFiles) {
    precondition(capacityByteCount >= 0, "a budget is a number of bytes")
    self.capacityByteCount = capacityByteCount
    self.fileLimit = fileLimit
  }

  package var count: Int { entries.count }

  /// The picture, which counts as used, where that codec made it.
  package mutating func image(for key: RenderKey, madeBy codec: String) -> RenderedImage? {
    guard let image = entries.use(key)?.image, image.codec == codec else { return nil }
    return image
  }

  /// Keeps a picture where it is no more than a tenth of the budget, in the place of what another
  /// codec made.
  ///
  /// Returns whether it is kept. Others are evicted until it fits.
  @discardableResult
  package mutating func insert(_ image: RenderedImage, for key: RenderKey) -> Bool {
    let entry = Entry(image, for: key)
    guard entry.byteCount <= capacityByteCount / RenderLimits.cacheEntryFraction else {
      return false
    }
    remove(key)
    shrink(to: capacityByteCount - entry.byteCount)
    entries.insert(entry, for: key)
    byteCount += entry.byteCount
    return true
  }

  /// The memory file of a picture that is here, made by that codec, and has one.
  package func file(for key: RenderKey, madeBy codec: String?) -> SealedFile? {
    guard let image = entries.value(for: key)?.image, image.codec == codec else { return nil }
    return image.file
  }

  /// Moves a picture that is here, made by that codec, into its memory file, which is closed when
  /// `fileLimit` others have got one since.
  package mutating func attach(_ file: SealedFile, to key: RenderKey, madeBy codec: String?) {
    guard var image = entries.value(for: key)?.image, image.codec == codec, image.file == nil
    else { return }
    image.file = file
    image.bytes = file.bytes
    // It counts for more now: what is evicted to have room for that may not be this one.
    guard insert(image, for: key) else {
      remove(key)
      return
    }
    _ = entries.use(key)
    filed.append(key)
    if filed.count > fileLimit { closeOldestFile() }
  }

  /// Closes half of the memory files, the oldest: the process has no descriptor left.
  package mutating func closeFiles() {
    for _ in 0..<(filed.count + 1) / 2 { closeOldestFile() }
  }

  /// The bytes stay where they are: a mapping needs no descriptor.
  private mutating func closeOldestFile() {
    entries.update(filed.removeFirst()) { $0.image.file = nil }
  }

  package mutating func remove(_ key: RenderKey) {
    if let entry = entries.remove(key) { forget(entry) }
  }

  /// Removes every picture whose key is like that; looks at all of them.
  package mutating func remove(where isUnwanted: (RenderKey) -> Bool) {
    let keys = entries.values.map(\.key).filter(isUnwanted)
    for key in keys { remove(key) }
  }

  /// Evicts until no more than so many bytes are in use.
  ///
  /// - Parameters:
  ///   - limit: Bytes; at least 0.
  ///   - format: What goes first, whether it was used or not.
  package mutating func shrink(to limit: Int, first format: ImageFormat? = nil) {
    while let format, byteCount > limit,
      let entry = entries.evict(where: { $0.image.format == format })
    {
      forget(entry)
    }
    while byteCount > limit, let entry = entries.evict() { forget(entry) }
  }

  private mutating func forget(_ entry: Entry) {
    byteCount -= entry.byteCount
    if entry.image.file != nil { filed.removeAll { $0 == entry.key } }
  }
}
