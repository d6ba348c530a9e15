package import FeedStore

extension StoreReport {
  /// Each mismatch behind its table's name.
  package var findings: [String] {
    tables.flatMap { table in table.mismatches.map { "\(table.name): \($0)" } }
  }
}
