package import Glibc

/// Something about a worker that is worth a line in a log.
package enum CodecEvent: Equatable, Sendable {
  /// The program could not be started.
  case notStarted(path: String, errno: CInt)
  /// A worker can take pictures.
  case ready(process: pid_t, buildIdentity: String)
  /// A worker is gone, or never became ready.
  case ended(process: pid_t, reason: Reason, completedCount: Int)

  /// Why a worker came to its end.
  package enum Reason: String, Sendable {
    /// Its process ended by itself, or somebody killed it.
    case died
    /// It said something it may not say.
    case brokeProtocol
    /// It did not become ready in time.
    case startTimedOut
    /// It did not answer a request in time.
    case workTimedOut
    /// Its work was cancelled.
    case cancelled
    /// It has done its share.
    case servedItsTerm
    /// It holds too much memory.
    case grewTooLarge
    /// A newer worker has other libraries.
    case outdated
    /// The pool ends.
    case stopped
  }
}
