package import Base
import CLinux
import Glibc

/// Operations on files, each a system call or a few; all of them block.
///
/// A file is not opened where its path is a symbolic link: what we keep is kept in places of our
/// own. A directory may be one, as people move them to where there is room.
package struct FileSystem: Sendable {
  /// Asked before each operation; the errno that it gives is what the operation fails with.
  package typealias Fault = @Sendable (FileOperation, _ path: String) -> Int32?

  /// Told of each change that succeeded, on the thread that made it.
  package typealias Witness = @Sendable (FileChange) -> Void

  private let fault: Fault?
  private let witness: Witness?

  /// - Parameters:
  ///   - fault: For tests of what becomes of errors.
  ///   - witness: For tests of what becomes of files when the power is cut.
  package init(fault: Fault? = nil, witness: Witness? = nil) {
    self.fault = fault
    self.witness = witness
  }

  func tell(_ change: @autoclosure () -> FileChange) { witness?(change()) }

  /// Runs a call that answers -1 on failure, again while a signal interrupts it.
  @discardableResult
  func run(
    _ operation: FileOperation,
    _ path: String,
    _ body: () -> Int
  ) throws(FileError) -> Int {
    if let code = fault?(operation, path) { throw FileError(code, operation, path) }
    while true {
      let result = body()
      if result != -1 { return result }
      let code = errno
      guard code == EINTR else { throw FileError(code, operation, path) }
    }
  }

  /// Opens a file for reading; one that is a pipe or a device does not make this wait.
  package func open(_ path: String) throws(FileError) -> OpenFile {
    try open(path, O_RDONLY | O_NONBLOCK)
  }

  /// As `open`, also where the path is a symbolic link: for files that an administrator names.
  package func openFollowing(_ path: String) throws(FileError) -> OpenFile {
    let descriptor = try run(.open, path) {
      Int(linux_outside_reserve(Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)))
    }
    return OpenFile(adopting: CInt(descriptor))
  }

  /// Opens a file close-on-exec.
  func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(FileError) -> OpenFile {
    let descriptor = try run(.open, path) {
      Int(linux_outside_reserve(Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)))
    }
    if flags & O_EXCL != 0 { tell(.madeFile(path)) }
    return OpenFile(adopting: CInt(descriptor))
  }

  /// Reads a part of a file, which is shorter than asked only where the file ends.
  ///
  /// The path is for errors.
  package func read(
    _ file: OpenFile,
    from offset: Int = 0,
    byteCount: Int,
    path: String
  ) throws(FileError) -> Bytes {
    let chunk = ByteChunk(capacity: byteCount)
    var count = 0
    while count < byteCount {
      let got = try run(.read, path) {
        pread(file.descriptor, chunk.base + count, byteCount - count, offset + count)
      }
      if got == 0 { break }
      count += got
    }
    return Bytes(chunk, 0..<count)
  }

  /// Writes all of `bytes` where the file's position is.
  func write(_ bytes: Bytes, to file: OpenFile, path: String) throws(FileError) {
    try bytes.withUnsafeBytes { (buffer) throws(FileError) in
      var rest = buffer[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = try run(.write, path) {
          Glibc.write(file.descriptor, piece.baseAddress, piece.count)
        }
        rest = rest.dropFirst(count)
      }
    }
    tell(.wrote(bytes, to: path))
  }

  /// Waits until the disk has what was written to a file, or the names in a directory.
  package func sync(_ file: OpenFile, path: String) throws(FileError) {
    try run(.sync, path) { Int(fsync(file.descriptor)) }
    tell(.synced(path))
  }

  /// Waits until the disk has the names in a directory as they are, also where the path is a link
  /// to it.
  package func syncDirectory(_ path: String) throws(FileError) {
    let descriptor = try run(.open, path) {
      Int(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }
    try sync(OpenFile(adopting: CInt(descriptor)), path: path)
  }

  /// Renames a file; what has the new name is replaced.
  package func move(_ path: String, to target: String) throws(FileError) {
    try run(.move, target) { Int(rename(path, target)) }
    tell(.moved(path, to: target))
  }

  /// Removes a file's name; false where there was none.
  @discardableResult
  package func remove(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) { try run(.remove, path) { Int(unlink(path)) } } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
    tell(.removed(path))
    return true
  }

  /// Opens a file, made where it is missing, and locks it for as long as it is open.
  ///
  /// It should stay when it is not needed any more: one that is removed could be locked twice.
  ///
  /// - Throws: an error that `isLockedByAnother` where somebody has the lock.
  package func lock(_ path: String) throws(FileError) -> OpenFile {
    let file = try open(path, O_RDWR | O_CREAT, mode: 0o600)
    try run(.lock, path) { Int(flock(file.descriptor, LOCK_EX | LOCK_NB)) }
    return file
  }
}
