import Base
import RPC

/// A call on its stream, at either side.
///
/// An object, since the library, the tables and the queues speak of the same one.
final class HTTP2Stream {
  /// What follows the messages that still wait.
  enum Ending {
    /// The status of the call (nil: OK) and its metadata.
    case status(RPCError?, Metadata)
    /// Nothing: the last bytes end the stream.
    case nothing
  }

  let id: Int32
  let kind: CallKind
  var deadline = Instant.never

  // What the peer sends.

  var reader: MessageReader
  /// Messages with a flag of 1 are gzip.
  var isGzip = false
  var hasInputEnded = false
  /// The one message of a call that has one, until the peer has ended its side.
  var onlyMessage: MessageReader.Message?
  var receivedMessageCount = 0
  /// What the messages count for that are not taken, and those that live as long as the call.
  var heldCost = 0
  /// Messages that were told and not taken, and the bytes that they had on the wire.
  var untakenCount = 0
  var untakenByteCount = 0
  /// Bytes of messages that have begun or wait for the end of the stream: nobody was told of them.
  var begunByteCount = 0
  /// All bytes of messages, and since when they are awaited; nil where nothing hurries.
  var receivedByteCount = 0
  var awaitedSince: Instant?
  /// The window that the stream needs, what it was given out of the room that all share, and what
  /// of that it keeps.
  var windowByteCount: Int
  var grownByteCount = 0
  var lastingGrowthByteCount = 0
  /// Bytes that arrived and are not returned, since the window was larger then.
  var narrowedByteCount = 0

  // What we send.

  var outgoing = OutgoingMessages()
  /// When the first of what waits began to, or a byte of it last left.
  var movedAt = Instant.never
  var ending: Ending?
  /// The headers of our side are with the library.
  var hasHeaders = false
  /// The trailers are with the library; it is not asked for data any more.
  var hasTrailers = false
  /// The library found nothing to send and waits for `resume`.
  var isDeferred = false
  /// Somebody found the call not writable and is to be told.
  var isBlocked = false
  /// Answers are deflated.
  var deflates = false
  var sentMessageCount = 0

  /// A server's: what the request said, until the call is told.
  var head: CallHead?
  /// A server's: the call was told, so its end must be.
  var isTold = false
  /// A client's: the answer's headers are there.
  var hasResponse = false
  /// A client's: the call is over, and its caller was told.
  var isOver = false

  init(_ id: Int32, _ kind: CallKind, limits: HTTP2Limits) {
    self.id = id
    self.kind = kind
    reader = MessageReader(limit: limits.messageByteCount)
    windowByteCount = limits.streamWindowByteCount
  }

  var call: CallID { CallID(UInt32(bitPattern: id)) }
}
