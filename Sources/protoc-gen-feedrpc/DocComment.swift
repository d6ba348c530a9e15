/// Comments of .proto files on their way to documentation comments.
enum DocComment {
  /// The paragraphs of a comment, each on one line; the first is one sentence.
  static func paragraphs(of comment: String) -> [String] {
    var paragraphs: [String] = []
    var isNew = true
    for line in comment.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").joined(separator: " ")
      if words.isEmpty {
        isNew = true
      } else if isNew || paragraphs.isEmpty {
        paragraphs.append(words)
        isNew = false
      } else {
        paragraphs[paragraphs.count - 1] += " \(words)"
      }
    }
    guard let first = paragraphs.first else { return [] }
    let (summary, rest) = splitFirstSentence(first)
    paragraphs[0] = summary.last.map { ".!?".contains($0) } == true ? summary : "\(summary)."
    if let rest { paragraphs.insert(rest, at: 1) }
    return paragraphs
  }

  /// A sentence ends at a full stop with a space and an upper-case letter behind it.
  private static func splitFirstSentence(_ text: String) -> (String, String?) {
    let characters = Array(text)
    for index in characters.indices.dropLast(2)
    where characters[index] == "." && characters[index + 1] == " "
      && characters[index + 2].isUppercase
    {
      return (String(characters[...index]), String(characters[(index + 2)...]))
    }
    return (text, nil)
  }

  /// The words of a paragraph on lines of at most `columnCount` columns.
  static func wrap(_ paragraph: String, columnCount: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= columnCount {
        line += " \(word)"
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
