import Glibc
public import RPC
import Transport

/// How a client finds its server, and what goes with every call.
public struct FeedClientConfiguration: Sendable {
  /// The server's socket: a path, `unix:PATH`, or `@NAME` for an abstract one.
  ///
  /// Nil: `$FEEDRPC_SOCKET`; else the socket of the user's own daemon where there is one, else
  /// that of the machine's.
  public var socket: String?
  /// How long a call waits for a server that is not there before it fails with UNAVAILABLE.
  public var patience: Duration
  /// Of calls that say nothing else; nil: none.
  public var timeout: Duration?
  /// Goes with every call, but for names that the call gives itself.
  public var metadata: Metadata
  /// Watch every call, in this order.
  public var interceptors: [any ClientInterceptor]
  /// Whether the server may pass files, as `ImageDelivery.memoryFile` asks for.
  ///
  /// Where it is false no descriptor ever gets into the process, and images come in chunks.
  public var takesFiles: Bool
  /// Which thread the client's connection is on.
  public var thread: ClientThread

  /// A configuration that finds the server by itself and waits up to two seconds for it.
  public init(
    socket: String? = nil,
    patience: Duration = .seconds(2),
    timeout: Duration? = nil,
    metadata: Metadata = Metadata(),
    interceptors: [any ClientInterceptor] = [],
    takesFiles: Bool = true,
    thread: ClientThread = .shared
  ) {
    self.socket = socket
    self.patience = patience
    self.timeout = timeout
    self.metadata = metadata
    self.interceptors = interceptors
    self.takesFiles = takesFiles
    self.thread = thread
  }

  /// The text that says which socket is meant.
  func resolvedSocket() -> String {
    if let socket { return socket }
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    if let socket = variable("FEEDRPC_SOCKET"), !socket.isEmpty { return socket }
    var environment: [String: String] = [:]
    for name in DefaultSocket.variables { environment[name] = variable(name) }
    let candidates = DefaultSocket.candidates(environment: environment, isRoot: geteuid() == 0)
    return candidates.first { access($0, F_OK) == 0 } ?? DefaultSocket.ofMachine
  }
}
