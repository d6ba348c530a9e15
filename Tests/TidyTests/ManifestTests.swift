import Testing

/// The manifest, the table of layers and the sources are held against each other.
@Suite struct ManifestTests {
  private static let text = """
    let level0: [Target] =
      [
        .target(name: "CLinux", cSettings: [.treatAllWarnings(as: .error)]),
        system("CSQLite", package: "sqlite3"),
      ] + library("Base")

    let level1: [Target] = library("RPC", ["Base"], programs: ["helper"])
    let level5: [Target] = [executable("feedrpcd", ["Base", "RPC"])]
    let acrossTargets: [Target] = [.testTarget(name: "TidyTests")]
    """

  @Test func everyTargetHasItsLevel() {
    let targets = Manifest(text: Self.text).targets
    #expect(targets.map(\.name) == ["CLinux", "CSQLite", "Base", "RPC", "feedrpcd"])
    #expect(targets.map(\.level) == [0, 0, 0, 1, 5])
    #expect(targets.map(\.dependencies) == [[], [], [], ["Base"], ["Base", "RPC"]])
    #expect(targets.map(\.isLibrary) == [false, false, true, true, false])
  }

  private func check(_ files: [SourceFile]) -> ManifestCheck {
    ManifestCheck(Repository(files: [SourceFile("Package.swift", Self.text)] + files))
  }

  @Test func whatIsImportedIsListedAndWhatIsListedIsImported() {
    let found = check([
      SourceFile("Sources/RPC/A.swift", "import CLinux\n"),
      SourceFile("Sources/feedrpcd/A.swift", "import Base\nimport RPC\nimport Glibc\n"),
    ]).dependencyFindings().map(\.description)
    #expect(
      found == [
        "Sources/RPC/A.swift:1: RPC does not list CLinux in Package.swift",
        "Package.swift: RPC lists Base, which none of its files imports",
      ]
    )
  }

  @Test func aTargetElsewhereInTheTableIsFound() {
    let text = "let level1: [Target] = library(\"RPC\")\n"
    let repository = Repository(files: [SourceFile("Package.swift", text)])
    let found = ManifestCheck(repository).levelFindings().map(\.description)
    #expect(found.contains("Package.swift: RPC is at level 1, elsewhere in the table of layers"))
    #expect(found.contains("Package.swift: Base is in the table of layers only"))
  }

  @Test func aLibraryWithoutTestsIsFound() {
    let found = check([SourceFile("Tests/RPCTests/A.swift", "@Test func a() {}\n")]).testFindings()
    #expect(found.map(\.description) == ["Tests/BaseTests/: Base has no tests"])
  }
}
