import Base
import CommandLineKit
import Files

/// A directory that this process alone uses, for as long as the value lives.
struct LockedDirectory: ~Copyable {
  /// What to do where a directory can't be had.
  static let advice = "name another with --data-dir, or the file with --store sqlite:PATH"

  private let lock: OpenFile

  /// Locks the directory of the store's file `path`.
  ///
  /// - Throws: `CommandFailure` where another daemon has it, or it can't be made.
  init(holding path: String) throws {
    let directory = FileSystem.directory(of: path)
    let advice = Self.advice
    do throws(FileError) { lock = try Self.lock(directory, "feedrpcd.lock") } catch {
      guard !error.isLockedByAnother else {
        throw CommandFailure(
          "the directory \(directory) is used by another feedrpcd; stop it, or \(advice)"
        )
      }
      throw CommandFailure("the directory \(directory) can't be used (\(error)); \(advice)")
    }
  }

  /// Makes a directory where it is missing, for its owner only, and locks a file in it.
  ///
  /// - Throws: an error that `isLockedByAnother` where another daemon has it.
  static func lock(_ path: String, _ name: String) throws(FileError) -> OpenFile {
    let files = FileSystem()
    try files.makeDirectory(path, lasts: true)
    return try files.lock("\(path)/\(name)")
  }
}
