import Foundation

/// A folder of its own that goes with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let base = FileManager.default.temporaryDirectory.path
    var template = Array("\(base)/feedrpc-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // What can't be removed is left to the system's sweep of temporary files.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// A path in the folder that has so many bytes in all.
  func file(ofByteCount byteCount: Int) -> String {
    file(String(repeating: "s", count: byteCount - path.utf8.count - 1))
  }
}
