/// How a command writes its report.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// For programs.
  case json
}

/// What a list command found, in every form it can be written in.
package struct Listing: Sendable {
  /// How it is written.
  package enum Format: String, CaseIterable, Sendable {
    /// For people.
    case table
    /// For programs, as one text.
    case json
    /// For programs that read a line at a time: an object for each row.
    case jsonl
  }

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
  private let jsonLines: [String]

  /// Takes the rows and the same things as JSON: as one text, and a line for each.
  ///
  /// What its format does not need may be left empty.
  package init(columns: [Table.Column], rows: [Row], json: String, jsonLines: [String]) {
    self.columns = columns
    self.rows = rows
    self.json = json
    self.jsonLines = jsonLines
  }

  /// The text for a format; quiet: an id a line, in any format.
  ///
  /// An empty list is an empty text, except in JSON.
  package func text(_ format: Format, quiet: Bool, terminal: Terminal) -> String {
    if quiet { return rows.map { $0.id.printable + "\n" }.joined() }
    switch format {
    case .table:
      return Table(columns: columns, rows: rows.map(\.cells)).text(for: terminal)
    case .json: return json.hasSuffix("\n") ? json : json + "\n"
    case .jsonl: return jsonLines.map { $0 + "\n" }.joined()
    }
  }
}
