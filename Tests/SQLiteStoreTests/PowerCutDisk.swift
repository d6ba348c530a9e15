import CPowerCut
import FeedStoreConformance
import Foundation

@testable import SQLiteStore

/// A disk for one store whose power can be cut (`CPowerCut.h`).
final class PowerCutDisk: @unchecked Sendable {  // The disk has a lock of its own.
  let files: TemporaryStore
  private let name = "power-cut-" + UUID().uuidString
  private let disk: OpaquePointer

  init(seed: UInt64) throws {
    files = try TemporaryStore()
    guard let disk = power_cut_create(name, seed) else { throw CocoaError(.fileReadUnknown) }
    self.disk = disk
  }

  deinit { power_cut_destroy(disk) }

  /// Cuts the power at the `count`-th change of a file from now on.
  func cut(after count: Int) { power_cut_after(disk, Int64(count)) }

  /// Whether syncs do nothing, and say that they have.
  var ignoresSyncs = false {
    didSet { power_cut_ignore_syncs(disk, ignoresSyncs) }
  }

  var isOff: Bool { power_cut_happened(disk) }
  var changeCount: Int { Int(power_cut_change_count(disk)) }

  /// Starts the machine again; everything on the disk has been closed.
  func restore() throws {
    guard power_cut_restore(disk) else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Opens the store, whose log is moved as soon as there is a little of it.
  func open() throws -> SQLiteStore {
    try SQLiteStore(
      path: files.path,
      environment: files.clock.environment,
      readerCount: 1,
      seams: SQLiteStore.Seams(
        fileSystem: name,
        checkpointer: Checkpointer(worthwhilePageCount: 12, longestLogPageCount: 60)
      )
    )
  }

  /// A connection to the store's file.
  func connection() throws -> SQLiteConnection {
    try SQLiteConnection(path: files.path, fileSystem: name)
  }

  /// What is wrong in the store.
  func damage() throws -> [String] {
    try StoreCheck.report(path: files.path, fileSystem: name).findings
  }
}
