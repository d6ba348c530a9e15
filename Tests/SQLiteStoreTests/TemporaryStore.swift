import FeedStore
import FeedStoreConformance
import Foundation

@testable import SQLiteStore

/// A folder of its own for the files of one store, gone with this.
final class TemporaryStore: Sendable {
  let folder: String
  let clock = TestClock()
  let fault = StepFault()

  init() throws {
    folder = NSTemporaryDirectory() + "/feedrpc-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var path: String { folder + "/feed.sqlite" }

  /// Opens the store's files, or copies of them; trials find so many bytes free.
  func open(_ path: String? = nil, freeByteCount: Int? = nil) throws -> SQLiteStore {
    try SQLiteStore(
      path: path ?? self.path,
      environment: clock.environment,
      readerCount: 2,
      seams: SQLiteStore.Seams(fault: fault, freeByteCount: freeByteCount)
    )
  }

  func fixture(_ store: SQLiteStore) -> StoreFixture { StoreFixture(store: store, clock: clock) }

  /// What the store authenticates tokens and names photos with.
  func secret() throws -> [UInt8] {
    let connection = try SQLiteConnection(path: path)
    let statement = try SQLiteStatement("SELECT token_key FROM feed_head", on: connection)
    return try statement.first { $0.bytes(0) } ?? []
  }

  /// Copies the files as they are at this moment, as a crash would leave them.
  func copyFiles() throws -> String {
    let files = FileManager.default
    let copy = folder + "/copy-" + UUID().uuidString
    while true {
      let before = files.contents(atPath: path)
      let log = files.contents(atPath: path + "-wal")
      // A checkpoint in between would give a pair of files that never was.
      guard let before, before == files.contents(atPath: path) else { continue }
      try before.write(to: URL(filePath: copy))
      try log?.write(to: URL(filePath: copy + "-wal"))
      return copy
    }
  }

  /// What is wrong with the store's files, and in what it holds; empty where nothing is.
  func damage(_ path: String? = nil) throws -> [String] {
    try StoreCheck.report(path: path ?? self.path, fileSystem: nil).findings
  }
}
