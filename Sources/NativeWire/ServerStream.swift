import Base
import RPC

/// A call that is open at the server.
struct ServerStream: Sendable {
  /// What follows the messages that still wait for credit.
  struct Ending: Sendable {
    var error: RPCError?
    var trailers: Metadata
  }

  let kind: CallKind
  var request: HalfStream
  var response = HalfStream()
  var deadline: Instant
  var inbound: Inbound
  var outbound: SendQueue
  /// Set once the handler has said its last word.
  var ending: Ending?
  /// True once the client was told that a unary call takes no Data.
  var wasWarned = false
}
