/// Where a daemon listens and a client looks when nobody says.
package enum DefaultSocket {
  /// The socket of the machine's own daemon.
  package static let ofMachine = "/run/feedrpc/feedrpc.sock"

  /// The socket of the user's daemon; nil where the session has no runtime directory.
  ///
  /// - Parameters:
  ///   - environment: Of the process.
  ///   - isRoot: Root's daemon is the machine's.
  /// - Returns: A path.
  package static func ofUser(environment: [String: String], isRoot: Bool) -> String? {
    if isRoot { return ofMachine }
    guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else {
      return nil
    }
    return "\(directory)/feedrpc/feedrpc.sock"
  }
}
