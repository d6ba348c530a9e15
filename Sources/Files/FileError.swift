import Glibc

/// What is asked of the file system, named as the system calls are.
package enum FileOperation: String, CaseIterable, Sendable {
  case makeDirectory = "mkdir"
  case changeMode = "chmod"
  case open
  case lock = "flock"
  case read
  case write
  case sync = "fsync"
  case move = "rename"
  case remove = "unlink"
  case status = "stat"
  case list = "readdir"
}

/// An operation on a file that failed.
package struct FileError: Error, Hashable, Sendable {
  /// What the kernel answered, as `ENOENT`.
  package var code: Int32
  package var operation: FileOperation
  /// What it was to be done to.
  package var path: String

  package init(_ code: Int32, _ operation: FileOperation, _ path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// True where somebody else has the lock.
  package var isLockedByAnother: Bool { operation == .lock && code == EWOULDBLOCK }

  /// True where nothing stands at the path.
  package var isMissing: Bool { code == ENOENT }

  /// True where the file itself is at fault, so that it would fail again: the disk can't read it,
  /// or it is a symbolic link.
  package var isOfTheFile: Bool { code == EIO || code == ELOOP }

  /// True where there is no room: the disk, or what this user may have of it, is full.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }
}

extension FileError: CustomStringConvertible {
  // glibc's strerror keeps its text per thread.
  package var description: String {
    "\(operation.rawValue) \(path): \(String(cString: strerror(code)))"
  }
}
