import Base
import Files

/// Files whose bytes were seen to have their hash, so that they need not be read again.
///
/// A file counts as unchanged while the file system says the same of it: which file it is, its size
/// and its times. Nobody can set `changedAt`, but it goes by a clock that ticks every few
/// milliseconds: so a file that changed a moment ago is not remembered.
struct VerifiedFiles: Sendable {
  private struct Entry: Sendable {
    let status: FileStatus
    let contentHash: [UInt8]
  }

  private var entries: HalvedCache<String, Entry>

  init(limit: Int = PhotoFilesLimits.verifiedFiles) { entries = HalvedCache(limit: limit) }

  /// True where the file at `path` is the one that had this hash.
  mutating func contains(_ path: String, _ status: FileStatus, contentHash: [UInt8]) -> Bool {
    guard let entry = entries.value(for: path) else { return false }
    guard Self.isSame(entry.status, status), entry.contentHash == contentHash else {
      forget(path)
      return false
    }
    return true
  }

  /// Remembers that a file had a hash; `now` is in nanoseconds since 1970.
  mutating func remember(
    _ path: String,
    _ status: FileStatus,
    contentHash: [UInt8],
    now: Int64
  ) {
    let newest = max(status.changedAt, status.modifiedAt)
    guard newest <= now - PhotoFilesLimits.settlingNanoseconds else { return }
    entries.insert(Entry(status: status, contentHash: contentHash), for: path)
  }

  mutating func forget(_ path: String) { entries.remove(path) }

  /// Reading a file changes its `accessedAt`, and nothing else of it.
  private static func isSame(_ left: FileStatus, _ right: FileStatus) -> Bool {
    left.device == right.device && left.inode == right.inode && left.byteCount == right.byteCount
      && left.changedAt == right.changedAt && left.modifiedAt == right.modifiedAt
  }
}
