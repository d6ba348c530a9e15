import Base
import Files
import Foundation

/// A new folder that goes with its owner, and files in it whose operations may fail.
final class Trial: Sendable {
  let path: String
  private let done = Lock<[FileOperation]>([])

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func contents(of name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// The operations that were begun, the failed one included.
  var operations: [FileOperation] { done.withLock { $0 } }

  /// A file system whose operation number `failing`, counted from 0, fails with EIO.
  func files(failing number: Int? = nil) -> FileSystem {
    FileSystem { operation, _ in
      self.done.withLock { done in
        done.append(operation)
        return done.count - 1 == number ? EIO : nil
      }
    }
  }
}
