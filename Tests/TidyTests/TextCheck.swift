/// Text is clean: no stray characters, one title a document, scripts that stop at an error.
enum TextCheck {
  static let documents = ["ARCHITECTURE.md", "CHANGELOG.md", "PROTOCOL.md", "README.md"]

  static func findings(in file: SourceFile) -> [Finding] {
    guard !file.isGenerated else { return [] }
    var findings = strayFindings(in: file)
    if file.path.hasSuffix(".md") { findings += titleFindings(in: file) }
    if file.isScript { findings += scriptFindings(in: file) }
    return findings
  }

  static func missingDocuments(in repository: Repository) -> [Finding] {
    documents.filter { repository.file($0) == nil }.map { Finding(path: $0, advice: "missing") }
  }

  private static func strayFindings(in file: SourceFile) -> [Finding] {
    var findings: [Finding] = []
    let mayIndentWithTabs = file.path.hasSuffix(".go")
    for position in file.bytes.indices {
      let byte = file.bytes[position]
      if byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\n") { continue }
      if byte == UInt8(ascii: "\t"), mayIndentWithTabs { continue }
      let advice = "control character \(byte); remove it"
      let line = file.lineNumber(at: position)
      findings.append(Finding(path: file.path, line: line, advice: advice))
    }
    if let last = file.bytes.last, last != UInt8(ascii: "\n") {
      findings.append(Finding(path: file.path, advice: "the last line has no end"))
    }
    return findings
  }

  private static func titleFindings(in file: SourceFile) -> [Finding] {
    var isFenced = false
    var count = 0
    for index in file.lineStarts.indices {
      let line = file.line(index, of: file.bytes)
      if line.starts(with: Array("```".utf8)) { isFenced.toggle() }
      if !isFenced, line.starts(with: Array("# ".utf8)) { count += 1 }
    }
    return count == 1 ? [] : [Finding(path: file.path, advice: "\(count) titles; one is right")]
  }

  /// A script is executable, names its interpreter, and stops at the first error.
  private static func scriptFindings(in file: SourceFile) -> [Finding] {
    if file.path.hasSuffix(".bash") { return [] }
    let lines = file.lineStarts.indices.map {
      String(decoding: file.line($0, of: file.bytes), as: UTF8.self)
    }
    var findings: [Finding] = []
    if !file.isExecutable {
      findings.append(Finding(path: file.path, advice: "not executable; chmod +x"))
    }
    if lines.first != "#!/usr/bin/env bash" {
      findings.append(
        Finding(path: file.path, line: 1, advice: "start with #!/usr/bin/env bash")
      )
    }
    let first = lines.firstIndex { !$0.isEmpty && !$0.hasPrefix("#") }
    if first.map({ lines[$0] }) != "set -euo pipefail" {
      let line = first.map { $0 + 1 }
      let advice = "the first command is to be: set -euo pipefail"
      findings.append(Finding(path: file.path, line: line, advice: advice))
    }
    return findings
  }
}
