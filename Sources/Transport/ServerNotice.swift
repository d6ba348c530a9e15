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
  }

  case refused(Peer, Reason)
  case closed(Peer, Reason)
  /// The peer broke the protocol or stalled.
  case failed(Peer, SessionFailure)
  /// Descriptors or memory ran out; connections wait until accepting goes on.
  case acceptingPaused(SystemError)
}
