import Foundation
import Waiting

/// A small file system in memory, which takes root to mount and goes with its owner.
package final class SmallDisk: Sendable {
  /// Whether there can be one.
  package static let mayMount = geteuid() == 0 && (try? SmallDisk(kibibytes: 64)) != nil

  package struct NotMounted: Error {}

  package let path: String

  package init(kibibytes: Int) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    let options = ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "none", path]
    guard Self.run("/bin/mount", options) else {
      try? FileManager.default.removeItem(atPath: path)
      throw NotMounted()
    }
  }

  deinit {
    _ = Self.run("/bin/umount", [path])
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    let process = ChildProgram()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
