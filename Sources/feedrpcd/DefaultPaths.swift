import CommandLineKit
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
  ///   - cacheDirectory: As given by an option.
  /// - Throws: `CommandFailure` where nobody says where the feed is to be kept.
  init(
    environment: [String: String],
    isRoot: Bool,
    dataDirectory: String?,
    cacheDirectory: String?
  ) throws {
    let usual =
      isRoot ? "/var/lib/feedrpc" : DefaultSocket.dataDirectory(environment: environment)
    guard let data = dataDirectory ?? usual else {
      throw CommandFailure(
        "there is no home directory to keep the feed in: name one with --data-dir",
        exitCode: .wrongUsage
      )
    }
    self.dataDirectory = data
    self.cacheDirectory = cacheDirectory ?? Self.cache(environment, isRoot) ?? "\(data)/cache"
    socket =
      DefaultSocket.ofUser(environment: environment, isRoot: isRoot) ?? "\(data)/feedrpc.sock"
  }

  private static func cache(_ environment: [String: String], _ isRoot: Bool) -> String? {
    if isRoot { return "/var/cache/feedrpc" }
    let base =
      DefaultSocket.directory("XDG_CACHE_HOME", environment)
      ?? DefaultSocket.directory("HOME", environment).map { "\($0)/.cache" }
    return base.map { "\($0)/feedrpc" }
  }
}
