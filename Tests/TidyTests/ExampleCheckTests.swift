import Testing

@Suite struct ExampleCheckTests {
  private let head = "// Shows a thing.\n// Run: thing.\n"

  @Test(arguments: [(100, 0), (101, 1)]) func anExampleMayHave100Lines(count: Int, findings: Int) {
    let text = head + String(repeating: "a\n", count: count - 2)
    #expect(ExampleCheck.findings(in: SourceFile("examples/a/a.c", text)).count == findings)
    #expect(ExampleCheck.findings(in: SourceFile("Sources/a/a.c", text)) == [])
  }

  @Test(arguments: [
    ("a.go", "// Shows a thing.\n// Run: thing.\npackage main\n", 0),
    ("a.py", "# Shows a thing.\n# Run: thing.\nimport os\n", 0),
    ("a.py", "// Shows a thing.\n// Run: thing.\nimport os\n", 1),
    ("a.go", "// Shows a thing.\n// Run: thing.\n// And more.\n", 1),
    ("a.go", "// Shows a thing.\npackage main\nimport a\n", 1), ("a.go", "", 1),
    ("Package.swift", "// swift-tools-version: 6.2\n// Shows.\n// Run: it.\nimport A\n", 0),
    ("Package.swift", "// swift-tools-version: 6.2\n// Shows.\nimport A\n", 1),
    ("a.md", "# A\n", 0),
  ])
  func anExampleSaysWhatItShowsAndHowItIsRun(name: String, text: String, count: Int) {
    #expect(ExampleCheck.findings(in: SourceFile("examples/a/\(name)", text)).count == count)
  }

  @Test(arguments: [
    ("\n| `a` | x |\n## a\n", "\ntry_a() {\n", 0), ("\n| `a` | x |\n", "\ntry_a() {\n", 1),
    ("\n## a\n", "\ntry_a() {\n", 1), ("\n| `a` | x |\n## a\n", "\ntry_b() {\n", 1), ("", "", 3),
  ])
  func anExampleIsListedAndTried(list: String, runner: String, count: Int) {
    let repository = Repository(files: [
      SourceFile("examples/README.md", list), SourceFile("examples/a/a.c", head),
      SourceFile("scripts/examples", runner),
    ])
    #expect(ExampleCheck.unlisted(in: repository).count == count)
  }
}
