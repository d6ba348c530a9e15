/// Variables as a file for systemd's EnvironmentFile= has them (systemd.exec(5)).
///
/// A line is `NAME=VALUE`, empty, or a comment, which begins with `#` or `;`. A value may be in
/// quotes, of either kind, as a whole. What systemd takes beyond that, backslashes and quotes in
/// the middle of a value, is refused: nothing is read in another way than there.
struct EnvironmentFile: Equatable {
  /// Bytes that such a file may have.
  static let byteLimit = 65_536

  /// A line that is none of the above; they count from 1.
  struct Refusal: Error, Equatable {
    let line: Int
  }

  private(set) var variables: [String: String] = [:]

  init(_ text: String) throws(Refusal) {
    let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
    for (index, line) in lines.enumerated() {
      let line = Self.trimmed(line)
      guard let first = line.first else { continue }
      if first == "#" || first == ";" {
        // Whether the next line belongs to it depends on systemd's version.
        guard line.last != "\\" else { throw Refusal(line: index + 1) }
        continue
      }
      guard let (name, value) = Self.variable(line) else { throw Refusal(line: index + 1) }
      variables[name] = value
    }
  }

  private static func variable(_ line: Substring) -> (String, String)? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let name = trimmed(line[..<equals])
    var value = trimmed(line[line.index(after: equals)...])
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F
        || (0x61...0x7A).contains(byte)
    }
    guard isName, let initial = name.first, !initial.isNumber else { return nil }
    if let quote = value.first, quote == "\"" || quote == "'" {
      guard value.count >= 2, value.last == quote else { return nil }
      value = value.dropFirst().dropLast()
    }
    guard !value.contains(where: { "\"'\\".contains($0) }) else { return nil }
    return (String(name), String(value))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
