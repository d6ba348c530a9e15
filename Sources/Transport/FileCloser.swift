import Base
import Threads

/// Closes files that nobody wants on a thread of their own, since close may block: what a peer
/// passed can be anything, and the last owner of a large memory file gives its pages back.
///
/// The thread is started when there is something to close and ends when there is no more.
enum FileCloser {
  private struct State {
    var files: [[any Sendable]] = []
    var isRunning = false
  }

  private static let state = Lock(State())

  /// Lets go of `files`, each an owner of an open file, elsewhere.
  static func close(_ files: [any Sendable]) {
    guard !files.isEmpty else { return }
    let mustStart = state.withLock { state in
      state.files.append(files)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    do throws(ThreadFailure) { _ = try NamedThread("closer", run) } catch { run() }
  }

  private static func run() {
    while true {
      let files = state.withLock { state in
        let files = state.files.popLast()
        if files == nil { state.isRunning = false }
        return files
      }
      guard files != nil else { return }
    }
  }
}
