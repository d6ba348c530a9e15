import Foundation
import Testing
import Waiting

/// What all scripts have in common.
@Suite struct ScriptsTests {
  static let scripts: [String] = {
    let folder = Repository.projectRoot.appending(path: "scripts")
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted().filter {
      FileManager.default.isExecutableFile(atPath: folder.appending(path: $0).path)
    }
  }()

  @Test func thereAreScripts() { #expect(Self.scripts.contains("bench")) }

  @Test(arguments: scripts) func aScriptExplainsItself(name: String) throws {
    let path = Repository.projectRoot.appending(path: "scripts/\(name)")
    let process = ChildProgram()
    let output = Pipe()
    process.executableURL = path
    process.arguments = ["--help"]
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // The comment at its top, which names the script with what it takes.
    let head = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")[1]
    let sentence = head.drop { "#\" ".contains($0) }
    #expect(text.hasPrefix(sentence))
    #expect(text.contains("scripts/\(name)") || name.hasSuffix(".py"))
  }
}
