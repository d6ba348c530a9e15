/// How many columns of a terminal a text takes.
enum DisplayWidth {
  static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// 0 for what only changes its neighbour, 2 for the wide characters of East Asia and emoji.
  static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    if scalars.contains("\u{FE0F}") { return 2 }
    return scalars.map(of).max() ?? 0
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The ranges of East Asian Width W and F (Unicode UAX 11) without the emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}

/// Texts laid out for a width.
package enum TextLayout {
  /// The lines of a text without characters that steer a terminal, broken between words.
  package static func lines(_ text: String, width: Int) -> [String] {
    text.printableLines.wrapped(to: width)
  }

  /// The text on one line of so many columns at most.
  package static func cut(_ text: String, width: Int) -> String {
    text.printable.truncated(to: max(width, 0))
  }
}

extension String {
  /// The text with spaces up to `width` columns, on the right or on the left.
  func padded(to width: Int, leading: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
    return leading ? padding + self : self + padding
  }

  /// The text, cut to `width` columns with an ellipsis where it is wider: at its end, or at its
  /// beginning.
  func truncated(to width: Int, keepingEnd: Bool = false) -> String {
    guard DisplayWidth.of(self) > width else { return self }
    guard width > 0 else { return "" }
    var used = 1
    func fits(_ character: Character) -> Bool {
      used += DisplayWidth.of(character)
      return used <= width
    }
    if keepingEnd { return "…" + String(reversed().prefix(while: fits).reversed()) }
    return prefix(while: fits) + "…"
  }

  /// The text on one line and without characters that steer a terminal.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator:
            scalar == "\n" || scalar == "\t" || scalar == "\r" ? " " : "\u{FFFD}"
          default: scalar
          }
        }
      )
    )
  }

  /// The text with its lines, each `printable`.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
  }

  /// The lines of the text when no line may be wider than `width` columns.
  ///
  /// Line breaks of the text stay. A word that is wider than a line has a line of its own.
  func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
          line += " " + word
        } else {
          lines.append(line)
          line = String(word)
        }
      }
      return lines + [line]
    }
  }
}
