/// Source text under construction.
struct SourceWriter {
  private(set) var text = ""
  private var depth = 0

  /// Columns that lines may take.
  static let maximumColumnCount = 100

  /// Columns that are left at the current indentation.
  var columnCount: Int { Self.maximumColumnCount - 2 * depth }

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : String(repeating: " ", count: 2 * depth) + line + "\n"
  }

  mutating func lines(_ lines: [String]) {
    for line in lines { self.line(line) }
  }

  /// A line, the lines of `body` indented, and a closing line.
  mutating func block(
    _ head: String,
    closing: String = "}",
    _ body: (inout SourceWriter) -> Void
  ) {
    line(head)
    indented(body)
    line(closing)
  }

  /// The lines of `body`, one step deeper.
  mutating func indented(_ body: (inout SourceWriter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// `head(`, the arguments and `tail`: on one line where they fit, else one argument a line.
  mutating func call(_ head: String, _ arguments: [String], _ tail: String) {
    let flat = "\(head)(\(arguments.joined(separator: ", ")))\(tail)"
    guard flat.count > columnCount else {
      line(flat)
      return
    }
    block("\(head)(", closing: ")\(tail)") { writer in
      for (index, argument) in arguments.enumerated() {
        writer.line(index + 1 < arguments.count ? "\(argument)," : argument)
      }
    }
  }

  /// `head [elements]`: on one line where they fit, else as many as fit on each line.
  mutating func list(_ head: String, _ elements: [String]) {
    let flat = "\(head) [\(elements.joined(separator: ", "))]"
    guard flat.count > columnCount else {
      line(flat)
      return
    }
    block("\(head) [", closing: "]") { writer in
      let text = elements.map { "\($0)," }.joined(separator: " ")
      writer.lines(DocComment.wrap(text, columnCount: writer.columnCount))
    }
  }

  /// A comment of a .proto file as a documentation comment: one sentence, then the rest.
  mutating func documentation(_ comment: String, default summary: String? = nil) {
    var paragraphs = DocComment.paragraphs(of: comment)
    if paragraphs.isEmpty, let summary { paragraphs = [summary] }
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line("///") }
      for wrapped in DocComment.wrap(paragraph, columnCount: columnCount - 4) {
        line("/// \(wrapped)")
      }
    }
  }
}
