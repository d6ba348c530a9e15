import Base
import MemoryFiles
package import RPC

/// Files that arrived on a connection, until the session says whose they are.
package struct FileInbox {
  private var files: [OpenFile] = []

  package init() {}

  /// Takes over descriptors, oldest first.
  mutating func append(_ descriptors: some Sequence<Int32>) {
    for descriptor in descriptors { files.append(OpenFile(adopting: descriptor)) }
  }

  /// Takes out the oldest, one a label.
  package mutating func take(_ labels: [PassedFile.Label]) -> [PassedFile] {
    precondition(labels.count <= files.count, "the session counts the files that it was told of")
    defer { files.removeFirst(labels.count) }
    return zip(files, labels).map { PassedFile($0, $1) }
  }

  /// Takes out all.
  mutating func removeAll() -> [OpenFile] {
    defer { files = [] }
    return files
  }
}

extension PassedFile {
  /// True where the file has the seals that its label promises, and else is no socket, which can
  /// carry files itself: such a cycle is only taken apart by the kernel, if at all.
  var isAsLabelled: Bool {
    let isSealed = label.kind == .memory || label.requiredSeals != 0
    return isSealed ? file.hasSeals(label.requiredSeals) : !file.isSocket
  }
}

/// How many files of a connection may wait for the callers that they came for.
final class HeldFileCount: Sendable {
  private let count = Lock(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The files, counted until they are let go of; nil where there would be too many.
  func hold(_ files: [PassedFile]) -> HeldFiles? {
    let isAdmitted = count.withLock { count in
      guard count + files.count <= limit else { return false }
      count += files.count
      return true
    }
    return isAdmitted ? HeldFiles(files, self) : nil
  }

  fileprivate func release(_ released: Int) { count.withLock { $0 -= released } }
}

/// The files of one message that waits for its caller.
final class HeldFiles: Sendable {
  let files: [PassedFile]
  private let count: HeldFileCount

  fileprivate init(_ files: [PassedFile], _ count: HeldFileCount) {
    self.files = files
    self.count = count
  }

  deinit { count.release(files.count) }
}
