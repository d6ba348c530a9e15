/// What a peer on HTTP/2 may make a session hold, do or wait for.
package struct HTTP2Limits: Sendable {
  /// The longest message, either way, as it is sent and as it is once inflated.
  ///
  /// One byte more is refused with RESOURCE_EXHAUSTED.
  package var messageByteCount = 4_194_304
  /// Calls open at once (SETTINGS_MAX_CONCURRENT_STREAMS, RFC 9113 6.5.2).
  package var openCallCount = 1_000
  /// Names, values and 32 bytes for each pair (RFC 9113 6.5.2), either way; more is refused with
  /// RESOURCE_EXHAUSTED.
  package var headerListByteCount = 16_384
  /// As `headerListByteCount`; beyond it the connection ends, since no client means it.
  package var headerListAbuseByteCount = 65_536
  /// Unicode scalars of a path that is told back as unknown; the rest is cut off.
  package static let unknownNameCount = 256

  /// What a peer may send on each stream unasked.
  ///
  /// All streams together may so bring `openCallCount` times as much.
  package var streamWindowByteCount = 32_768
  /// As `streamWindowByteCount`, where the peer streams its messages and there is room to spare.
  package var streamingWindowByteCount = 262_144
  /// What windows may grow by, over all streams: half of it for streams of messages, from their
  /// beginning to their end, all that is left for messages that are longer than a window, until
  /// they are taken.
  ///
  /// A message must fit into that half, so it is at least twice `messageByteCount`. Where there is
  /// no room messages wait for that of others.
  package var windowGrowthByteCount = 33_554_432
  /// The window of the whole connection (RFC 9113 6.9), reopened with what arrives while less than
  /// half of `openRequestByteCount` is held.
  package var connectionWindowByteCount = 16_777_216
  /// Messages that arrived and are not taken, and requests of open calls: from half of this sum on
  /// the window of the connection is not reopened, and it holds the other half.
  ///
  /// Messages that have begun are not in it, which are complete only once more has arrived: windows
  /// of streams bound them.
  package var openRequestByteCount = 33_554_432
  /// As `openRequestByteCount`, where messages take more than they have on the wire, being tiny or
  /// inflated: one that is above ends its call with RESOURCE_EXHAUSTED.
  package var heldByteCount = 134_217_728
  /// The least that a message counts for in those two.
  package static let messageCost = 64
  /// Received bytes that are looked at before the events they make are told.
  package static let inputStepByteCount = 16_384

  /// Bytes that wait on a call from which on it is not writable.
  package var streamOutputByteCount = 262_144
  /// Bytes that wait on all calls, from which on none that sends many messages is writable.
  ///
  /// From half of it on only those are of which nothing waits. Answers of one message have twice as
  /// much.
  package var outputByteCount = 4_194_304
  /// The longest DATA frame that is sent, where the peer takes it.
  package static let dataFrameByteCount = 65_536

  /// Messages that inflate to no more than this may be as dense as they like.
  package var freeInflatedByteCount = 1_048_576
  /// How many times its size a longer one may have once inflated.
  package var inflationRatio = 100
  /// Shorter messages are not deflated.
  package static let deflatedByteCount = 1_024

  /// Frames that carry nothing: so many at once, and so many a second; then the connection ends.
  package var idleFrameBurst = 10_000
  package var idleFramesPerSecond = 1_000
  /// Streams that were opened for nothing: reset by the client, or broken so that we reset them.
  package var resetBurst = 1_000
  package var resetsPerSecond = 200

  /// How long a frame, and the headers of a request, may take from the first byte; a frame has a
  /// second more for each `bodyByteCountPerSecond` bytes.
  ///
  /// A request of one message has as long from its headers to its end, and a second more for each
  /// `bodyByteCountPerSecond` bytes that arrived.
  package var framePatience = Duration.seconds(10)
  package var bodyByteCountPerSecond = 1_024
  /// How long output may wait without a byte leaving.
  package var writePatience = Duration.seconds(30)
  /// How long messages of a stream may wait for the peer's window without a byte leaving; then the
  /// stream is reset.
  package var unreadPatience = Duration.seconds(300)
  /// Frames that wait to be written, beside DATA, from which on a server reads nothing.
  package var waitingFrameCount = 4_096

  /// A peer may ping this often, and `pingBurst` times at once; both are forgotten with each frame
  /// of headers or data that we write.
  package var pingInterval = Duration.seconds(1)
  package var pingBurst = 10
  /// How long the answer to our ping may take.
  package var pongPatience = Duration.seconds(20)
  /// Silence after which we ping the peer; nil: never, the socket tells when a local peer is gone.
  package var idlePingInterval: Duration?
  /// How long the first half of a graceful end waits for its ping to come back.
  package var drainPatience = Duration.seconds(1)

  package init() {}

  /// Those of a client: it asks for what it is sent, so windows may be large at once.
  package static let client: HTTP2Limits = {
    var limits = HTTP2Limits()
    limits.streamWindowByteCount = 1_048_576
    return limits
  }()
}
