import Foundation
import Testing

/// What `feedrpc completion` and `feedrpc man` print, in the hands of those that they are for.
@Suite(.timeLimit(.minutes(10))) struct CompletionTests {
  private static func script(for shell: String, in folder: TemporaryFolder) async throws -> String {
    let outcome = try await CommandLineTests.run(["completion", shell])
    try #require(outcome.ending == .exit(0) && outcome.errors.isEmpty)
    let path = folder.file("feedrpc.\(shell)")
    let text = outcome.output.joined(separator: "\n") + "\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// What is typed before the tab, and what must stand there then.
  private static let cases = [
    ("feedrpc lik", "feedrpc like "), ("feedrpc call Toggl", "feedrpc call ToggleLike "),
    ("feedrpc call feedrpc.v1.FeedService/Tog", "FeedService/ToggleLike "),
    ("feedrpc post cr", "feedrpc post create "),
    ("feedrpc post create --ph", "feedrpc post create --photo "),
    ("feedrpc --as eva profile edit --b", "profile edit --bio "),
    ("feedrpc call --wire g", "feedrpc call --wire grpc "),
    ("feedrpc call --wire=g", "feedrpc call --wire=grpc"),
    ("feedrpc help unf", "feedrpc help unfollow "),
    ("feedrpc completion f", "feedrpc completion fish "),
    ("feedrpc import /etc/apt/sources.list.", "/etc/apt/sources.list.d"),
    ("feedrpc -", "--socket"),
  ]

  @Test(arguments: ["bash", "zsh"]) func aTabCompletes(shell: String) async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.script(for: shell, in: folder)
    let program = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "terminal/complete.py").path
    // A list of several comes at the second tab in bash.
    let cases = Self.cases.map { typed, expected in
      "\(typed)\t\(expected)"
    }.filter { shell == "zsh" || !$0.hasPrefix("feedrpc -\t") }
    let failures = try await PythonPeer.python(
      [program, shell, path] + cases,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    )
    #expect(failures == [])
  }

  @Test func fishOffersCandidates() async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.script(for: "fish", in: folder)
    for (typed, expected) in Self.cases {
      let process = try ChildProcess(
        "/usr/bin/fish",
        ["-N", "-c", "source \(path); complete -C '\(typed)'"],
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "TERM": "dumb"]
      )
      let errors = try await process.allErrors()
      #expect(try await process.ended() == .exit(0), "\(errors)")
      let word = expected.split(separator: " ").last ?? ""
      let offered = try await process.allOutput().map { line in line.prefix { $0 != "\t" } }
      #expect(offered.contains { $0.hasSuffix(word) || $0 == word + "/" }, "\(typed): \(offered)")
    }
  }

  @Test func theManualIsWellFormed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/pages")
    let outcome = try await CommandLineTests.run(["man", "--output", path])
    #expect(outcome.ending == .exit(0) && outcome.output.isEmpty && outcome.errors.isEmpty)
    let pages = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(pages.contains("feedrpc.1") && pages.contains("feedrpc-post-create.1"))
    for page in pages {
      let process = try ChildProcess(
        "/usr/bin/groff",
        ["-man", "-Tutf8", "-Kutf8", "-ww", "\(path)/\(page)"],
        environment: ["PATH": "/usr/bin:/bin"]
      )
      #expect(try await process.ended() == .exit(0))
      #expect(try await process.allErrors() == "", "\(page)")
      #expect(try await process.allOutput().count > 10, "\(page)")
    }
  }
}
