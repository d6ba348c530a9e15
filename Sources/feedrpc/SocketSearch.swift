import CommandLineKit

/// Where a server is looked for that nobody named.
struct SocketSearch: Sendable {
  /// Paths, the first ones first.
  let candidates: [String]

  /// The user's own socket comes first, then the system's.
  init(environment: [String: String], isRoot: Bool) {
    func directory(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let system = "/run/feedrpc/feedrpc.sock"
    if isRoot {
      candidates = [system]
    } else if let runtime = directory("XDG_RUNTIME_DIR") {
      candidates = ["\(runtime)/feedrpc/feedrpc.sock", system]
    } else if let state = directory("XDG_STATE_HOME")
      ?? directory("HOME").map({ "\($0)/.local/state" })
    {
      candidates = ["\(state)/feedrpc/feedrpc.sock", system]
    } else {
      candidates = [system]
    }
  }

  /// The first that exists.
  func first(where exists: (String) -> Bool) throws(CommandFailure) -> String {
    if let found = candidates.first(where: exists) { return found }
    throw CommandFailure(
      "no feedrpcd at \(candidates.joined(separator: " or ")): start one, or name its socket with "
        + "--socket or FEEDRPC_SOCKET"
    )
  }
}
