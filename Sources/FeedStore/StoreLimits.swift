/// The limits that every engine keeps.
package enum StoreLimits {
  /// Mutations that wait to be applied; beyond it a call throws `busy`.
  package static let queuedMutations = 8_192
  /// Reads that wait for a reader; beyond it a call throws `busy`.
  package static let queuedReads = 8_192
  /// Reads that a client may have waiting whatever the others have.
  package static let reservedReads = 8
  /// Reads that are begun or done and whose callers have not gone on yet: at so many readers wait.
  package static let untakenReads = 16
  /// Mutations in one transaction; the others wait for the next.
  package static let mutationsPerCommit = 512
  /// How long a group waits for callers of the one before, in any case.
  package static let gatherTime = Duration.milliseconds(10)
  /// Bytes that have to be free for a trial of writing to succeed: more than any mutation and its
  /// log take, so that a disk that is nearly full is not called writable now and then.
  package static let roomForWriting = 256 << 10
  /// Viewers of whom a writer remembers that they have a row.
  package static let knownViewers = 16_384
  /// Users that one user may follow.
  package static let follows = 5_000
  /// Events that are kept for clients that were away; older ones are a gap to them.
  package static let keptEvents = 1_000_000
  /// How long the request id of a tap is remembered, and that of what was deleted.
  package static let requestMemoryMicroseconds: Int64 = 24 * 60 * 60 * 1_000_000
  /// How long an uploaded photo waits for a post or a profile that uses it.
  package static let unusedPhotoMicroseconds: Int64 = 24 * 60 * 60 * 1_000_000
  /// Unused photos that one transaction removes.
  package static let photosSweptAtOnce = 100
  /// Mismatches of one kind that a check of a store tells; of the others there is only the number.
  package static let toldMismatches = 20
}
