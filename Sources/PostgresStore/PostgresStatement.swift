/// A statement that each connection prepares when it first runs it.
struct PostgresStatement: Sendable {
  /// What the server calls it; empty: it is not prepared.
  let name: String
  let sql: String

  init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }

  /// A statement that is run once.
  init(once sql: String) { self.init("", sql) }
}
