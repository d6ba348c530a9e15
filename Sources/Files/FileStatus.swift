package import Base
import Glibc

/// What the file system knows of a file.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, directory, other
  }

  package var kind: Kind
  package var byteCount: Int
  package var ownerID: UInt32
  /// The twelve bits that chmod(2) sets.
  package var permissions: UInt32
  /// The file system that it is on.
  package var device: UInt64
  /// Which file it is on its file system.
  package var inode: UInt64
  /// When its contents were last changed, in nanoseconds since 1970, as all times here.
  package var modifiedAt: Int64
  /// When anything but its last access was last changed; nobody can set that.
  package var changedAt: Int64
  /// When it was last read, as exactly as the mount's options have it.
  package var accessedAt: Int64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      default: .other
      }
    byteCount = Int(status.st_size)
    ownerID = status.st_uid
    permissions = status.st_mode & 0o7777
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    modifiedAt = Self.nanoseconds(status.st_mtim)
    changedAt = Self.nanoseconds(status.st_ctim)
    accessedAt = Self.nanoseconds(status.st_atim)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (whole, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge ? .max : whole &+ Int64(time.tv_nsec)
  }
}

extension FileSystem {
  /// What stands at a path, a symbolic link as itself; nil where nothing does.
  package func status(of path: String) throws(FileError) -> FileStatus? {
    var status = stat()
    do throws(FileError) { try run(.status, path) { Int(lstat(path, &status)) } } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return FileStatus(status)
  }

  /// What is known of an open file; the path is for errors.
  package func status(of file: OpenFile, path: String) throws(FileError) -> FileStatus {
    var status = stat()
    try run(.status, path) { Int(fstat(file.descriptor, &status)) }
    return FileStatus(status)
  }
}
