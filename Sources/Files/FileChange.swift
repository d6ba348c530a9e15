package import Base

/// Something that was done to files, for tests of what a power cut leaves of it.
package enum FileChange: Hashable, Sendable {
  case madeDirectory(String)
  /// An empty file.
  case madeFile(String)
  /// Added to the end of a file.
  case wrote(Bytes, to: String)
  /// What a file holds, or the names in a directory, as they were when this began.
  case synced(String)
  /// Replacing what had the new name.
  case moved(String, to: String)
  case removed(String)
}
