import Base
import CSQLite
import FeedStore
import Threads

/// Moves what is in the log into the database file, on a thread and connection of its own.
///
/// SQLite would do this within a commit now and then, which then takes several syncs
/// (sqlite.org/wal.html, "Avoiding Excessively Large WAL Files"). While the writer is never idle
/// the log grows on, up to a limit where the writer does what is left itself; then the log
/// begins anew.
final class Checkpointer: Sendable {
  /// Pages in the log, beyond those moved, that make a checkpoint worth it.
  private let worthwhilePageCount: Int
  /// Pages in the log where the writer stops to move the rest: 64 MiB.
  private let longestLogPageCount: Int

  private struct Guarded {
    var movedPageCount = 0
    var isWanted = false
    var isClosed = false
  }

  private let guarded = Lock(Guarded())
  private let wakeUps = Semaphore()

  init(worthwhilePageCount: Int = 1_000, longestLogPageCount: Int = 16_384) {
    self.worthwhilePageCount = worthwhilePageCount
    self.longestLogPageCount = longestLogPageCount
  }

  /// The log has so many pages after a commit; called by the writer.
  func logHas(_ pageCount: Int, on writer: SQLiteConnection) {
    if pageCount >= longestLogPageCount { writer.checkpoint() }
    let isWanted = guarded.withLock { guarded -> Bool in
      if pageCount < guarded.movedPageCount { guarded.movedPageCount = 0 }
      let isEnough = pageCount - guarded.movedPageCount >= worthwhilePageCount
      guard isEnough, !guarded.isWanted else { return false }
      guarded.isWanted = true
      return true
    }
    if isWanted { wakeUps.signal() }
  }

  /// Has `run` end.
  func close() {
    guarded.withLock { $0.isClosed = true }
    wakeUps.signal()
  }

  /// Moves pages when it is worth it, until closed; the body of a thread.
  func run(_ connection: SQLiteConnection) {
    while true {
      wakeUps.wait()
      let (isClosed, isWanted) = guarded.withLock { ($0.isClosed, $0.isWanted) }
      if isClosed { return }
      guard isWanted else { continue }
      let moved = connection.checkpoint()
      guarded.withLock { guarded in
        guarded.isWanted = false
        guarded.movedPageCount = moved
      }
    }
  }
}

extension SQLiteConnection {
  /// Moves what can be moved without waiting for anybody.
  ///
  /// - Returns: The pages of the log that have been moved; 0 where somebody else is at it or it
  ///   failed, which is no loss: the log keeps them.
  @discardableResult
  func checkpoint() -> Int {
    var moved: Int32 = 0
    let mode = SQLITE_CHECKPOINT_PASSIVE
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, &moved)
    return code == SQLITE_OK ? Int(max(moved, 0)) : 0
  }

  /// Has `logPageCount` tell the log's length from now on, and ends automatic checkpoints.
  func followLog() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, _, _, pageCount in
        guard let context else { return SQLITE_OK }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        connection.logPageCount = Int(pageCount)
        return SQLITE_OK
      },
      context
    )
  }
}
