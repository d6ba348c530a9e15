import CommandLineKit
import PostgresStore

/// Where the feed of a daemon is kept.
enum StorePlace: Equatable, Sendable {
  case file(String)
  /// It is forgotten with the process.
  case memory
  /// A database that other daemons may use too.
  case server(ConnectionSettings)

  /// - Parameters:
  ///   - choice: What was asked for.
  ///   - isOnCommandLine: Whether everybody on the machine can read it in the list of processes.
  ///   - directory: Where files are.
  /// - Throws: `CommandFailure` for what can't be meant, or is said too loud.
  init(_ choice: StoreChoice, isOnCommandLine: Bool, in directory: String) throws {
    switch choice {
    case .sqlite(let path): self = .file(path ?? "\(directory)/feed.sqlite")
    case .memory: self = .memory
    case .postgreSQL(let url):
      let settings: ConnectionSettings
      do { settings = try ConnectionSettings(url: url) } catch { throw CommandFailure(error) }
      if settings.hasPassword, isOnCommandLine {
        throw CommandFailure(
          "the URL of --store has a password, which the list of processes shows to everybody; "
            + "take it out, and put it into ~/.pgpass, PGPASSWORD or FEEDRPCD_STORE",
          exitCode: .wrongUsage
        )
      }
      self = .server(settings)
    }
  }

  /// What people know it by.
  var name: String {
    switch self {
    case .file(let path): path
    case .memory: "memory"
    case .server(let settings): settings.description
    }
  }

  /// The URL that names a server, without passwords; nil of other places.
  var serverURL: String? {
    switch self {
    case .server(let settings): settings.withoutPassword
    case .file, .memory: nil
    }
  }

  /// A command that runs a statement on it.
  func command(_ statement: String) -> String {
    switch self {
    case .server(let settings): "psql '\(settings)' -c 'SET search_path = feedrpc; \(statement)'"
    case .file, .memory: "sqlite3 '\(name)' '\(statement)'"
    }
  }
}

extension CommandFailure {
  fileprivate init(_ refusal: ConnectionSettings.Refusal) {
    switch refusal {
    case .malformed:
      self.init(
        "the URL of --store can't be read; write it as postgresql://USER@HOST/DATABASE",
        exitCode: .wrongUsage
      )
    case .noLibrary:
      self.init(
        "\(ConnectionSettings.libraryName), which --store postgresql:// needs, can't be loaded; "
          + "install libpq5, version 14 or newer"
      )
    }
  }
}
