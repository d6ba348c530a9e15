/// How much of something is done, as a line.
package struct ProgressBar: Hashable, Sendable {
  private let label: String
  private let done: Int
  private let total: Int

  /// Takes numbers of bytes; more than the total counts as all.
  package init(label: String, done: Int, total: Int) {
    self.label = label
    self.total = max(total, 0)
    self.done = min(max(done, 0), self.total)
  }

  /// The fewest and the most columns that a bar has between its brackets.
  static let barWidths = 10...40

  /// The line for a terminal of a width, which it does not fill, as
  /// `a.jpg [###  ]  60%  3.0 of 5.0 MB`.
  ///
  /// Where there is little room the label is cut first, then the bar left out.
  package func text(width: Int) -> String {
    let figures =
      "\(percent.padded(to: 5, leading: true))  \(megabytes(done)) of \(megabytes(total)) MB"
    let room = max(width - 1, 0) - DisplayWidth.of(figures) - 3
    guard room > Self.barWidths.lowerBound else { return figures.truncated(to: max(width - 1, 0)) }
    let barWidth = min(max(room / 2, Self.barWidths.lowerBound), Self.barWidths.upperBound)
    let label = label.printable.truncated(to: max(room - barWidth - 1, 0))
    return (label.isEmpty ? "" : label + " ") + "[\(bar(barWidth))]" + figures
  }

  private var percent: String { "\(total == 0 ? 100 : done * 100 / total)%" }

  private func bar(_ width: Int) -> String {
    String(repeating: "#", count: total == 0 ? width : done * width / total).padded(to: width)
  }

  /// With one digit behind the point, rounded down.
  private func megabytes(_ count: Int) -> String {
    "\(count / 1_000_000).\(count / 100_000 % 10)"
  }
}
