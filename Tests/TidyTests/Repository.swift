import Foundation

/// The project's own text files, read once.
struct Repository: Sendable {
  let files: [SourceFile]

  /// The project that these tests are part of.
  static let current = Repository(root: projectRoot)

  static let projectRoot = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where our own text lies; the build folder and what tools leave behind are elsewhere.
  private static let folders = [
    ".ci", "Bench", "CProtobuf", "Protos", "Sources", "Tests", "examples", "scripts",
  ]

  private static let kinds: Set<String> = [
    "", "bash", "c", "go", "h", "md", "modulemap", "proto", "py", "swift", "table", "txt",
    "ui",
  ]

  init(files: [SourceFile]) { self.files = files }

  init(root: URL) {
    let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    var paths = top.filter { !$0.hasPrefix(".") }
    for folder in Self.folders {
      let inside = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
      // A package among the examples may have been built in its own folder.
      paths += inside.filter { !$0.contains("/.build/") }.map { "\(folder)/\($0)" }
    }
    paths.removeAll { !Self.kinds.contains(($0 as NSString).pathExtension) }
    files = paths.sorted().compactMap { path in
      let full = root.appending(path: path).path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
        !isFolder.boolValue, let data = FileManager.default.contents(atPath: full)
      else { return nil }
      let isExecutable = FileManager.default.isExecutableFile(atPath: full)
      return SourceFile(path: path, bytes: Array(data), isExecutable: isExecutable)
    }
  }

  func file(_ path: String) -> SourceFile? { files.first { $0.path == path } }

  /// What the files at `check` find wrong.
  func findings(_ check: (SourceFile) -> [Finding]) -> [Finding] { files.flatMap(check) }
}
