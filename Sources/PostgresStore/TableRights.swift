import FeedStore

/// The rights on tables that calls need, no more and no less.
///
/// A role that lacks one fails the calls that need it while all others go on, so a trial of the
/// store asks for all of them.
enum TableRights {
  enum Right: String, CaseIterable, Sendable {
    case select = "SELECT"
    case insert = "INSERT"
    case update = "UPDATE"
    case delete = "DELETE"
  }

  static let needed: [(table: String, rights: [Right])] = [
    ("schema_version", [.select]), ("feed_head", [.select, .update]),
    ("writers", Right.allCases), ("users", [.select, .insert, .update]),
    ("posts", Right.allCases), ("comments", [.select, .insert, .delete]),
    ("likes", [.select, .insert, .delete]), ("follows", [.select, .insert, .delete]),
    ("requests", Right.allCases), ("events", [.select, .insert, .delete]),
    ("photos", Right.allCases), ("photo_copies", [.select, .insert, .delete]),
    ("uploads", [.select, .insert, .update]), ("photo_bytes", Right.allCases),
  ]

  /// The name of the role, and each right that it lacks, as `INSERT on likes`.
  ///
  /// A right on some columns is taken for one on the table: which they are is the owner's choice.
  static let missing = PostgresStatement(
    "missing_rights",
    """
    SELECT current_user::text, wanted.rights || ' on ' || wanted.name
    FROM (VALUES \(rows)) AS wanted (name, rights)
    WHERE CASE wanted.rights
      WHEN 'DELETE' THEN has_table_privilege(to_regclass(wanted.name), wanted.rights)
      ELSE has_any_column_privilege(to_regclass(wanted.name), wanted.rights)
    END IS NOT TRUE
    """
  )

  private static var rows: String {
    needed.flatMap { table, rights in rights.map { "('\(table)', '\($0.rawValue)')" } }
      .joined(separator: ", ")
  }

  /// Rights that are told by name; more are counted.
  private static let toldCount = 3

  /// What the rows of `missing` come to; nil where there is none.
  static func refusal(_ rows: PostgresRows) -> StoreError? {
    guard let first = rows.first else { return nil }
    let lacks = (0..<rows.count).map { rows[$0].text(1) }
    let told = lacks.prefix(toldCount).joined(separator: ", ")
    let more = lacks.count > toldCount ? " and \(lacks.count - toldCount) rights more" : ""
    return .engine(
      EngineFailure(
        code: Int("42501", radix: 36) ?? 0,
        message: "role \(first.text(0)) lacks \(told)\(more): have the tables' owner grant it",
        statement: missing.sql
      )
    )
  }
}
