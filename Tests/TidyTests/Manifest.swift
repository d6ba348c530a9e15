/// What Package.swift says about targets and levels, read from its text.
///
/// It relies on the manifest's own form: arrays `level0`, `level1`, … made of calls whose first
/// string is the target's name.
struct Manifest: Sendable {
  struct Target: Equatable, Sendable {
    var name: String
    var level: Int
    /// Filled for targets made by `library` and `executable`.
    var dependencies: [String]
    var isLibrary: Bool
  }

  var targets: [Target] = []

  init(text: String) {
    for (level, section) in Self.sections(of: text) {
      for call in section.matches(of: /\b(library|executable|system|target)\(/) {
        let body = Self.parenthesized(section[call.range.upperBound...])
        guard let name = Self.strings(in: body).first else { continue }
        let kind = call.output.1
        let hasList = kind == "library" || kind == "executable"
        let list = body.firstMatch(of: /\[([^\]]*)\]/)?.output.1 ?? ""
        targets.append(
          Target(
            name: name,
            level: level,
            dependencies: hasList ? Self.strings(in: list) : [],
            isLibrary: kind == "library"
          )
        )
      }
    }
  }

  /// The text of each `let levelN: [Target] = …` up to the next `let`.
  private static func sections(of text: String) -> [(level: Int, text: Substring)] {
    text.matches(of: /let level(\d): \[Target\] =/).compactMap { match in
      guard let level = Int(match.output.1) else { return nil }
      let rest = text[match.range.upperBound...]
      let end = rest.firstMatch(of: #/\nlet /#)?.range.lowerBound ?? rest.endIndex
      return (level, rest[..<end])
    }
  }

  private static func strings(in text: Substring) -> [String] {
    text.matches(of: /"([^"]*)"/).map { String($0.output.1) }
  }

  /// What stands before the parenthesis that closes the one before `text`.
  private static func parenthesized(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }
}

/// Package.swift, the table of layers and the imports say the same.
struct ManifestCheck {
  private static let path = "Package.swift"
  private let repository: Repository
  private let manifest: Manifest

  init(_ repository: Repository) {
    self.repository = repository
    let text = repository.file(Self.path)?.bytes ?? []
    manifest = Manifest(text: String(decoding: text, as: UTF8.self))
  }

  /// The manifest and the table of layers name the same targets at the same levels.
  func levelFindings() -> [Finding] {
    var findings: [Finding] = []
    for target in manifest.targets where Layers.level(of: target.name) != target.level {
      findings.append(
        Finding(
          path: Self.path,
          advice: "\(target.name) is at level \(target.level), elsewhere in the table of layers"
        )
      )
    }
    let listed = Set(manifest.targets.map(\.name))
    for name in Layers.levels.flatMap(\.self).sorted() where !listed.contains(name) {
      findings.append(Finding(path: Self.path, advice: "\(name) is in the table of layers only"))
    }
    return findings
  }

  /// A target imports what it lists and lists what it imports.
  func dependencyFindings() -> [Finding] { manifest.targets.flatMap(dependencyFindings(of:)) }

  private func dependencyFindings(of target: Manifest.Target) -> [Finding] {
    let files = repository.files.filter {
      $0.isSwift && $0.path.hasPrefix("Sources/\(target.name)/")
    }
    guard !files.isEmpty else { return [] }
    var findings: [Finding] = []
    var imported: Set<String> = []
    for file in files {
      for line in ImportLine.all(in: file) where Layers.level(of: line.module) != nil {
        imported.insert(line.module)
        if target.dependencies.contains(line.module) { continue }
        let advice = "\(target.name) does not list \(line.module) in Package.swift"
        findings.append(Finding(path: file.path, line: line.line, advice: advice))
      }
    }
    for unused in target.dependencies where !imported.contains(unused) {
      let advice = "\(target.name) lists \(unused), which none of its files imports"
      findings.append(Finding(path: Self.path, advice: advice))
    }
    return findings
  }

  /// Every library has tests.
  func testFindings() -> [Finding] {
    manifest.targets.filter(\.isLibrary).compactMap { target in
      let folder = "Tests/\(target.name)Tests/"
      let hasTest = repository.files.contains { file in
        file.path.hasPrefix(folder) && !file.positions(ofWord: "@Test").isEmpty
      }
      return hasTest ? nil : Finding(path: folder, advice: "\(target.name) has no tests")
    }
  }
}
