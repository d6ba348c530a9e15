import Base
import CommandLineKit
import RPC
import Transport

/// A subcommand: what it is called and takes, and what it does.
protocol FeedCommand: Sendable {
  static var declaration: Command { get }

  /// Does it.
  ///
  /// - Throws: `RPCError` where a call ended with a status, `CommandFailure` with a sentence,
  ///   `OutputError` where nobody reads.
  static func run(_ context: CommandContext) async throws -> ExitCode
}

/// What a running subcommand knows.
struct CommandContext: Sendable {
  let arguments: ParsedArguments
  let surroundings: Surroundings

  var console: Console { surroundings.console }

  /// The way to the server that the options name.
  func transport() async throws -> any CallTransport {
    try await surroundings.connect(try address(), .zero)
  }

  /// As `transport`, over a wire of one's choice.
  func transport(over wire: Wire) async throws -> any CallTransport {
    try await transport(over: wire, to: try address(), patience: .zero)
  }

  /// The way to the server at an address; calls wait so long for one that is not there.
  func transport(
    over wire: Wire,
    to address: String,
    patience: Duration
  ) async throws -> any CallTransport {
    switch wire {
    case .native: try await surroundings.connect(address, patience)
    case .grpc: try surroundings.connectGRPC(address, patience)
    }
  }

  /// The address of the server that the options name, or the first of the usual ones that exists.
  ///
  /// Where none exists it is the first of all for who waits for a server, which is `mayBeMissing`.
  func address(mayBeMissing: Bool = false) throws(CommandFailure) -> String {
    if let given = arguments[GlobalOptions.socket] { return given }
    let candidates = DefaultSocket.candidates(
      environment: console.environment,
      isRoot: surroundings.isRoot
    )
    if let found = candidates.first(where: surroundings.exists) { return found }
    if mayBeMissing, let first = candidates.first { return first }
    throw CommandFailure(
      "no feedrpcd at \(candidates.joined(separator: " or ")): start one, or name its socket with "
        + "--socket or FEEDRPC_SOCKET"
    )
  }

  /// What goes beside the message of every call, made as somebody else than `--as` names or not.
  func callOptions(
    as viewer: String? = nil,
    adding metadata: [KeyValue] = []
  ) -> CallOptions {
    var options = CallOptions(timeout: arguments[GlobalOptions.timeout])
    if let viewer = viewer ?? arguments[GlobalOptions.viewer] {
      options.metadata.add(viewer, for: "feedrpc-viewer")
    }
    for entry in metadata { options.metadata.add(entry.value, for: entry.key) }
    return options
  }
}

/// The options that every subcommand understands.
enum GlobalOptions {
  static let socket = Option(
    "socket",
    .path,
    defaultText: "the user's, then the system's",
    environment: ["FEEDRPC_SOCKET"],
    help: "The socket of feedrpcd: a path, or @NAME."
  )
  static let viewer = Option(
    "as",
    .user,
    help: "Act as this user, by id or username; for the daemon's owner and root."
  )
  static let timeout = Option(
    "timeout",
    .duration(),
    help: "Give a call up after this long."
  )
  static let all: [any DeclaredOption] = [socket, viewer, timeout]
}
