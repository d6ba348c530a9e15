import Base

/// How long the engine waits, and how often it tries.
package enum PostgresLimits {
  /// How long it may take to connect, unless the URL says something else.
  static let connectSeconds = 5
  /// How long a server may be silent while something is to come from it; longer than it lets any
  /// statement take.
  static let answerMilliseconds: Int32 = 60_000
  /// What a statement may take.
  static let statementMilliseconds = 30_000
  /// How long a group waits for those of other daemons.
  static let lockMilliseconds = 10_000
  /// How long a start waits for each lock of another daemon that makes or changes the tables;
  /// shorter than the server may be silent, so that it says why.
  static let migrationMilliseconds = 50_000
  /// How long a daemon that has stopped between a group and its commit may keep the others waiting;
  /// whatever takes time is done before a group begins.
  static let idleTransactionMilliseconds = 10_000
  /// From one attempt to connect to the next, doubling from the first to the last.
  static let reconnectDelays = Duration.milliseconds(50)...Duration.seconds(2)
  /// How often a group is sent again where something came in between.
  static let groupTries = 4
  /// Mutations that are taken out of a group, one after the other, because they fail; where there
  /// are more, all fail.
  static let outcastsPerGroup = 8
  /// How long it is tried to find out whether a commit took place whose answer was lost.
  static let doubtTime = Duration.seconds(10)
  /// How far a machine's clock may be from the server's.
  static let clockDifferenceMicroseconds: Int64 = 60 * 1_000_000
  /// How long a daemon's last group of writes is known.
  static let writerMemoryMicroseconds: Int64 = 7 * 24 * 60 * 60 * 1_000_000
  /// Changes that the listener reads at once.
  static let changesPerRead = 1_024
  /// Bytes of a photo in one row.
  package static let photoPieceByteCount = 256 << 10
  /// Photos that wait to be written.
  static let queuedPhotos = 64
  /// How long the bytes of a photo are left alone that is none yet: its upload goes on.
  static let unnamedPhotoSeconds: Int64 = 60 * 60
  /// Posts of the sample whose rows are copied at once.
  static let copiedPosts = 2_000
}
