import Foundation
import Testing

/// Pictures on a terminal, by the program `feedrpc`.
@Suite(.timeLimit(.minutes(10))) struct TerminalPictureTests {
  private static func path(of script: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "terminal/\(script)").path
  }

  @Test(
    arguments: [
      ("60", ["TERM": "xterm-kitty"], #"\x1b_Ga=T,f=32,s="#),
      ("160", ["TERM": "foot"], #"\x1bP0;1;0q"#),
      ("60", ["TERM": "xterm-256color", "COLORTERM": "truecolor"], #"\x1b[0m\x1b[38;2;"#),
    ] as [(String, [String: String], String)]
  )
  func aTerminalGetsWhatItCanShow(
    columns: String,
    environment: [String: String],
    start: String
  ) async throws {
    let program = try builtProgram("feedrpc")
    try await withDaemon([]) { daemon in
      // The signal changes nothing.
      let words = [Self.path(of: "watch.py"), columns, "SIGCONT", "rendered"]
      let lines = try await PythonPeer.python(
        words + [program, "image", "pattern:7.64x64", "--width", "64"],
        environment: environment.merging(["FEEDRPC_SOCKET": daemon.socket]) { $1 }
      )
      #expect(lines.count == 2 && lines[0] == "0")
      let (shown, summary) = (lines[1], #"\r\n64x64, rendered"#)
      #expect(shown.hasPrefix("b'" + start) && shown.contains(summary), "\(shown.prefix(200))")
    }
  }
}
