import CommandLineKit
import EventLoop
import Glibc

/// A directory that this process alone uses, for as long as the value lives.
struct LockedDirectory: ~Copyable {
  private let lock: FileDescriptor

  /// What to do where a directory can't be had.
  static let advice = "name another with --data-dir, or the file with --store sqlite:PATH"

  /// Makes the directory of the file `path` where it is missing, for its owner only, and locks it.
  ///
  /// - Throws: `CommandFailure` where another daemon has it, or it can't be made.
  init(holding path: String) throws {
    let directory = Self.directory(of: path)
    let advice = Self.advice
    do throws(SystemError) { lock = try Self.lockedFile(in: directory) } catch {
      guard error.code != EWOULDBLOCK else {
        throw CommandFailure(
          "the directory \(directory) is used by another feedrpcd; stop it, or \(advice)"
        )
      }
      throw CommandFailure("the directory \(directory) can't be used (\(error)); \(advice)")
    }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func lockedFile(in path: String) throws(SystemError) -> FileDescriptor {
    try make(path)
    let file = "\(path)/feedrpcd.lock"
    let number = try SystemCall.run("open") { open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    let descriptor = FileDescriptor(owning: number)
    _ = try SystemCall.run("flock") { flock(number, LOCK_EX | LOCK_NB) }
    return descriptor
  }

  /// Makes a directory and what is missing above it, so that a power cut takes none of it.
  private static func make(_ path: String) throws(SystemError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      do throws(SystemError) {
        let parent = made.isEmpty ? "/" : made
        made += "/\(part)"
        _ = try SystemCall.run("mkdir") { mkdir(made, 0o700) }
        sync(parent)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }

  /// Has the names in a directory on disk.
  private static func sync(_ path: String) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    do throws(SystemError) {
      let directory = FileDescriptor(owning: try SystemCall.run("open") { open(path, flags) })
      _ = try SystemCall.run("fsync") { fsync(directory.number) }
    } catch {
      // Who may make names there and not read them, or has a file system that syncs no
      // directories, has the new one all the same.
    }
  }
}
