import Rendering

/// What uploads are bounded by, with its unit.
package enum UploadLimits {
  /// Bytes of a photo.
  package static let photoByteCounts = 1...Int64(RenderLimits.photoByteCount)
  /// Bytes of a SHA-256.
  package static let hashByteCount = 32
  /// Uploads of one viewer at a time; one more is refused.
  package static let uploadsOfViewer = 4
  /// Uploads at a time; one more is refused.
  package static let uploads = 32
  /// How long nothing may come for an upload; then it ends where somebody else has no room.
  package static let silence = Duration.seconds(30)
  /// When to try again at the earliest, for whom there was no room.
  package static let retryHint = Duration.seconds(1)
  /// Photos that are known without asking the store.
  package static let knownPhotos = 16_384
  /// Bytes of an original that are read at once for a client.
  package static let originalByteCount = 1 << 20
}
