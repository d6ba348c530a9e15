import CPostgres
import FeedStore

/// The rows that a statement gave, in binary form.
final class PostgresRows {
  private let handle: OpaquePointer

  /// Takes over a result of libpq's.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { cPQclear(handle) }

  var count: Int32 { cPQntuples(handle) }

  /// What the server says it did, as `COMMIT`.
  var tag: String { String(cString: cPQcmdStatus(handle)) }

  /// The row with an index below `count`.
  subscript(_ index: Int32) -> PostgresRow { PostgresRow(rows: self, handle: handle, index: index) }

  var first: PostgresRow? { count > 0 ? self[0] : nil }
}

/// A row; it keeps the others of its statement.
///
/// Columns are read as what they were asked for, so a statement and its reader go together.
struct PostgresRow: StoredRow {
  /// Holds the memory.
  private let rows: PostgresRows
  private let handle: OpaquePointer
  private let index: Int32

  fileprivate init(rows: PostgresRows, handle: OpaquePointer, index: Int32) {
    self.rows = rows
    self.handle = handle
    self.index = index
  }

  func isNull(_ column: Int32) -> Bool { cPQgetisnull(handle, index, column) != 0 }

  /// A number of 1 to 8 bytes, most significant first, or a boolean; NULL is 0.
  func integer(_ column: Int32) -> Int64 {
    withBytes(column) { bytes in
      guard let first = bytes.first else { return 0 }
      let sign: Int64 = bytes.count > 1 && first >= 0x80 ? -1 : 0
      return bytes.reduce(sign) { $0 << 8 | Int64($1) }
    }
  }

  func boolean(_ column: Int32) -> Bool { integer(column) != 0 }

  /// The text; NULL is empty.
  func text(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  private func withBytes<Result>(
    _ column: Int32,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withExtendedLifetime(rows) {
      let byteCount = Int(cPQgetlength(handle, index, column))
      return body(
        UnsafeRawBufferPointer(start: cPQgetvalue(handle, index, column), count: byteCount)
      )
    }
  }
}
