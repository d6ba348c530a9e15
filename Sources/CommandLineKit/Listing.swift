/// How a command writes what it found.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// For programs.
  case json
}

/// What a list command found, in every form it can be written in.
package struct Listing: Sendable {
  /// One thing for people, and the one word that names it.
  package struct Row: Hashable, Sendable {
    package let id: String
    package let cells: [String]

    package init(id: String, cells: [String]) {
      self.id = id
      self.cells = cells
    }
  }

  private let columns: [Table.Column]
  private let rows: [Row]
  private let json: String

  /// Takes the rows and the same things as JSON text.
  package init(columns: [Table.Column], rows: [Row], json: String) {
    self.columns = columns
    self.rows = rows
    self.json = json
  }

  /// The text for a format; quiet: an id a line, in any format.
  ///
  /// An empty list is an empty text, except in JSON.
  package func text(_ format: OutputFormat, quiet: Bool, terminal: Terminal) -> String {
    if quiet { return rows.map { $0.id.printable + "\n" }.joined() }
    switch format {
    case .table:
      return Table(columns: columns, rows: rows.map(\.cells)).text(for: terminal)
    case .json: return json.hasSuffix("\n") ? json : json + "\n"
    }
  }
}
