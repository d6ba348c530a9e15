import CommandLineKit
import EventLoop
import Glibc

/// A directory that this process alone uses, for as long as the value lives.
struct LockedDirectory: ~Copyable {
  private let lock: FileDescriptor

  /// Makes the directory where it is missing, for its owner only, and locks it.
  ///
  /// - Throws: `CommandFailure` where another daemon has it, or it can't be made.
  init(_ path: String, purpose: String) throws {
    do throws(SystemError) { lock = try Self.lockedFile(in: path) } catch {
      guard error.code != EWOULDBLOCK else {
        throw CommandFailure(
          "the \(purpose) directory \(path) is used by another feedrpcd; stop it or name another"
        )
      }
      throw CommandFailure("the \(purpose) directory \(path) can't be used: \(error)")
    }
  }

  private static func lockedFile(in path: String) throws(SystemError) -> FileDescriptor {
    try make(path)
    let file = "\(path)/feedrpcd.lock"
    let number = try SystemCall.run("open") { open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    let descriptor = FileDescriptor(owning: number)
    _ = try SystemCall.run("flock") { flock(number, LOCK_EX | LOCK_NB) }
    return descriptor
  }

  /// Makes a directory and what is missing above it.
  private static func make(_ path: String) throws(SystemError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      do throws(SystemError) { _ = try SystemCall.run("mkdir") { mkdir(made, 0o700) } } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }
}
