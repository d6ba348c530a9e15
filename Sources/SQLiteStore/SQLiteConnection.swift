import CSQLite
import FeedStore
import Glibc

/// A connection to a database file, used by one thread at a time.
///
/// It is opened without SQLite's own locks (sqlite.org/threadsafe.html, multi-thread): whoever
/// holds it is the only one who calls it or its statements.
final class SQLiteConnection {
  let handle: OpaquePointer
  /// Makes chosen steps fail, in tests.
  let fault: StepFault?
  /// Pages in the log after the last commit, where `followLog()` was called.
  var logPageCount = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - makesFile: Whether a file that is missing is made.
  ///   - fault: Makes chosen steps fail.
  ///   - fileSystem: What SQLite reaches the file through, by its name (sqlite.org/vfs.html); nil:
  ///     the system's.
  /// - Throws: `engine`.
  init(
    path: String,
    makesFile: Bool = true,
    fault: StepFault? = nil,
    fileSystem: String? = nil
  ) throws(StoreError) {
    _ = Self.endMemoryStatistics
    var opened: OpaquePointer?
    let making = makesFile ? SQLITE_OPEN_CREATE : 0
    let flags = SQLITE_OPEN_READWRITE | making | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, fileSystem)
    guard let opened, code == SQLITE_OK else {
      let cause = opened.map(sqlite3_system_errno) ?? 0
      var words = Self.words(for: code)
      if cause != 0 { words += ": " + String(cString: strerror(cause)) }
      sqlite3_close_v2(opened)
      throw .engine(EngineFailure(code: Int(code), message: words, statement: ""))
    }
    // What may not be written to is opened all the same, and fails at the first change.
    guard sqlite3_db_readonly(opened, "main") == 0 else {
      sqlite3_close_v2(opened)
      let words = "it is read-only"
      throw .engine(EngineFailure(code: Int(SQLITE_READONLY), message: words, statement: ""))
    }
    handle = opened
    self.fault = fault
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit {
    // Statements that outlive the connection keep it open until the last of them is gone.
    sqlite3_close_v2(handle)
  }

  /// Before the first connection of the process; too late is no harm.
  private static let endMemoryStatistics = csqlite_end_memory_statistics()

  /// True outside a transaction: none was begun, or an error has ended it.
  var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Rows that statements have changed since the connection was opened, with what triggers did.
  var changedRowCount: Int64 { sqlite3_total_changes64(handle) }

  /// Runs statements that take no values and whose rows do not matter.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code, in: sql) }
  }

  /// The first column of the first row of a statement that takes no values.
  func number(_ sql: String) throws(StoreError) -> Int64? {
    try SQLiteStatement(sql, on: self).first { $0.integer(0) }
  }

  /// What a result code means to callers.
  func error(_ code: Int32, in statement: String) -> StoreError {
    let failure = EngineFailure(
      code: Int(code),
      message: Self.words(for: code),
      statement: statement
    )
    let systemError = sqlite3_system_errno(handle)
    switch code & 0xFF {
    case SQLITE_FULL: return .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(failure)
    case SQLITE_IOERR where Self.isNoSpace(systemError): return .full
    default: return .engine(failure)
    }
  }

  /// SQLite's words for a code, not for this error: those may quote values.
  private static func words(for code: Int32) -> String { String(cString: sqlite3_errstr(code)) }

  private static func isNoSpace(_ code: Int32) -> Bool {
    code == ENOSPC || code == EDQUOT
  }
}

/// A prepared statement; it may be run again and again, on its connection's thread.
final class SQLiteStatement {
  let sql: String
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  init(_ sql: String, on connection: SQLiteConnection) throws(StoreError) {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard let prepared, code == SQLITE_OK else { throw connection.error(code, in: sql) }
    self.sql = sql
    self.connection = connection
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement to its end and gives `body` each row, valid only inside.
  func forEachRow(
    _ values: SQLiteValue...,
    body: (SQLiteRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    defer { sqlite3_reset(handle) }
    try bind(values)
    while try step() { try body(SQLiteRow(handle: handle)) }
  }

  /// Runs the statement up to its first row, and gives what `body` makes of it; nil where there
  /// is none.
  func first<Result>(
    _ values: SQLiteValue...,
    body: (SQLiteRow) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    defer { sqlite3_reset(handle) }
    try bind(values)
    return try step() ? try body(SQLiteRow(handle: handle)) : nil
  }

  /// Runs a statement that has no rows.
  func run(_ values: SQLiteValue...) throws(StoreError) {
    defer { sqlite3_reset(handle) }
    try bind(values)
    while try step() {}
  }

  private func bind(_ values: [SQLiteValue]) throws(StoreError) {
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = value.bind(to: handle, at: index)
      if code != SQLITE_OK { throw connection.error(code, in: sql) }
    }
  }

  private func step() throws(StoreError) -> Bool {
    if let code = connection.fault?.codeOfNextStep() { throw connection.error(code, in: sql) }
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.error(code, in: sql)
    }
  }
}

/// A value that a statement takes.
enum SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null

  init(integerLiteral value: Int64) { self = .integer(value) }
  init(nilLiteral: ()) { self = .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// SQLite makes a copy of the bytes at once.
  fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT
    switch self {
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .null: return sqlite3_bind_null(statement, index)
    case .text(var text):
      if text.isEmpty { return sqlite3_bind_text(statement, index, "", 0, copied) }
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), copied)
        }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copied)
      }
    }
  }
}

/// The row a statement stands at.
struct SQLiteRow: StoredRow {
  fileprivate let handle: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The text; NULL is empty.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let byteCount = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: byteCount), as: UTF8.self)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    let byteCount = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: byteCount))
  }
}
