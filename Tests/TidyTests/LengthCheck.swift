/// Files, functions and lines keep to their lengths.
enum LengthCheck {
  static let fileLineLimit = 500
  static let functionLineLimit = 70
  static let columnLimit = 100

  static func findings(in file: SourceFile) -> [Finding] {
    guard file.isSwift || file.isC || file.isScript || file.path.hasSuffix(".py"),
      !file.isGenerated
    else { return [] }
    return fileFindings(in: file) + columnFindings(in: file) + functionFindings(in: file)
  }

  private static func fileFindings(in file: SourceFile) -> [Finding] {
    let count = file.lineStarts.count
    guard count > fileLineLimit else { return [] }
    let advice = "\(count) lines; split it, at most \(fileLineLimit)"
    return [Finding(path: file.path, advice: advice)]
  }

  private static func columnFindings(in file: SourceFile) -> [Finding] {
    file.lineStarts.indices.compactMap { index in
      let line = file.line(index, of: file.bytes)
      guard line.count > columnLimit else { return nil }
      // Bytes 10xxxxxx continue a character.
      let columns = line.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      guard columns > columnLimit else { return nil }
      let advice = "\(columns) columns; break the line, at most \(columnLimit)"
      return Finding(path: file.path, line: index + 1, advice: advice)
    }
  }

  private static func functionFindings(in file: SourceFile) -> [Finding] {
    guard file.isSwift else { return [] }
    return FunctionSpan.all(in: file).compactMap { span in
      guard span.lineCount > functionLineLimit else { return nil }
      let advice = "a function of \(span.lineCount) lines; split it, at most \(functionLineLimit)"
      return Finding(path: file.path, line: span.line, advice: advice)
    }
  }
}

/// Where a function, initializer, deinitializer or subscript with a body stands.
struct FunctionSpan: Equatable, Sendable {
  /// Of the keyword, counted from 1.
  var line: Int
  /// From the keyword's line to the one of the closing brace.
  var lineCount: Int

  static func all(in file: SourceFile) -> [FunctionSpan] {
    ["func", "init", "deinit", "subscript"].flatMap { keyword in
      file.positions(ofWord: keyword).compactMap { span(from: $0, keyword: keyword, in: file) }
    }
    .sorted { $0.line < $1.line }
  }

  private static func span(
    from position: Int,
    keyword: String,
    in file: SourceFile
  ) -> FunctionSpan? {
    let code = file.code
    // `self.init(…)` and `.init(…)` are calls.
    if position > 0, code[position - 1] == UInt8(ascii: ".") { return nil }
    let end = position + keyword.utf8.count
    guard let opening = bodyStart(from: end, in: code),
      let closing = bodyEnd(from: opening, in: code)
    else { return nil }
    let first = file.lineNumber(at: position)
    return FunctionSpan(line: first, lineCount: file.lineNumber(at: closing) - first + 1)
  }

  /// The brace that opens the body; nil for a requirement of a protocol, whose declaration ends
  /// with an empty line, another brace or another declaration.
  private static func bodyStart(from start: Int, in code: [UInt8]) -> Int? {
    var depth = 0
    var lineIsEmpty = false
    for index in start..<code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return index
      case UInt8(ascii: "}") where depth <= 0: return nil
      case UInt8(ascii: "\n"):
        if depth == 0, lineIsEmpty || startsDeclaration(at: index + 1, in: code) { return nil }
        lineIsEmpty = true
        continue
      case UInt8(ascii: " "): continue
      default: break
      }
      lineIsEmpty = false
    }
    return nil
  }

  private static let declarations = ["func ", "var ", "init", "mutating ", "static ", "associated"]
    .map { Array($0.utf8) }

  private static func startsDeclaration(at start: Int, in code: [UInt8]) -> Bool {
    var index = start
    while index < code.count, code[index] == UInt8(ascii: " ") { index += 1 }
    return declarations.contains { code[index...].starts(with: $0) }
  }

  private static func bodyEnd(from opening: Int, in code: [UInt8]) -> Int? {
    var depth = 0
    for index in opening..<code.count {
      if code[index] == UInt8(ascii: "{") { depth += 1 }
      if code[index] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
