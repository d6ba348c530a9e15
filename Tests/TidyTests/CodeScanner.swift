/// Tells code from comments and strings in Swift, well enough for looking for words.
struct CodeScanner {
  private var text: [UInt8]
  private var index = 0

  /// A copy of `text` with spaces in place of comments and of what strings hold.
  ///
  /// Interpolations count as part of their string. Newlines stay, and so does every position.
  static func blankingProse(in text: [UInt8]) -> [UInt8] {
    var scanner = CodeScanner(text: text)
    scanner.scan()
    return scanner.text
  }

  private init(text: [UInt8]) { self.text = text }

  private func looksAt(_ word: StaticString) -> Bool {
    guard index + word.utf8CodeUnitCount <= text.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount where text[index + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  private mutating func blank() {
    if text[index] != UInt8(ascii: "\n") { text[index] = UInt8(ascii: " ") }
    index += 1
  }

  private mutating func scan() {
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "/") where looksAt("//"): blankLine()
      case UInt8(ascii: "/") where looksAt("/*"): blankBlock()
      case UInt8(ascii: "\""): blankString(poundCount: 0)
      case UInt8(ascii: "#"): scanPounds()
      default: index += 1
      }
    }
  }

  private mutating func blankLine() {
    while index < text.count, text[index] != UInt8(ascii: "\n") { blank() }
  }

  private mutating func blankBlock() {
    var depth = 0
    repeat {
      let opens = looksAt("/*")
      let closes = !opens && looksAt("*/")
      depth += opens ? 1 : closes ? -1 : 0
      blank()
      if (opens || closes) && index < text.count { blank() }
    } while index < text.count && depth > 0
  }

  /// Steps over the `#` of a directive or of a raw string.
  private mutating func scanPounds() {
    var count = 0
    while index < text.count, text[index] == UInt8(ascii: "#") {
      count += 1
      index += 1
    }
    if index < text.count, text[index] == UInt8(ascii: "\"") { blankString(poundCount: count) }
  }

  /// Blanks a string from its opening quotation mark on, which stays.
  private mutating func blankString(poundCount: Int) {
    let isMultiline = looksAt("\"\"\"")
    let quoteCount = isMultiline ? 3 : 1
    index += quoteCount
    while index < text.count {
      if endsString(quoteCount: quoteCount, poundCount: poundCount) {
        index += quoteCount + poundCount
        return
      }
      if !isMultiline, text[index] == UInt8(ascii: "\n") { return }
      if text[index] == UInt8(ascii: "\\"), poundCount == 0 {
        blankEscape()
      } else {
        blank()
      }
    }
  }

  private func endsString(quoteCount: Int, poundCount: Int) -> Bool {
    guard index + quoteCount + poundCount <= text.count else { return false }
    for offset in 0..<quoteCount where text[index + offset] != UInt8(ascii: "\"") { return false }
    for offset in 0..<poundCount
    where text[index + quoteCount + offset] != UInt8(ascii: "#") {
      return false
    }
    return true
  }

  /// Blanks a backslash and what it escapes: one character, or an interpolation to its end.
  private mutating func blankEscape() {
    blank()
    guard index < text.count else { return }
    guard text[index] == UInt8(ascii: "(") else { return blank() }
    var depth = 0
    repeat {
      if text[index] == UInt8(ascii: "\"") {
        let start = index
        blankString(poundCount: 0)
        for position in start..<min(index, text.count) where text[position] == UInt8(ascii: "\"") {
          text[position] = UInt8(ascii: " ")
        }
        continue
      }
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
      blank()
    } while index < text.count && depth > 0
  }
}
