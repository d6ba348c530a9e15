import Transport

/// Where things are that no option says.
struct DefaultPaths: Equatable {
  var socket: String
  var dataDirectory: String
  var cacheDirectory: String

  /// The places of the XDG Base Directory Specification, and of the Filesystem Hierarchy Standard
  /// for root.
  ///
  /// - Parameters:
  ///   - environment: Of the process.
  ///   - isRoot: Whether the process runs as root.
  ///   - dataDirectory: As given by an option; the socket goes there where the session has no
  ///     runtime directory.
  init(environment: [String: String], isRoot: Bool, dataDirectory: String?) {
    func directory(_ variable: String, orInHome fallback: String, asRoot root: String) -> String {
      if isRoot { return "\(root)/feedrpc" }
      if let base = environment[variable], base.hasPrefix("/") { return "\(base)/feedrpc" }
      return "\(environment["HOME"] ?? ".")/\(fallback)/feedrpc"
    }
    self.dataDirectory =
      dataDirectory
      ?? directory("XDG_STATE_HOME", orInHome: ".local/state", asRoot: "/var/lib")
    cacheDirectory = directory("XDG_CACHE_HOME", orInHome: ".cache", asRoot: "/var/cache")
    socket =
      DefaultSocket.ofUser(environment: environment, isRoot: isRoot)
      ?? "\(self.dataDirectory)/feedrpc.sock"
  }
}
