import Base
import CommandLineKit
import Foundation
import Testing

@testable import feedrpcd

@Suite struct ReloadTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("settings") }

  init() throws { folder = try TemporaryFolder() }

  /// The log of a daemon that has read the file again, which said `first` when it started.
  private func log(
    _ words: [String] = [],
    environment: [String: String] = [:],
    sayingFirst first: String? = nil,
    saying text: String?
  ) throws -> EventLog {
    let start = StartWords(
      words: ["--reload-file", path] + words,
      environment: environment.merging(["HOME": "/h"]) { $1 },
      userID: 1_000,
      passedListeners: []
    )
    let arguments = try Words.arguments(start.words, environment: start.environment)
    let configuration = try start.configuration(arguments)
    if let first { try Data(first.utf8).write(to: URL(filePath: path)) }
    let reload = try #require(try Reload(configuration, start))
    if let text { try Data(text.utf8).write(to: URL(filePath: path)) }
    reload.run(configuration.log)
    return configuration.log
  }

  @Test func theLevelIsThatOfTheFile() throws {
    #expect(try log(saying: "FEEDRPCD_LOG_LEVEL=debug\n").level == .debug)
    let environment = ["FEEDRPCD_LOG_LEVEL": "error"]
    #expect(try log(environment: environment, saying: "FEEDRPCD_LOG_LEVEL=debug").level == .debug)
  }

  @Test func aFlagGoesBeforeTheFile() throws {
    let level = try log(["--log-level", "error"], saying: "FEEDRPCD_LOG_LEVEL=debug").level
    #expect(level == .error)
  }

  @Test(arguments: [
    nil, "FEEDRPCD_LOG_LEVEL=loud", "FEEDRPCD_LOG_LEVEL", "FEEDRPCD_LOG_LEVEL=debug\nIO=\\",
    "FEEDRPCD_LOG_LEVEL=debug\nFEEDRPCD_IO_THREADS=0", "FEEDRPCD_LOG_LEVEL=debug\nFEEDRPCD_STORE=x",
    "FEEDRPCD_LOG_LEVEL=debug\n" + String(repeating: "#", count: EnvironmentFile.byteLimit - 24),
  ])
  func aFileThatCanNotBeUnderstoodChangesNothing(text: String?) throws {
    #expect(try log(["--log-level", "warning"], saying: text).level == .warning)
    let environment = ["FEEDRPCD_LOG_LEVEL": "warning"]
    #expect(try log(environment: environment, saying: text).level == .warning)
  }

  @Test func aFileMayHaveItsLimit() throws {
    let line = "FEEDRPCD_LOG_LEVEL=debug\n"
    let text = line + String(repeating: "#", count: EnvironmentFile.byteLimit - line.utf8.count)
    #expect(try log(saying: text).level == .debug)
  }

  @Test func whatTheFileDoesNotSayIsAsAtTheStart() throws {
    #expect(try log(environment: ["FEEDRPCD_LOG_LEVEL": "debug"], saying: "").level == .debug)
    #expect(try log(saying: "FEEDRPCD_IO_THREADS=4").level == .info)
  }

  /// The service manager puts what is in the file into the environment.
  @Test func aLineThatIsGoneFromTheFileIsGoneFromTheEnvironment() throws {
    let line = "FEEDRPCD_LOG_LEVEL=debug"
    let environment = ["FEEDRPCD_LOG_LEVEL": "debug"]
    #expect(try log(environment: environment, sayingFirst: line, saying: "#" + line).level == .info)
    #expect(try log(environment: environment, sayingFirst: "", saying: "").level == .debug)
  }

  @Test func theFileMayBeALink() throws {
    let target = folder.path("target")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try Data("FEEDRPCD_LOG_LEVEL=debug".utf8).write(to: URL(filePath: target))
    #expect(try log(saying: nil).level == .debug)
  }

  @Test func withoutAFileThereIsNothingToReload() throws {
    let start = StartWords(
      words: [],
      environment: ["HOME": "/h"],
      userID: 1,
      passedListeners: []
    )
    #expect(try Reload(Words.configuration(), start) == nil)
  }
}
