/// Rows of texts under titles, aligned for people.
package struct Table: Sendable {
  /// What all cells of a column have in common.
  package struct Column: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable { case left, right }
    /// Where cells are cut that are too wide.
    package enum Cut: Hashable, Sendable { case end, beginning }

    package let title: String
    package let alignment: Alignment
    /// The fewest columns of the terminal it is cut to; nil: it is never cut.
    package let smallestWidth: Int?
    package let cut: Cut
    /// Its place among those that are left out of a terminal without room for all, from 1; nil: it
    /// is never left out.
    package let leavingOrder: Int?

    package init(
      _ title: String,
      _ alignment: Alignment = .left,
      smallestWidth: Int? = nil,
      cut: Cut = .end,
      leaving leavingOrder: Int? = nil
    ) {
      self.title = title
      self.alignment = alignment
      self.smallestWidth = smallestWidth
      self.cut = cut
      self.leavingOrder = leavingOrder
    }
  }

  /// Spaces between columns.
  static let gap = 2

  private let columns: [Column]
  private let rows: [[String]]

  /// Makes a table; each row has a cell for each column.
  package init(columns: [Column], rows: [[String]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "a cell for each column")
    self.columns = columns
    self.rows = rows.map { $0.map(\.printable) }
  }

  /// The lines of the table; those of an empty one are none.
  ///
  /// On a terminal, columns that may be cut are, the widest first, until lines fit. Where they
  /// still do not, those that may be left out are, one after the other.
  package func text(for terminal: Terminal) -> String {
    guard !rows.isEmpty else { return "" }
    if terminal.isInteractive, width > terminal.width, let smaller = withoutNextToLeave {
      return smaller.text(for: terminal)
    }
    let widths = widths(within: terminal.isInteractive ? terminal.width : .max)
    let titles = line(
      zip(columns, widths).map { $0.title.truncated(to: $1) },
      widths
    )
    return terminal.styled(titles, .bold) + "\n"
      + rows.map { line($0, widths) + "\n" }.joined()
  }

  /// The columns of a terminal that the table takes where nothing else fits in, cells cut as far
  /// as they may be.
  package var width: Int { widths(within: 0).reduce(0, +) + Self.gap * (columns.count - 1) }

  /// The table without the column that is left out first; nil where none may be.
  private var withoutNextToLeave: Table? {
    let leaving = columns.indices.filter { columns[$0].leavingOrder != nil }
      .min { (columns[$0].leavingOrder ?? 0) < (columns[$1].leavingOrder ?? 0) }
    guard let leaving else { return nil }
    let kept = columns.indices.filter { $0 != leaving }
    return Table(columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  private func widths(within limit: Int) -> [Int] {
    var widths = columns.indices.map { index in
      rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
    }
    var excess = widths.reduce(0, +) + Self.gap * (columns.count - 1) - limit
    while excess > 0 {
      let candidates = columns.indices.filter { widths[$0] > columns[$0].smallestWidth ?? .max }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let cut = cell.truncated(to: widths[index], keepingEnd: columns[index].cut == .beginning)
      let isLast = index == cells.count - 1
      switch columns[index].alignment {
      case .left: line += isLast ? cut : cut.padded(to: widths[index] + Self.gap)
      case .right:
        line += cut.padded(to: widths[index], leading: true)
        if !isLast { line += String(repeating: " ", count: Self.gap) }
      }
    }
    return line
  }
}
