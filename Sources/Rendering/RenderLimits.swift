/// Everything that is bounded here, with its unit.
package enum RenderLimits {
  /// Pixels a side of what is rendered; longer is refused.
  package static let outputSide = 8192
  /// Pixels a side of a photo.
  package static let photoSide = 16_384
  /// Pixels of a photo.
  package static let photoPixels = 100_000_000
  /// Frames of a photo, of which the first is shown.
  package static let photoFrames = 1_000
  /// Scans of a JPEG times its pixels, since each costs a pass over them.
  package static let photoScanPixels = 4 * photoPixels
  /// Bytes of a photo's file.
  package static let photoByteCount = 64 << 20
  /// Pixels that no side of a photo's working copies is above, one copy each.
  package static let workingCopySides = [2048, 1440, 1024, 512]
  /// Bytes of a pattern's seed or a photo's mac.
  package static let nameByteCount = 64
  /// Quality where the client names none.
  package static let defaultQuality = 82
  /// Renders that wait for a slot; one more is refused with a hint when to retry.
  package static let queuedFlights = 2000
  /// When to try again at the earliest, for whom there was no room.
  package static let retryHint = Duration.milliseconds(100)
  /// How long a render whose last waiter left may still take without being stopped.
  package static let finishUnclaimed = Duration.milliseconds(150)
  /// How long a render may take; then its waiters are answered and its slot counts as wedged.
  package static let renderTime = Duration.seconds(30)
  /// How often is looked whose time is up.
  package static let sweepInterval = Duration.seconds(1)
  /// How long a broken picture is remembered as broken.
  package static let brokenSource = Duration.seconds(2)
  /// Pictures remembered as broken; the next one pushes the oldest out.
  package static let brokenSources = 256
  /// Bytes that running renders may take together; a single larger one runs alone.
  package static let workingBytes = 512 << 20
  /// Pictures of the memory cache that have a memory file; the next one closes the oldest.
  package static let memoryFiles = 256
  /// The part of the process's descriptors that memory files may take, where that is fewer.
  package static let memoryFileFraction = 8
  /// Pictures that wait for their memory file at a time; others are sent as bytes.
  package static let waitingFiles = 64
  /// What a page of a memory file takes, in bytes.
  package static let pageByteCount = 4_096
  /// An entry above this fraction of the memory cache is not admitted.
  package static let cacheEntryFraction = 10
  /// Files in the disk cache, whatever its budget: their names are kept in memory.
  package static let diskFiles = 1_000_000
  /// Files that are looked up or read at the same time.
  package static let diskReaders = 2
  /// What a look into the disk cache is taken to take.
  package static let diskRead = Duration.milliseconds(1)
  /// How long a picture may be waited for that is on the disk; then it is rendered.
  package static let diskPatience = Duration.seconds(2)
  /// Pictures that wait to be written; one more is not kept.
  package static let diskWrites = 256
  /// Bytes of pictures that wait to be written; beyond them none is kept.
  package static let diskWriteBytes = 64 << 20
  /// How long nothing is written after a write failed.
  package static let diskPause = Duration.seconds(10)
  /// How long a file stays whose path was handed out.
  package static let diskLease = Duration.seconds(60)
  /// How nice those are who render, in this process and in others, so that a loop that wakes up
  /// seldom waits for them.
  package static let niceness: Int32 = 15
  /// Render time a client gets before the next one's turn.
  package static let fairShare = Duration.milliseconds(50)
}
