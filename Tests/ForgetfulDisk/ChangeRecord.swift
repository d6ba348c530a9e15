import Base
package import Files
import Foundation

/// What was done to the files below a directory, and what had been promised when.
package final class ChangeRecord<Promise: Sendable>: Sendable {
  private struct State {
    var changes: [FileChange] = []
    var promises: [(after: Int, promise: Promise)] = []
    /// After how many changes nothing happened for some time.
    var rests: Set<Int> = []
  }

  private let root: String
  private let state = Lock(State())

  package init(root: String) { self.root = root }

  /// Does what it is asked to, and notes it.
  package var files: FileSystem {
    FileSystem(witness: { change in self.state.withLock { $0.changes.append(change) } })
  }

  /// Notes what holds from here on.
  package func promise(_ promise: Promise) {
    state.withLock { $0.promises.append(($0.changes.count, promise)) }
  }

  /// Notes that nothing happens for some time.
  package func rest() { state.withLock { _ = $0.rests.insert($0.changes.count) } }

  package var changeCount: Int { state.withLock { $0.changes.count } }

  /// What holds after that many changes; nil before anything was promised.
  package func promise(after changeCount: Int) -> Promise? {
    state.withLock { $0.promises.last { $0.after <= changeCount }?.promise }
  }

  /// Puts what a power cut may have left into `place.after`, in place of what was there.
  package func restore(
    after changeCount: Int,
    lie: ForgetfulDisk.Lie? = nil,
    random: inout some RandomNumberGenerator,
    in place: RestorePlace
  ) throws {
    var disk = ForgetfulDisk(root: root, lie: lie)
    let (changes, rests) = state.withLock { ($0.changes.prefix(changeCount), $0.rests) }
    for (index, change) in changes.enumerated() {
      disk.apply(change)
      if rests.contains(index + 1) { disk.rest() }
    }
    let path = try place.emptyAfter()
    for (name, remnant) in disk.remnants(&random) {
      switch remnant {
      case .directory: guard mkdir("\(path)/\(name)", 0o700) == 0 else { throw POSIXError(.EIO) }
      case .file(let bytes): try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      }
    }
  }
}
