package import Base

/// Where the bytes of photos are kept: in files, or in the rows of a database.
///
/// They are named by the SHA-256 of the original. What a photo is, and whether it is one at all, is
/// for the feed's store to say: bytes that no photo there has are left over from something that did
/// not come to its end.
package protocol PhotoStore: Sendable {
  /// Begins to take in the bytes of an upload.
  ///
  /// - Throws: `full`, `busy`, `failed` or `closed`.
  func begin() async throws(PhotoStoreError) -> any PhotoDraft

  /// Opens what is kept of a photo, whose bytes have this SHA-256.
  ///
  /// - Throws: `damaged` where they have another one, `missing` where there are none, or `busy`,
  ///   `failed` or `closed`.
  func open(
    _ part: PhotoPart,
    ofPhoto photo: [UInt8],
    contentHash: [UInt8]
  ) async throws(PhotoStoreError) -> OpenFile

  /// Reads a part of what `open` gave, which is shorter than asked only where it ends.
  ///
  /// - Throws: `busy`, `failed` or `closed`.
  func read(
    _ file: OpenFile,
    from offset: Int,
    byteCount: Int
  ) async throws(PhotoStoreError) -> Bytes

  /// Removes all that is kept of a photo; nothing is fine too.
  ///
  /// - Throws: `busy`, `failed` or `closed`.
  func remove(_ photo: [UInt8]) async throws(PhotoStoreError)

  /// In how many portions the photos can be listed.
  var portionCount: Int { get }

  /// Lists the photos of which something is kept.
  ///
  /// - Parameter portion: 0 to `portionCount - 1`.
  /// - Returns: Their hashes, in no order.
  /// - Throws: `busy`, `failed` or `closed`.
  func photos(inPortion portion: Int) async throws(PhotoStoreError) -> [[UInt8]]

  /// Finishes what is queued; later calls throw `closed`.
  func close() async
}

/// A photo whose bytes are being received; used by one task at a time.
///
/// It is nowhere to be found until it is kept. Whoever lets go of it without that discards it.
package protocol PhotoDraft: AnyObject, Sendable {
  /// Adds bytes at the end.
  ///
  /// - Throws: `full`, `busy`, `failed` or `closed`.
  func append(_ bytes: Bytes) async throws(PhotoStoreError)

  /// Says that these were all, and gives their SHA-256 and a way to read them.
  ///
  /// - Throws: `busy`, `failed` or `closed`.
  func finish() async throws(PhotoStoreError) -> (contentHash: [UInt8], file: OpenFile)

  /// Keeps the bytes, with these copies beside them: they outlast a power cut from then on.
  ///
  /// - Returns: The SHA-256 of each copy.
  /// - Throws: `full`, `busy`, `failed` or `closed`; then nothing new is kept.
  func keep(_ copies: [WorkingCopy]) async throws(PhotoStoreError) -> [[UInt8]]

  /// Takes the time that `keep` does, and keeps nothing.
  ///
  /// - Throws: As `keep`.
  func rehearse(_ copies: [WorkingCopy]) async throws(PhotoStoreError)

  /// Throws the bytes away, unless they are kept.
  func discard() async
}

/// Why bytes of photos could not be kept or had.
package enum PhotoStoreError: Error, Hashable, Sendable {
  /// There is no room.
  case full
  /// As many operations wait as may.
  case busy(queuedLimit: Int)
  /// The store has been closed.
  case closed
  /// Nothing is kept there.
  case missing
  /// What is kept is not what was to be kept.
  case damaged
  /// They are kept by a server that can't be reached now, or failed; why.
  case unavailable(String)
  /// The system refused an operation, as `open`, for a reason, as `EIO`.
  case failed(operation: String, code: Int32)
}
