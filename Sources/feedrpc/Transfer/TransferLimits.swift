/// What imports and exports are bounded by, with its unit.
enum TransferLimits {
  /// Photos that are read and uploaded at a time, as many as the server takes of a viewer.
  static let uploadCount = 4
  /// Calls that are made without waiting for the answers of those before; a connection may have
  /// 1,000 open.
  static let callCount = 256
  /// Bytes of a file that are read, hashed and sent at once.
  static let pieceByteCount = 256 << 10
  /// Bytes of a photo that is exported, as many as a server takes of an upload; a longer one is
  /// refused before any is taken.
  static let photoByteCounts = 0...Int64(64 << 20)
  /// Bytes of a text beside a photo; a longer one is refused.
  static let textByteCount = 16 << 10
  /// Bytes of a line of an export; a longer one is refused.
  static let lineByteCount = 1 << 20
  /// Lines of a file of an export of which is told why they were left out; the rest is counted.
  static let reasonCount = 3
  /// Earlier posts whose request ids are kept; photos of others are uploaded again, which makes
  /// nothing twice.
  static let knownPostCount = 1_000_000
  /// How often a call is made that the server has no room for, or has no answer to, in all.
  static let attemptCount = 20
  /// The longest wait before a call is made again, whatever the server asks for.
  static let longestDelay = Duration.seconds(10)
  /// How often the line that tells progress changes at most.
  static let progressInterval = Duration.milliseconds(100)
}
