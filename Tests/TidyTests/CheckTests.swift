import Testing

/// Each check finds what is planted and leaves its neighbour alone.
@Suite struct CheckTests {
  private func advice(_ findings: [Finding]) -> [String] { findings.map(\.description) }

  @Test(arguments: [
    ("import Base", "Base", false),
    ("public import Base", "Base", false),
    ("package import struct Base.Bytes", "Base", false),
    ("@_exported public import RPC", "RPC", false),
    ("@testable import RPC", "RPC", true),
    ("@_spi(Tests) @testable internal import RPC  // why", "RPC", true),
    ("import func Glibc.memcpy", "Glibc", false),
    ("#if os(Linux)\n  import Glibc\n#endif", "Glibc", false),
  ])
  func anImportIsSeenBehindWhateverItCarries(text: String, module: String, isTestable: Bool) {
    let found = ImportLine.all(in: SourceFile("Sources/A/A.swift", text))
    #expect(found.map(\.module) == [module])
    #expect(found.map(\.isTestable) == [isTestable])
  }

  @Test(arguments: [
    "// import Base", "let text = \"import Base\"", "/* import Base */", "#if canImport(Base)",
    "func importAll() {}", "let a = \"\"\"\n  import Base\n  \"\"\"", "call(import: Base)",
  ])
  func whatOnlyLooksLikeAnImportIsNone(text: String) {
    #expect(ImportLine.all(in: SourceFile("Sources/A/A.swift", text)) == [])
  }

  @Test(arguments: [
    ("Sources/RPC/A.swift", "import Base", nil),
    ("Sources/RPC/A.swift", "import FoundationEssentials", nil),
    ("Sources/RPC/A.swift", "@_exported public import NativeWire", "RPC is at level 2"),
    ("Sources/RPC/A.swift", "import ProtobufRuntime", "may not import ProtobufRuntime, at level 2"),
    ("Sources/RPC/A.swift", "import Glibc", "RPC is pure"),
    ("Sources/Base/Lock.swift", "package import Glibc", nil),
    ("Sources/Base/Bytes.swift", "import Glibc", "Base is pure"),
    ("Sources/Transport/A.swift", "import Glibc", nil),
    ("Sources/Transport/A.swift", "import Foundation", "Foundation is banned"),
    ("Sources/Transport/A.swift", "import CSQLite", "CSQLite belongs to SQLiteStore"),
    ("Sources/SQLiteStore/A.swift", "internal import CSQLite", nil),
    ("Sources/feedrpc/A.swift", "import SQLiteStore", "SQLiteStore belongs to feedrpcd"),
    ("Sources/Transport/A.swift", "import Synchronization", "use Base.Lock"),
    ("Sources/Transport/A.swift", "import Strange", "Strange has no place"),
    ("Sources/Strange/A.swift", "import Base", "Strange has no place"),
    ("Tests/RPCTests/A.swift", "import Foundation", nil),
    ("Tests/RPCTests/A.swift", "@testable import RPC", nil),
    ("Tests/RPCTests/A.swift", "@testable import Base", "outside BaseTests"),
    ("Tests/RPCTests/A.swift", "@testable import feedrpc_codec", nil),
    ("Tests/RPCTests/A.swift", "import Synchronization", "use Base.Lock"),
    ("Tests/RPCTests/A.swift", "import XCTest", "tests use Swift Testing"),
  ])
  func anImportOutsideItsLayerIsFound(path: String, text: String, expected: String?) {
    let found = advice(ImportCheck.findings(in: SourceFile(path, text)))
    guard let expected else {
      #expect(found == [])
      return
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("\(path):1: ") == true)
    #expect(found.first?.contains(expected) == true)
  }

  @Test(arguments: [
    ("Sources/A/A.swift", "Task.detached { }", 1), ("Tests/A/A.swift", "Task.detached { }", 1),
    ("Sources/Base/A.swift", "print(1)", 1), ("Sources/feedrpc/A.swift", "print(1)", 0),
    ("Sources/Base/A.swift", "blueprint(1)", 0), ("Sources/Base/A.swift", "// print(1)", 0),
    ("Sources/A/A.swift", "let a = try! b()", 1), ("Sources/A/A.swift", "let a = try b()", 0),
    ("Sources/A/A.swift", "a as! B", 1), ("Sources/A/A.swift", "alias != b", 0),
    ("Tests/A/A.swift", "usleep(5)", 1), ("Tests/A/A.swift", "try await Task.sleep(for: a)", 1),
    ("Sources/RPC/A.swift", "let now = Instant.now()", 1),
    ("Sources/Transport/A.swift", "let now = Instant.now()", 0),
    ("Sources/A/A.swift", "// TO" + "DO: later", 1), ("scripts/a", "# FIX" + "ME", 1),
    ("scripts/a", "mktemp -d \(String(repeating: "X", count: 6))", 0),
    ("Sources/A/A.swift", "let path = \"/t" + "mp/a\"", 1),
    ("Tests/A/A.swift", "let path = \"/t" + "mp/a\"", 0),
    ("README.md", "see /wo" + "rk/a", 1), ("README.md", "see home" + "wo" + "rk/a", 0),
    ("Sources/A/A.swift", "// swift-format-" + "ignore\nlet a = 1", 1),
    ("Sources/A/A.swift", "// The table lines up.\n// swift-format-" + "ignore\nlet a = 1", 0),
    ("Sources/A/A.swift", "line(\"// swift-format-" + "ignore\")", 0),
    ("Sources/A/Generated/A.swift", "try! b()", 0),
  ])
  func aBannedWordIsFound(path: String, text: String, count: Int) {
    #expect(BanCheck.findings(in: SourceFile(path, text)).count == count)
  }

  @Test func aFindingSaysWhereAndWhatToDo() {
    let file = SourceFile("Sources/Base/A.swift", "let a = 1\nlet b = try! c()\n")
    #expect(
      advice(BanCheck.findings(in: file)) == [
        "Sources/Base/A.swift:2: try! is banned: throw, or say with precondition what must hold"
      ]
    )
  }

  @Test(arguments: [(500, 0), (501, 1)]) func aFileMayHave500Lines(count: Int, findings: Int) {
    let file = SourceFile("Sources/A/A.swift", String(repeating: "a\n", count: count))
    #expect(LengthCheck.findings(in: file).count == findings)
    let generated = SourceFile(
      "Sources/A/Generated/A.swift",
      String(repeating: "a\n", count: count)
    )
    #expect(LengthCheck.findings(in: generated) == [])
  }

  @Test(arguments: [(100, 0), (101, 1)]) func aLineMayHave100Columns(count: Int, findings: Int) {
    for letter in ["a", "é"] {
      let file = SourceFile("Sources/A/A.swift", "\(String(repeating: letter, count: count))\n")
      #expect(LengthCheck.findings(in: file).count == findings)
    }
  }

  @Test(arguments: [(68, 0), (69, 1)])
  func aFunctionMayHave70Lines(bodyLineCount: Int, findings: Int) {
    let body = String(repeating: "  a()\n", count: bodyLineCount)
    for head in ["func a()", "private init(a: [Int] = { [] }())", "subscript(a: Int) -> B"] {
      let file = SourceFile("Sources/A/A.swift", "\(head) {\n\(body)}\n")
      #expect(LengthCheck.findings(in: file).count == findings)
    }
  }

  @Test func bracesInProseAndRequirementsDoNotMakeAFunctionLonger() {
    let text = """
      protocol A {
        func requirement() -> Int
        var a: Int { get }
      }
      struct B {
        init() { self.init(text: "}") }
        func b(
          c: Int
        ) -> Int {
          // {
          "{ \\(c("}")) \\" {"
        }
        deinit {}
      }
      """
    let spans = FunctionSpan.all(in: SourceFile("Sources/A/A.swift", text))
    #expect(
      spans == [
        FunctionSpan(line: 6, lineCount: 1), FunctionSpan(line: 7, lineCount: 6),
        FunctionSpan(line: 13, lineCount: 1),
      ]
    )
  }

  @Test(arguments: [
    ("#!/usr/bin/env bash\n# Why.\n\nset -euo pipefail\na\n", true, 0),
    ("#!/usr/bin/env bash\nset -euo pipefail\n", false, 1),
    ("#!/bin/sh\nset -euo pipefail\n", true, 1),
    ("#!/usr/bin/env bash\na\nset -euo pipefail\n", true, 1),
    ("#!/usr/bin/env bash\n", true, 1),
  ])
  func aScriptStopsAtTheFirstError(text: String, isExecutable: Bool, count: Int) {
    for path in ["scripts/a", ".ci/run"] {
      let file = SourceFile(path, text, isExecutable: isExecutable)
      #expect(TextCheck.findings(in: file).count == count)
    }
  }

  @Test(arguments: [
    ("a.md", "# A\n\n```\n# no title\n```\n", 0), ("a.md", "text\n", 1), ("a.md", "# A\n# B\n", 1),
    ("Sources/A/A.swift", "let a\t= 1\n", 1), ("a.go", "\ta\n", 0),
    ("Sources/A/A.swift", "let a = 1\r\n", 1), ("Sources/A/A.swift", "let a = 1", 1),
  ])
  func strayTextIsFound(path: String, text: String, count: Int) {
    #expect(TextCheck.findings(in: SourceFile(path, text)).count == count)
  }
}
