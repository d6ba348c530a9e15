package import Base
import Glibc

/// A file that is written under a name of its own and gets its place when it is whole.
///
/// Whoever looks at its place sees nothing, or what was there before, until then. It goes with this
/// value where it never gets there; what is left of a process that was killed ends in
/// `temporarySuffix`.
package struct NewFile: ~Copyable {
  package static let temporarySuffix = ".partial"

  private let files: FileSystem
  private let file: OpenFile
  /// Nil once the file is in its place.
  private var temporaryPath: String?
  private let directory: String
  /// Bytes written so far.
  package private(set) var byteCount = 0

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - directory: Where it is until it gets its place, on the same file system.
  ///   - mode: What it may be used for by whom, whatever the process's umask.
  ///   - files: What does the work.
  /// - Throws: Then there is no file.
  package init(
    in directory: String,
    mode: UInt32 = 0o600,
    files: FileSystem = FileSystem()
  ) throws(FileError) {
    let name = String(UInt64.random(in: 0 ... .max), radix: 36)
    let path = "\(directory)/\(name)\(Self.temporarySuffix)"
    file = try Self.make(path, mode: mode, files)
    self.files = files
    self.directory = directory
    temporaryPath = path
  }

  private static func make(
    _ path: String,
    mode: UInt32,
    _ files: FileSystem
  ) throws(FileError) -> OpenFile {
    let file = try files.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode & 0o700)
    do throws(FileError) {
      try files.run(.changeMode, path) { Int(fchmod(file.descriptor, mode)) }
    } catch {
      _ = try? files.remove(path)
      throw error
    }
    return file
  }

  deinit {
    // What can't be removed is found by its suffix later.
    if let temporaryPath { _ = try? files.remove(temporaryPath) }
  }

  package mutating func append(_ bytes: Bytes) throws(FileError) {
    try files.write(bytes, to: file, path: currentPath)
    byteCount += bytes.count
  }

  /// Gives the file its place; what is there is replaced in one step.
  ///
  /// - Parameters:
  ///   - path: Its place.
  ///   - isDurable: Whether it has to outlast a power cut from here on.
  /// - Throws: Then the file is not there, but for a failed sync of the directory: then it may be
  ///   lost with the power.
  package mutating func place(at path: String, isDurable: Bool) throws(FileError) {
    if isDurable { try files.sync(file, path: currentPath) }
    try files.move(currentPath, to: path)
    temporaryPath = nil
    if isDurable { try files.syncDirectory(FileSystem.directory(of: path)) }
  }

  /// Opens what has been written for reading.
  package func reading() throws(FileError) -> OpenFile { try files.open(currentPath) }

  /// What the file system knows of it now.
  package func status() throws(FileError) -> FileStatus {
    try files.status(of: file, path: temporaryPath ?? directory)
  }

  private var currentPath: String {
    guard let temporaryPath else { preconditionFailure("a file that is in its place is finished") }
    return temporaryPath
  }
}
