import Glibc

/// What is known about the place that a text goes to.
package struct Terminal: Hashable, Sendable {
  /// True where a person looks at it.
  package let isInteractive: Bool
  /// Columns.
  package let width: Int
  /// Lines.
  package let height: Int
  /// True where colours are welcome.
  package let hasColour: Bool
  /// How large a character is, where the terminal tells.
  package let cell: Cell?

  /// The place of one character, in pixels.
  package struct Cell: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The width of what tells none.
  package static let defaultWidth = 80
  /// The height of what tells none.
  package static let defaultHeight = 24

  /// A file or a pipe.
  package static let none = Terminal(isInteractive: false, width: defaultWidth, hasColour: false)

  package init(
    isInteractive: Bool,
    width: Int,
    height: Int = defaultHeight,
    hasColour: Bool,
    cell: Cell? = nil
  ) {
    self.isInteractive = isInteractive
    self.width = width
    self.height = height
    self.hasColour = hasColour
    self.cell = cell
  }

  /// Asks what a descriptor is open on.
  ///
  /// NO_COLOR that is not empty (no-color.org) and a dumb terminal turn colours off.
  package init(descriptor: Int32, environment: [String: String]) {
    var size = winsize()
    let isInteractive = isatty(descriptor) == 1
    let hasSize = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    let columns = hasSize ? Int(size.ws_col) : 0
    let lines = hasSize ? Int(size.ws_row) : 0
    let declared = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.init(
      isInteractive: isInteractive,
      width: [columns, declared].first { $0 > 0 } ?? Self.defaultWidth,
      height: lines > 0 ? lines : Self.defaultHeight,
      hasColour: isInteractive && !wantsNone && environment["TERM"] != "dumb",
      cell: Self.cell(size, columns: columns, lines: lines)
    )
  }

  /// Terminals that know no pixels say 0.
  private static func cell(_ size: winsize, columns: Int, lines: Int) -> Cell? {
    guard columns > 0, lines > 0 else { return nil }
    let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / lines)
    return width > 0 && height > 0 ? Cell(width: width, height: height) : nil
  }

  /// The looks that a text can have where there are colours.
  package enum Style: Int, Sendable {
    case bold = 1
  }

  /// The text in a style, or as it is where there are no colours.
  package func styled(_ text: String, _ style: Style) -> String {
    hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
