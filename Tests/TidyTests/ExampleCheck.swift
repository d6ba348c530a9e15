/// Examples are short, say at their head what they show and how they are run, and are listed.
enum ExampleCheck {
  static let lineLimit = 100
  private static let languages = [".c", ".go", ".py", ".swift"]

  static func findings(in file: SourceFile) -> [Finding] {
    guard file.components.first == "examples",
      languages.contains(where: { file.path.hasSuffix($0) })
    else { return [] }
    var findings: [Finding] = []
    if file.lineStarts.count > lineLimit {
      let advice = "\(file.lineStarts.count) lines; show less, at most \(lineLimit)"
      findings.append(Finding(path: file.path, advice: advice))
    }
    var lines = file.lineStarts.indices.prefix(4).map {
      String(decoding: file.line($0, of: file.bytes), as: UTF8.self)
    }
    // A manifest has to begin with this.
    if lines.first?.hasPrefix("// swift-tools-version") == true { lines.removeFirst() }
    let sign = file.path.hasSuffix(".py") ? "# " : "// "
    let saysWhat = lines.count > 2 && lines[0].hasPrefix(sign)
    if !saysWhat || !lines[1].hasPrefix("\(sign)Run: ") || lines[2].hasPrefix(sign) {
      let advice = "begin with two lines: what it shows, and `Run: ` how"
      findings.append(Finding(path: file.path, line: 1, advice: advice))
    }
    return findings
  }

  /// Each folder has a row in the list and a heading with its commands, and is run.
  static func unlisted(in repository: Repository) -> [Finding] {
    let list = repository.file("examples/README.md").map(\.text) ?? ""
    let runner = repository.file("scripts/examples").map(\.text) ?? ""
    let files = repository.files.map(\.components).filter { $0.first == "examples" }
    return Set(files.filter { $0.count > 2 }.map { $0[1] }).sorted().flatMap { name in
      [
        (list.contains("\n| `\(name)` | "), "examples/README.md", "has no row"),
        (list.contains("\n## \(name)\n"), "examples/README.md", "has no heading"),
        (runner.contains("\ntry_\(name)() {\n"), "scripts/examples", "is not tried"),
      ]
      .filter { !$0.0 }.map { Finding(path: $0.1, advice: "\(name) \($0.2)") }
    }
  }
}

extension SourceFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
