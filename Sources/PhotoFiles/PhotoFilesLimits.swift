/// Everything that is bounded here, with its unit.
package enum PhotoFilesLimits {
  /// Threads that wait for the disk.
  package static let threads = 2
  /// Operations that wait for a thread; one more is refused.
  package static let queuedOperations = 4_096
  /// Files that are remembered as verified; more are read again now and then.
  package static let verifiedFiles = 65_536
  /// Bytes of a file that are read at once to verify them.
  package static let verifyingByteCount = 256 << 10
  /// How long a file must have been left alone to be remembered as verified, in nanoseconds: within
  /// that time its clock may not tell two changes apart.
  package static let settlingNanoseconds: Int64 = 2_000_000_000
}
