import Testing

@testable import feedrpcd

@Suite struct EnvironmentFileTests {
  @Test(
    arguments: [
      ("", [:]), ("\n\n", [:]), ("# A=1\n;B=2\n  # C=3", [:]),
      ("A=1\nB=2\n", ["A": "1", "B": "2"]), ("A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
      ("A=1\nA=2", ["A": "2"]), ("A=", ["A": ""]), ("A=\"\"", ["A": ""]),
      ("A= x y \t", ["A": "x y"]),
      ("  A = x", ["A": "x"]), ("A=\" x \"", ["A": " x "]), ("A='x y'", ["A": "x y"]),
      ("A=b=c#d;e", ["A": "b=c#d;e"]), ("_a9=$HOME", ["_a9": "$HOME"]),
      ("A=ä\u{2028}", ["A": "ä\u{2028}"]),
    ] as [(String, [String: String])]
  )
  func aLineIsAVariable(text: String, variables: [String: String]) throws {
    #expect(try EnvironmentFile(text).variables == variables)
  }

  @Test(
    arguments: [
      ("A", 1), ("A=1\nB", 2), ("=x", 1), ("9A=x", 1), ("A B=x", 1), ("A-B=x", 1), ("Ä=x", 1),
      ("\n\nA=\"x", 3), ("A=x\"", 1), ("A=\"", 1), ("A=\"x\"y", 1), ("A='x\"", 1), ("A=x\\", 1),
      ("A=\"x\\ty\"", 1), ("A=1\n# x \\\nB=2", 2), ("A=\"x\" \"y\"", 1), ("export A=x", 1),
      ("A=it's", 1),
    ]
  )
  func whatSystemdMightReadInAnotherWayIsRefused(text: String, line: Int) {
    #expect(throws: EnvironmentFile.Refusal(line: line)) { try EnvironmentFile(text) }
  }
}
