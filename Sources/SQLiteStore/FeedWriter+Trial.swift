import CSQLite
import FeedStore
import Glibc

extension FeedWriter {
  /// Writes a page to the log and leaves it as it was.
  ///
  /// - Throws: `full` where there is less room than `StoreLimits.roomForWriting`, too: a page may
  ///   find its place in what the log already has.
  func tryWriting() throws(StoreError) {
    let room = freeByteCount ?? connection.freeByteCount
    if let room, room < StoreLimits.roomForWriting { throw .full }
    try statements.moveHead.run(1)
    try statements.moveHead.run(-1)
  }
}

extension SQLiteConnection {
  /// Bytes that are free where the file lies; nil where nobody knows.
  var freeByteCount: Int? {
    guard let path = sqlite3_db_filename(handle, "main") else { return nil }
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (byteCount, overflows) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return overflows ? .max : Int(clamping: byteCount)
  }
}
