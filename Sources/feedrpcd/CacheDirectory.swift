import Base
import Files
import Glibc
import Rendering

/// The disk cache with the lock of its directory, where they can be had.
///
/// A cache makes things faster and nothing else, so a daemon starts without one: two of a user's
/// daemons have the same default directory, and the second is to work as well.
struct CacheDirectory {
  /// Beside the one of the store, where both are kept in one directory.
  private static let lockName = "cache.lock"

  /// Nil where there is none.
  private(set) var cache: DiskCache?
  private var lock: OpenFile?

  /// Opens the cache; where that fails the log says why.
  init(_ configuration: DaemonConfiguration) {
    guard configuration.diskCacheByteCount > 0 else { return }
    let path = Self.absolute(configuration.paths.cacheDirectory)
    do {
      lock = try LockedDirectory.lock(path, Self.lockName)
      cache = try DiskCache(
        in: path,
        capacityByteCount: configuration.diskCacheByteCount,
        ownerID: geteuid(),
        report: { [log = configuration.log] event in log.note(event) }
      )
    } catch {
      lock = nil
      configuration.log.note(
        .warning,
        "disk_cache_off",
        ["directory": path, "reason": Self.reason(error)]
      )
    }
  }

  /// Clients get paths from it, wherever they are.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return "\(String(cString: directory))/\(path)"
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as FileError where error.isLockedByAnother: "another feedrpcd uses it"
    case let error as DiskCacheRefusal: "others may write to \(error.path)"
    default: "\(error)"
    }
  }
}
