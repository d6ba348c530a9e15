/// The texts that make a terminal show a whole screen at a time, and give it back.
///
/// They are those of xterm, which every terminal of today knows.
package enum Screen {
  /// Goes to a screen of one's own, without a cursor.
  package static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  /// Goes back to what was there before.
  package static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// Shows the lines from the top on, in the place of all that was there.
  ///
  /// Lines below the last of the terminal are left out. Nothing is erased before its successor is
  /// written, so that nothing flickers.
  package static func frame(_ lines: [String], height: Int) -> String {
    let shown = lines.prefix(max(height, 1)).map { $0 + "\u{1B}[K" }
    return "\u{1B}[H" + shown.joined(separator: "\r\n") + "\u{1B}[J"
  }
}
