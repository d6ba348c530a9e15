import Base
import Files
import Glibc

/// A directory for files that are not to last; it goes with this value.
///
/// A process that is killed leaves its directory, which the next one removes: its lock is free.
struct TemporaryDirectory: ~Copyable {
  private static let prefix = "feedrpcd-"
  private static let lockName = "feedrpcd.lock"
  /// Another process that sweeps may come between a few times.
  private static let attempts = 10

  let path: String
  private let lock: OpenFile

  /// Makes a directory of a name that nobody else uses, and removes what others left; blocks.
  ///
  /// - Parameters:
  ///   - name: The end of its name.
  ///   - place: The directory that it is made in.
  /// - Throws: What the file system says.
  init(_ name: String, in place: String) throws(FileError) {
    Self.sweep(place)
    path = "\(place)/\(Self.prefix)\(name)"
    lock = try Self.make(path)
  }

  deinit { Self.removeAll(path) }

  /// Makes and locks it, again where a sweep took the new one for left over.
  private static func make(_ path: String) throws(FileError) -> OpenFile {
    let (files, lockPath) = (FileSystem(), "\(path)/\(lockName)")
    var failure = FileError(EWOULDBLOCK, .lock, lockPath)
    for _ in 0..<attempts {
      do throws(FileError) {
        let lock = try LockedDirectory.lock(path, lockName)
        let inode = try files.status(of: lock, path: lockPath).inode
        if try files.status(of: lockPath)?.inode == inode { return lock }
      } catch {
        guard error.isMissing || error.isLockedByAnother else { throw error }
        failure = error
      }
    }
    throw failure
  }

  /// Removes this user's directories whose process is gone.
  private static func sweep(_ place: String) {
    let files = FileSystem()
    for name in (try? files.names(in: place)) ?? [] where name.hasPrefix(prefix) {
      let path = "\(place)/\(name)"
      let lockPath = "\(path)/\(lockName)"
      guard let status = try? files.status(of: path), status.kind == .directory,
        status.ownerID == geteuid(), (try? files.status(of: lockPath))?.kind == .file,
        let lock = try? files.lock(lockPath)
      else { continue }
      withExtendedLifetime(lock) { removeAll(path) }
    }
  }

  /// Removes a directory with all in it; what can't be removed is left to the system's sweep of
  /// temporary files.
  private static func removeAll(_ path: String) {
    let files = FileSystem()
    for name in (try? files.names(in: path)) ?? [] {
      let path = "\(path)/\(name)"
      let status = try? files.status(of: path)
      if status?.kind == .directory { removeAll(path) } else { _ = try? files.remove(path) }
    }
    rmdir(path)
  }
}
