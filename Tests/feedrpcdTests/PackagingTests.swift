import CommandLineKit
import Foundation
import Testing

@testable import feedrpcd

/// The files of `packaging/`, as far as they speak of the daemon; scripts/test-package tries them.
@Suite struct PackagingTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "packaging")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
  }

  /// Values of a unit's key, in its order.
  private func values(_ key: String, of unit: String) -> [String] {
    unit.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  /// Settings by what the daemon calls them, read as it reads them.
  private func origins(_ variables: [String: String]) throws -> Set<String> {
    let environment = variables.merging(["HOME": "/h"]) { $1 }
    let arguments = try Words.arguments([], environment: environment)
    let settings = arguments.settings(of: DaemonOptions.command)
    return Set(
      settings.compactMap { setting -> String? in
        switch setting.source {
        case .environment(let name): return name
        case .commandLine, .fallback: return nil
        }
      }
    )
  }

  @Test(arguments: ["system", "user"])
  func whatTheUnitsSetTheDaemonKnows(kind: String) throws {
    let unit = try text("systemd/\(kind)/feedrpcd.service")
    let words = values("Environment", of: unit).flatMap { $0.split(separator: " ") }
    let variables = try EnvironmentFile(words.joined(separator: "\n")).variables
    #expect(!variables.isEmpty)
    #expect(try origins(variables) == Set(variables.keys))
    #expect(values("ExecStart", of: unit) == ["/usr/bin/feedrpcd"])
    // The file that is read at the start is the one that SIGHUP reads.
    let file = variables["FEEDRPCD_RELOAD_FILE"]
    #expect(file != nil && values("EnvironmentFile", of: unit) == file.map { ["-\($0)"] })
  }

  @Test(arguments: ["system", "user"])
  func theUnitsTryAgainUnlessTheSettingsAreWrong(kind: String) throws {
    let unit = try text("systemd/\(kind)/feedrpcd.service")
    #expect(values("Restart", of: unit) == ["on-failure"])
    #expect(values("StartLimitIntervalSec", of: unit) == ["0"])
    let wrongUsage = String(ExitCode.wrongUsage.rawValue)
    #expect(values("RestartPreventExitStatus", of: unit) == [wrongUsage])
  }

  @Test func theSettingsThatThePackageSuggestsAreUnderstood() throws {
    let text = try text("feedrpcd.default")
    #expect(try EnvironmentFile(text).variables.isEmpty)
    let suggested = text.replacing("\n#FEEDRPCD", with: "\nFEEDRPCD")
    let variables = try EnvironmentFile(suggested).variables
    #expect(variables.count >= 3)
    #expect(try origins(variables) == Set(variables.keys))
  }
}
