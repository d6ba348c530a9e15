import Base
import RPC

/// A call that is open at the client.
struct ClientStream: Sendable {
  let kind: CallKind
  /// What we say; ended also where the end still waits behind messages without credit.
  var request: HalfStream
  var response = HalfStream()
  var deadline: Instant
  var inbound: Inbound
  var outbound: SendQueue
  /// True where the closing frame waits behind messages.
  var isClosingQueued = false
  /// Files came that belong to the next message.
  var hasFiles = false
  /// From a TRAILERS frame, for the end that follows it.
  var trailers = Metadata()
}
