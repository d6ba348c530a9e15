import Base
import CommandLineKit
import Files

/// What SIGHUP does: takes the log level from a file, and tells which other settings have changed.
///
/// Those take a restart.
struct Reload: Sendable {
  private let path: String
  private let start: StartWords
  /// The settings that the daemon runs with, by name.
  private let settings: [String: String?]

  /// Nil where nothing is read on SIGHUP.
  init?(_ configuration: DaemonConfiguration, _ start: StartWords) throws {
    guard let path = configuration.reloadFile else { return nil }
    self.path = path
    self.start = start
    settings = Self.values(try start.settings(with: [:]).settings)
  }

  /// Reads the file; blocks.
  ///
  /// What it does not say is as it was at the start.
  func run(_ log: EventLog) {
    do {
      let (configuration, settings) = try start.settings(with: try variables())
      log.setLevel(configuration.log.level)
      log.note(.info, "reloaded", ["log_level": configuration.log.level.rawValue])
      let changed = settings.filter { $0.name != DaemonOptions.logLevel.parameter.name }
        .filter { self.settings[$0.name] != .some($0.value) }
      guard !changed.isEmpty else { return }
      let names = changed.map(\.name).joined(separator: " ")
      log.note(.warning, "restart_needed", ["settings": names])
    } catch {
      log.note(.warning, "reload_failed", ["reason": Self.reason(error, path)])
    }
  }

  private func variables() throws -> [String: String] {
    let file = try FileSystem().open(path)
    let bytes = try FileSystem().read(file, byteCount: EnvironmentFile.byteLimit + 1, path: path)
    guard bytes.count <= EnvironmentFile.byteLimit else {
      throw CommandFailure("\(path) has more than \(EnvironmentFile.byteLimit) bytes")
    }
    return try EnvironmentFile(String(decoding: bytes, as: UTF8.self)).variables
  }

  private static func values(_ settings: [Setting]) -> [String: String?] {
    Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) })
  }

  private static func reason(_ error: any Error, _ path: String) -> String {
    switch error {
    case let error as UsageError: "\(error.problem)"
    case let error as CommandFailure: error.message
    case let error as EnvironmentFile.Refusal:
      "line \(error.line) of \(path) is not NAME=VALUE; write values without backslashes, in "
        + "quotes as a whole or not at all"
    default: "\(error)"
    }
  }
}
