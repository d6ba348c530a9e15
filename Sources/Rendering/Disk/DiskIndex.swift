import Base

/// Which file of the disk cache is which, told apart from others of the same name.
///
/// Whoever writes to a file changes the time of its last change, which nobody can set.
struct FileStamp: Hashable, Sendable {
  let inode: UInt64
  let changedAt: Int64
  let byteCount: Int
}

/// A file that a look through the directories found.
struct FoundFile: Hashable, Sendable {
  let name: DiskFileName
  let byteCount: Int
  /// When it was last written or read, in nanoseconds since 1970.
  let lastUsedAt: Int64
  /// Whether it was read after it was written.
  let wasUsed: Bool
}

/// What the disk cache holds, in a budget of bytes, of which what was used again stays longest.
///
/// Until `adopt` tells what earlier processes left it does not know all. A file counts in blocks of
/// `blockByteCount`, as it does on the disk.
struct DiskIndex: Sendable {
  static let blockByteCount = 4096

  struct Entry: Hashable, Sendable {
    let name: DiskFileName
    let byteCount: Int
    /// Which file has been seen to hold what its name says; nil where none has.
    var stamp: FileStamp?
    /// Nobody may remove it before.
    var leasedUntil: Instant?
  }

  /// The budget.
  let capacityByteCount: Int
  private let fileLimit: Int
  /// Bytes of the files, in blocks; never above the budget.
  private(set) var byteCount = 0
  /// Whether it knows what is on the disk.
  private(set) var isComplete = false
  private var entries = SecondChance<DiskAddress, Entry>()
  /// Pictures of which all is being removed.
  private var condemned: [UInt64: Int] = [:]

  init(capacityByteCount: Int, fileLimit: Int = RenderLimits.diskFiles) {
    self.capacityByteCount = capacityByteCount
    self.fileLimit = fileLimit
  }

  var count: Int { entries.count }

  /// The longest file that is kept.
  var longestByteCount: Int { capacityByteCount / RenderLimits.cacheEntryFraction }

  /// Whether a file is counted.
  func holds(_ address: DiskAddress) -> Bool { entries.value(for: address) != nil }

  /// Whether all files of the picture are being removed, so that none may be written.
  func isCondemned(_ address: DiskAddress) -> Bool { condemned[address.picture] != nil }

  /// False where there certainly is no file that may be given.
  func mayHold(_ address: DiskAddress) -> Bool {
    !isCondemned(address) && (!isComplete || holds(address))
  }

  /// The entry, which counts as used.
  mutating func use(_ address: DiskAddress) -> Entry? {
    isCondemned(address) ? nil : entries.use(address)
  }

  /// What has to be done for a new file.
  struct Room: Hashable, Sendable {
    /// False where the file is not to be kept: it is too long, or clients may still open what would
    /// have to go.
    var isEnough = true
    /// What is to be removed in any case.
    var removed: [Entry] = []
  }

  /// Makes room for a file of so many bytes; it is counted once it is inserted.
  mutating func makeRoom(for byteCount: Int, at now: Instant) -> Room {
    let size = Self.size(byteCount)
    var room = Room()
    guard size <= longestByteCount else { return Room(isEnough: false) }
    while self.byteCount + size > capacityByteCount || count >= fileLimit {
      guard let entry = evict(at: now) else {
        room.isEnough = false
        break
      }
      room.removed.append(entry)
    }
    return room
  }

  /// Counts a file at an address that has none.
  mutating func insert(_ entry: Entry, wasUsed: Bool = false) {
    entries.insert(entry, for: entry.name.address, wasUsed: wasUsed)
    byteCount += Self.size(entry.byteCount)
  }

  /// Notes that a file is gone, unless the address has another by now.
  mutating func remove(_ name: DiskFileName) {
    if entries.value(for: name.address)?.name == name { remove(name.address) }
  }

  /// Notes which file holds what the name says.
  mutating func stamp(_ name: DiskFileName, _ stamp: FileStamp) {
    entries.update(name.address) { if $0.name == name { $0.stamp = stamp } }
  }

  /// Keeps a file from being removed, and gives its entry; nil where there is none.
  mutating func lease(_ address: DiskAddress, until time: Instant) -> Entry? {
    guard let entry = use(address) else { return nil }
    entries.update(address) { $0.leasedUntil = max($0.leasedUntil ?? time, time) }
    return entry
  }
}

extension DiskIndex {
  /// Takes over what earlier processes left; from here on the index is complete.
  ///
  /// - Returns: What is to be removed: what is beyond the budget, and the older of two files for
  ///   one address.
  mutating func adopt(_ found: [FoundFile], at now: Instant) -> [Entry] {
    precondition(!isComplete, "what is on the disk is told once")
    isComplete = true
    var removed: [Entry] = []
    for file in found.sorted(by: { $0.lastUsedAt < $1.lastUsedAt }) {
      if let old = remove(file.name.address) { removed.append(old) }
      insert(Entry(name: file.name, byteCount: file.byteCount), wasUsed: file.wasUsed)
    }
    while byteCount > capacityByteCount || count > fileLimit,
      let entry = evict(at: now)
    {
      removed.append(entry)
    }
    return removed
  }

  /// Hides all files of a picture until `forget` has been called as often.
  mutating func condemn(_ picture: UInt64) { condemned[picture, default: 0] += 1 }

  /// All files of a picture, leased or not; looks at all that there are.
  func files(of picture: UInt64) -> [DiskFileName] {
    entries.values.map(\.name).filter { $0.address.picture == picture }
  }

  /// Notes that the files of a condemned picture are gone.
  mutating func forget(_ picture: UInt64) {
    guard let calls = condemned[picture] else { preconditionFailure("it was condemned") }
    condemned[picture] = calls > 1 ? calls - 1 : nil
    for name in files(of: picture) { remove(name) }
  }

  private mutating func evict(at now: Instant) -> Entry? {
    guard let entry = entries.evict(where: { ($0.leasedUntil ?? now) <= now }) else { return nil }
    byteCount -= Self.size(entry.byteCount)
    return entry
  }

  @discardableResult
  private mutating func remove(_ address: DiskAddress) -> Entry? {
    guard let entry = entries.remove(address) else { return nil }
    byteCount -= Self.size(entry.byteCount)
    return entry
  }

  /// What a file takes on the disk; an empty one a block too, for its name.
  static func size(_ byteCount: Int) -> Int {
    max(1, (byteCount + blockByteCount - 1) / blockByteCount) * blockByteCount
  }
}
