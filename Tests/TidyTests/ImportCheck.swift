/// An import as it stands in a file.
struct ImportLine: Equatable, Sendable {
  var module: String
  var isTestable: Bool
  var line: Int

  /// The imports of a Swift file, whatever attributes and access they carry.
  static func all(in file: SourceFile) -> [ImportLine] {
    file.positions(ofWord: "import").compactMap { position in
      let number = file.lineNumber(at: position)
      let text = String(decoding: file.line(number - 1, of: file.code), as: UTF8.self)
      return parse(text, line: number)
    }
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "import",
  ]
  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  private static func parse(_ text: String, line: Int) -> ImportLine? {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let at = words.firstIndex(of: "import") else { return nil }
    let isDeclaration = words[..<at].allSatisfy { $0.hasPrefix("@") || modifiers.contains($0) }
    guard isDeclaration else { return nil }
    var rest = words[(at + 1)...]
    if let first = rest.first, kinds.contains(first) { rest = rest.dropFirst() }
    guard let path = rest.first else { return nil }
    let module = path.prefix { $0 != "." }
    return ImportLine(
      module: String(module),
      isTestable: words[..<at].contains("@testable"),
      line: line
    )
  }
}

/// Every import stays in its layer.
enum ImportCheck {
  static func findings(in file: SourceFile) -> [Finding] {
    guard file.isSwift, let target = file.target else { return [] }
    let isTest = file.path.hasPrefix("Tests/")
    return ImportLine.all(in: file).compactMap { line in
      let advice =
        isTest
        ? adviceForTest(line, in: target) : adviceForSource(line, in: target, file: file)
      return advice.map { Finding(path: file.path, line: line.line, advice: $0) }
    }
  }

  /// Tests may look anywhere, but inside another target's tests nowhere.
  private static func adviceForTest(_ line: ImportLine, in target: String) -> String? {
    // Nobody's own tests are a program's: it has no package API.
    let isProgram = Layers.programs.contains(line.module)
    if line.isTestable, !isProgram, target != "\(line.module)Tests" {
      return "@testable import \(line.module) outside \(line.module)Tests; use its package API"
    }
    if Layers.allowedInTests.contains(line.module) { return nil }
    guard let reason = Layers.banned[line.module] else { return nil }
    return "\(line.module) is banned: \(reason)"
  }

  private static func adviceForSource(
    _ line: ImportLine,
    in target: String,
    file: SourceFile
  ) -> String? {
    let module = line.module
    guard let level = Layers.level(of: target) else {
      return "\(target) has no place in the table of layers (Tests/TidyTests/Layers.swift)"
    }
    if let reason = Layers.banned[module] { return "\(module) is banned: \(reason)" }
    if Layers.free.contains(module) { return nil }
    if module == "Glibc" { return adviceForGlibc(in: target, file: file) }
    if let owners = Layers.owners[module], !owners.contains(target) {
      return "\(module) belongs to \(owners.sorted().joined(separator: ", ")), not to \(target)"
    }
    guard let other = Layers.level(of: module) else {
      return "\(module) has no place in the table of layers (Tests/TidyTests/Layers.swift)"
    }
    guard other < level else {
      return "\(target) is at level \(level) and may not import \(module), at level \(other)"
    }
    return nil
  }

  private static func adviceForGlibc(in target: String, file: SourceFile) -> String? {
    guard let allowed = Layers.glibcFiles[target] else { return nil }
    let name = file.components.last.map(String.init) ?? ""
    if allowed.contains(name) { return nil }
    return "\(target) is pure: system calls belong in \(allowed.sorted().joined(separator: ", "))"
      + (allowed.isEmpty ? "a target above it" : "")
  }
}
