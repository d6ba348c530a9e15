import Base
import CommandLineKit
import Files

/// What SIGHUP does: takes the log level from a file, and tells which other settings have changed.
///
/// Those take a restart.
struct Reload: Sendable {
  private let path: String
  /// What the daemon was started with, without what its environment had from the file.
  private let start: StartWords
  /// The settings that the daemon runs with, by name.
  private let settings: [String: String?]
  private let store: StorePlace

  /// Nil where nothing is read on SIGHUP; reads the file, where that can be, and blocks.
  init?(_ configuration: DaemonConfiguration, _ start: StartWords) throws {
    guard let path = configuration.reloadFile else { return nil }
    self.path = path
    settings = Self.values(try start.settings(with: [:]).settings)
    store = configuration.store
    let variables = (try? Self.variables(in: path)) ?? [:]
    var start = start
    // The service manager has put them there: those that the file does not have any more are gone.
    start.environment = start.environment.filter { variables[$0.key] != $0.value }
    self.start = start
  }

  /// Reads the file; blocks.
  ///
  /// What it does not say is as it was at the start, unless it said it then.
  func run(_ log: EventLog) {
    do {
      let (configuration, settings) = try start.settings(with: try Self.variables(in: path))
      log.setLevel(configuration.log.level)
      log.note(.info, "reloaded", ["log_level": configuration.log.level.rawValue])
      let level = DaemonOptions.logLevel.parameter.name
      let store = DaemonOptions.store.parameter.name
      // What is told of a server's URL is not all of it.
      let changed = settings.filter {
        $0.name != level && self.settings[$0.name] != .some($0.value)
          || $0.name == store && self.store != configuration.store
      }
      guard !changed.isEmpty else { return }
      let names = changed.map(\.name).joined(separator: " ")
      log.note(.warning, "restart_needed", ["settings": names])
    } catch {
      log.note(.warning, "reload_failed", ["reason": Self.reason(error, path)])
    }
  }

  private static func variables(in path: String) throws -> [String: String] {
    let file = try FileSystem().openFollowing(path)
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
