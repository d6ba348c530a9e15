/// Where a daemon listens and a client looks when nobody says.
///
/// `environment` is the process's. Root's daemon is the machine's. Variables that do not hold an
/// absolute path count as not set (XDG Base Directory Specification).
package enum DefaultSocket {
  /// The socket of the machine's own daemon.
  package static let ofMachine = "/run/feedrpc/feedrpc.sock"

  /// The variables that all of this is found by.
  package static let variables = ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "HOME"]

  /// The socket of the user's daemon; nil where the session has no runtime directory.
  package static func ofUser(environment: [String: String], isRoot: Bool) -> String? {
    if isRoot { return ofMachine }
    return directory("XDG_RUNTIME_DIR", environment).map { "\($0)/feedrpc/feedrpc.sock" }
  }

  /// Where a user's daemon keeps its feed, and its socket where the session has no runtime
  /// directory; nil where the user has no home.
  package static func dataDirectory(environment: [String: String]) -> String? {
    let state =
      directory("XDG_STATE_HOME", environment)
      ?? directory("HOME", environment).map { "\($0)/.local/state" }
    return state.map { "\($0)/feedrpc" }
  }

  /// Where a client looks, first ones first: for the user's own daemon, then for the machine's.
  package static func candidates(environment: [String: String], isRoot: Bool) -> [String] {
    if isRoot { return [ofMachine] }
    let own =
      ofUser(environment: environment, isRoot: false)
      ?? dataDirectory(environment: environment).map { "\($0)/feedrpc.sock" }
    return [own, ofMachine].compactMap(\.self)
  }

  /// The directory that a variable names; nil where it names none.
  package static func directory(
    _ variable: String,
    _ environment: [String: String]
  ) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
