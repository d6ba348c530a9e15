/// The limits of a loop.
package enum Limits {
  /// Events fetched at once, at first; doubled when as many were there.
  package static let firstEventBatch = 64
  /// Events fetched at once, at most; what is left comes with the next wait.
  package static let largestEventBatch = 4_096
  /// Jobs run before output leaves and descriptors get their turn again.
  package static let jobsPerTurn = 1_024
  /// Tasks of other executors that wait for each other, so that they are resumed together.
  package static let waitersResumedAtOnce = 32
  /// A turn that takes longer has kept those waiting who came after it began: six frames at 60 Hz.
  package static let turnDuration = Duration.milliseconds(100)
  /// Between two turns that took too long and are told of, at least.
  package static let lateTurnInterval = Duration.seconds(10)
  /// Bytes of a chunk that sockets are read into.
  package static let readChunkByteCount = 262_144
  /// A chunk with less room than this is replaced.
  package static let smallestReadByteCount = 65_536
  /// Waits in a row that bring one event before a loop looks for the next.
  package static let loneEventsBeforeLook = 8
  /// Sleeps in a row before which a loop does not look for events, after looks that were in vain.
  package static let longestUnpolledRun = 64
}
