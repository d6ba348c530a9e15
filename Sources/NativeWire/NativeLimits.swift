/// What a peer on native framing may make a session hold, do or wait for.
package struct NativeLimits: Sendable {
  /// The longest frame body, either way; one byte more is refused with RESOURCE_EXHAUSTED.
  package var messageByteCount = 4_194_304
  /// The longest body over `messageByteCount` that is read and thrown away; beyond it the
  /// connection ends at once.
  package var discardByteCount = 67_108_864
  /// Calls open at once; one more is refused with RESOURCE_EXHAUSTED.
  package var openCallCount = 1_000
  /// Messages that a stream without credits may be ahead of its handler.
  ///
  /// One more holds the whole connection for `streamBufferPatience`, then ends the stream with
  /// RESOURCE_EXHAUSTED.
  package var streamMessageCount = 64
  package var streamBufferPatience = Duration.seconds(1)
  /// Output from which on streams are not writable.
  ///
  /// A client's are again at half of it, a server's, which are woken one by one, just below it.
  package var outputHighWaterByteCount = 1_048_576
  /// Output from which on nothing is read.
  package var outputByteCount = 8_388_608
  /// Messages that arrived and are not taken, and requests of open calls: at this sum nothing is
  /// read.
  package var openRequestByteCount = 33_554_432
  /// Names, values and 32 bytes for each pair; more is refused with RESOURCE_EXHAUSTED.
  package var metadataByteCount = 16_384
  /// The longest body of an extension frame; a longer one ends the connection.
  package var extensionByteCount = 16_384

  /// Unicode scalars of a service or method that is told back as unknown; the rest is cut off.
  package static let unknownNameCount = 256

  /// Descriptors that may travel with one message; more end the connection.
  ///
  /// 0: this side's driver passes none, so none are offered.
  package var descriptorCount = 0
  /// As `descriptorCount`, where they are passed; the kernel passes 253 at most.
  package static let standardDescriptorCount = 4

  /// How long a frame's header may take from its first byte.
  package var headerPatience = Duration.seconds(10)
  /// A frame's body has `headerPatience` and a second more for each so many bytes that arrived.
  package var bodyByteCountPerSecond = 1_024
  /// How long output may wait without a byte leaving.
  package var writePatience = Duration.seconds(30)

  /// A peer may ping this often, and `pingBurst` times at once.
  package var pingInterval = Duration.seconds(1)
  package var pingBurst = 10
  /// How long the answer to our ping may take.
  package var pongPatience = Duration.seconds(20)
  /// Silence after which we ping the peer; nil: never, the socket tells when a local peer is gone.
  package var idlePingInterval: Duration?
  /// How long the first half of a graceful end waits for its ping to come back.
  package var drainPatience = Duration.seconds(1)

  /// Stream ids that were left out and may still come; the oldest are forgotten.
  package var skippedIDCount = 1_024
  /// Ended streams whose late frames are known for what they are; the oldest are forgotten.
  package var endedIDCount = 1_024

  /// The credit that a peer gets for each stream and for all of them.
  package var streamWindowByteCount = 1_048_576
  package var connectionWindowByteCount = 4_194_304

  /// What a client sends on a stream before it knows what the server is.
  package var earlyMessageCount = 64
  package var earlyByteCount = 262_144
  /// How long it waits to know.
  package var helloPatience = Duration.milliseconds(100)

  package init() {}
}
