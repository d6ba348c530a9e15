import Glibc

/// A text file of the project.
struct SourceFile: Sendable {
  /// From the root of the project, as `Sources/Base/Lock.swift`.
  let path: String
  let bytes: [UInt8]
  let isExecutable: Bool
  /// What of `bytes` is code, at the same positions.
  ///
  /// In Swift files spaces stand in place of comments and of what strings hold; other files are
  /// as they are.
  let code: [UInt8]
  /// Where each line starts.
  let lineStarts: [Int]

  init(path: String, bytes: [UInt8], isExecutable: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isExecutable = isExecutable
    code = path.hasSuffix(".swift") ? CodeScanner.blankingProse(in: bytes) : bytes
    var starts = [0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    if starts.last == bytes.count { starts.removeLast() }
    lineStarts = starts
  }

  /// A file as a test plants it.
  init(_ path: String, _ text: String, isExecutable: Bool = false) {
    self.init(path: path, bytes: Array(text.utf8), isExecutable: isExecutable)
  }

  /// The folders and the file of the path.
  var components: [Substring] { path.split(separator: "/") }

  /// The target that the file belongs to; nil outside Sources and Tests.
  var target: String? {
    let components = components
    guard components.count > 2, components[0] == "Sources" || components[0] == "Tests" else {
      return nil
    }
    return String(components[1])
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  var isC: Bool { path.hasSuffix(".c") || path.hasSuffix(".h") }
  /// An executable script, or one that scripts source.
  var isScript: Bool {
    let name = components.last ?? ""
    let isPlain = path.hasPrefix("scripts/") && !name.contains(".")
    return isPlain || path.hasPrefix(".ci/") || path.hasSuffix(".bash")
  }
  var isGenerated: Bool {
    path.contains("/Generated/") || path.contains(".pb-c.") || path.hasPrefix("CProtobuf/")
  }

  /// The bytes of a line, counted from 0, without its newline.
  func line(_ index: Int, of text: [UInt8]) -> ArraySlice<UInt8> {
    let start = lineStarts[index]
    let next = index + 1 < lineStarts.count ? lineStarts[index + 1] : text.count
    let hasNewline = next > start && text[next - 1] == UInt8(ascii: "\n")
    return text[start..<(hasNewline ? next - 1 : next)]
  }

  /// The line that a position is in, counted from 1.
  func lineNumber(at position: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= position { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Where `needle` starts in `text`, front to back.
  func positions(of needle: String, in text: [UInt8]) -> [Int] {
    let wanted = Array(needle.utf8)
    guard let first = wanted.first else { return [] }
    return text.withUnsafeBytes { haystack in
      guard let base = haystack.baseAddress else { return [] }
      var found: [Int] = []
      var from = 0
      while from + wanted.count <= haystack.count,
        let hit = memchr(base + from, Int32(first), haystack.count - wanted.count + 1 - from)
      {
        let position = base.distance(to: UnsafeRawPointer(hit))
        let isMatch = memcmp(hit, wanted, wanted.count) == 0
        if isMatch { found.append(position) }
        from = position + (isMatch ? wanted.count : 1)
      }
      return found
    }
  }

  /// Where `word` starts in the code, neither preceded nor followed by a letter, digit or `_`.
  ///
  /// An end of `word` that is no letter itself, as in `print(`, may touch anything.
  func positions(ofWord word: String) -> [Int] {
    positions(of: word, in: code).filter { position in
      let end = position + word.utf8.count
      let joinsBefore = position > 0 && code[position].isWordByte && code[position - 1].isWordByte
      let joinsAfter = end < code.count && code[end - 1].isWordByte && code[end].isWordByte
      return !joinsBefore && !joinsAfter
    }
  }
}

extension UInt8 {
  /// True for what can stand inside a name.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
