import Base
package import Files

/// What a disk may hold after a power cut, as far as POSIX says: what was synced, and of all else
/// that was changed any part.
///
/// A file's bytes and its name are two things: syncing the file keeps the one, syncing the
/// directory the other.
package struct ForgetfulDisk: Sendable {
  /// What a sync is told of that does nothing.
  package enum Lie: Sendable {
    case files, directories
  }

  private enum Node: Hashable, Sendable {
    case file(Int)
    case directory(Int)
  }

  private struct File: Sendable {
    var bytes: [UInt8] = []
    var syncedCount = 0
  }

  /// For each name what it has stood for since the last sync, now last; nil is nothing.
  private typealias Names = [String: [Node?]]

  private let root: [Substring]
  private let lie: Lie?
  private var files: [File] = []
  private var directories: [Names] = [[:]]

  /// - Parameters:
  ///   - root: A directory that was there and stays; what is outside of it does not count.
  ///   - lie: Which syncs do nothing.
  package init(root: String, lie: Lie? = nil) {
    self.root = Self.parts(root)
    self.lie = lie
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

  // MARK: - Before the cut

  /// Does what was done to the real files.
  package mutating func apply(_ change: FileChange) {
    switch change {
    case .madeDirectory(let path):
      directories.append([:])
      set(path, .directory(directories.count - 1))
    case .madeFile(let path):
      files.append(File())
      set(path, .file(files.count - 1))
    case .wrote(let bytes, let path):
      guard case .file(let id)? = node(Self.parts(path)) else { return }
      bytes.withUnsafeBytes { files[id].bytes += Array($0) }
    case .synced(let path): sync(path)
    case .moved(let path, let target):
      let node = node(Self.parts(path))
      set(path, nil)
      set(target, node)
    case .removed(let path): set(path, nil)
    }
  }

  /// Has everything on the disk, as it is after some time in which nothing happens.
  package mutating func rest() {
    for id in files.indices { files[id].syncedCount = files[id].bytes.count }
    for id in directories.indices { keepLast(id) }
  }

  private mutating func keepLast(_ id: Int) {
    directories[id] = directories[id].compactMapValues { nodes in
      nodes.last.flatMap { $0 }.map { [$0] }
    }
  }

  private mutating func sync(_ path: String) {
    switch node(Self.parts(path)) {
    case .file(let id) where lie != .files: files[id].syncedCount = files[id].bytes.count
    case .directory(let id) where lie != .directories: keepLast(id)
    case .file, .directory, nil: break
    }
  }

  private func node(_ path: [Substring]) -> Node? {
    guard path.starts(with: root) else { return nil }
    return path.dropFirst(root.count).reduce(.directory(0)) { node, name in
      guard case .directory(let id)? = node else { return nil }
      return directories[id][String(name)]?.last.flatMap { $0 }
    }
  }

  private mutating func set(_ path: String, _ node: Node?) {
    let parts = Self.parts(path)
    guard let name = parts.last, case .directory(let id)? = self.node(parts.dropLast()) else {
      preconditionFailure("\(path) is in a directory that was made")
    }
    directories[id][String(name), default: [nil]].append(node)
  }

  // MARK: - After it

  /// Something that is there when the power comes back.
  package enum Remnant: Hashable, Sendable {
    case file([UInt8])
    case directory
  }

  /// What is there when the power comes back, with its path below the root; what is above comes
  /// first.
  package func remnants(
    _ random: inout some RandomNumberGenerator
  ) -> [(path: String, remnant: Remnant)] {
    var found: [(path: String, remnant: Remnant)] = []
    var open: [(path: String, id: Int)] = [("", 0)]
    while let directory = open.popLast() {
      // In the same order for the same seed.
      for (name, nodes) in directories[directory.id].sorted(by: { $0.key < $1.key }) {
        let path = directory.path.isEmpty ? name : "\(directory.path)/\(name)"
        switch nodes.randomElement(using: &random).flatMap({ $0 }) {
        case .file(let id): found.append((path, .file(remnant(of: files[id], &random))))
        case .directory(let id):
          found.append((path, .directory))
          open.append((path, id))
        case nil: break
        }
      }
    }
    return found
  }

  /// Bytes that were not synced are there, are zero or are missing at the end.
  private func remnant(of file: File, _ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = file.bytes
    let some = Int.random(in: file.syncedCount...bytes.count, using: &random)
    let left = [file.syncedCount, some, bytes.count].randomElement(using: &random) ?? some
    bytes.removeLast(bytes.count - left)
    guard bytes.count > file.syncedCount, Bool.random(using: &random) else { return bytes }
    let lost = Int.random(in: file.syncedCount..<bytes.count, using: &random)
    for index in lost..<min(lost + 512, bytes.count) { bytes[index] = 0 }
    return bytes
  }
}
