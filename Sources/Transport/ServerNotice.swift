package import EventLoop
package import RPC

/// Something about a server that its operator may want to read.
package enum ServerNotice: Sendable {
  /// Why a connection was not let in, or was closed by us.
  package enum Reason: Sendable {
    /// The user is not among those who may connect.
    case notAllowed
    case tooManyConnections
    case tooManyConnectionsOfUser
    /// Too many connections of the user stopped in the middle of their first bytes.
    case tooManyUndecided
    /// The first bytes belong to no protocol that is spoken here.
    case wrongProtocol(FirstBytes)
    /// The first byte was not followed by enough others in time.
    case firstBytesTimedOut
    /// It was the oldest idle one, and room was needed.
    case madeRoom
    case draining
    case system(SystemError)

    /// A word for logs, as `reason=too_many_connections`.
    package var name: String {
      switch self {
      case .notAllowed: "not_allowed"
      case .tooManyConnections: "too_many_connections"
      case .tooManyConnectionsOfUser: "too_many_connections_of_user"
      case .tooManyUndecided: "too_many_undecided"
      case .wrongProtocol(let first): "wrong_protocol_\(first)"
      case .firstBytesTimedOut: "first_bytes_timed_out"
      case .madeRoom: "made_room"
      case .draining: "draining"
      case .system(let error): "errno_\(error.code)_in_\(error.operation)"
      }
    }
  }

  /// A turn of a loop that kept its connections waiting.
  package struct LateLoop: Sendable {
    /// The loop's place among those of the server.
    package let index: Int
    /// How long it took.
    package let turn: Duration
    /// Turns of the loop that took too long so far.
    package let lateTurnCount: Int
    /// Those on the loop.
    package let connectionCount: Int
  }

  case refused(Peer, Reason)
  case closed(Peer, Reason)
  /// The peer broke the protocol or stalled.
  case failed(Peer, SessionFailure)
  /// Descriptors or memory ran out; connections wait, and come in one by one as room is made.
  case acceptingPaused(SystemError)
  /// There was room for all that waited.
  case acceptingResumed
  /// Requests or answers had taken 64 MiB or more at a time, and most of it is given back.
  case memoryFreed
  /// Told once in a while for each loop, however many turns take too long.
  case loopLate(LateLoop)
}
