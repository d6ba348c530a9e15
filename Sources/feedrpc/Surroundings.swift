import Base
import CommandLineKit
import RPC

/// All that the program takes from outside: a test hands it its own.
struct Surroundings: Sendable {
  let console: Console
  /// True where the program runs as root, whose sockets stand elsewhere.
  let isRoot: Bool
  /// Seconds since 1970.
  let now: Int64
  /// How far local clocks are ahead of UTC at a moment in seconds since 1970.
  var secondsEastOfUTC: @Sendable (Int64) -> Int = { _ in 0 }
  /// True where something has this path.
  let exists: @Sendable (String) -> Bool
  /// All of standard input.
  let readInput: @Sendable () throws -> Bytes
  /// The way to the server at an address; nothing is sent before the first call.
  ///
  /// Calls wait so long for a server that is not there.
  let connect: @Sendable (_ address: String, _ patience: Duration) async throws -> any CallTransport
  /// As `connect`, over HTTP/2.
  var connectGRPC: @Sendable (_ address: String, _ patience: Duration) throws -> any CallTransport =
    { try Connector.connectGRPC(to: $0, patience: $1) }
  /// Returns after so long.
  let pause: @Sendable (Duration) async throws -> Void
  /// Returns at the first Ctrl-C from now on, or when its task is cancelled.
  ///
  /// Before it is called, Ctrl-C ends the program, and so does a second one.
  let interruption: @Sendable () async -> Void
  /// Keeps Ctrl-C and other signals that end programs from doing so, and gives what waits for one.
  var termination: @Sendable () -> @Sendable () async -> Void = {
    Interruption.awaiting(Interruption.endings)
  }
  /// Keeps Ctrl-Z from stopping the program, and gives an element each time.
  var suspensions: @Sendable () -> AsyncStream<Void> = { Suspension.requests() }
  /// Stops the program until somebody lets it go on.
  var stop: @Sendable () -> Void = { Suspension.stop() }
  /// What the terminal of the output is now, whose size may have changed.
  let currentTerminal: @Sendable () -> Terminal
  /// The library that paints pictures.
  var painterLibrary = PicturePainter.libraryName
}
