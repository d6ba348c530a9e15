package import Base
package import FeedStore
import Threads

/// What is to be kept of a photo: the original or a copy.
package struct PhotoBytes: Sendable {
  /// 0: the original.
  package var side: Int
  package var byteCount: Int
  /// SHA-256 of them all.
  package var contentHash: [UInt8]
  /// Reads some of it; called on a thread that may block.
  package var read: @Sendable (_ offset: Int, _ byteCount: Int) throws(StoreError) -> Bytes

  package init(
    side: Int,
    byteCount: Int,
    contentHash: [UInt8],
    read: @escaping @Sendable (_ offset: Int, _ byteCount: Int) throws(StoreError) -> Bytes
  ) {
    self.side = side
    self.byteCount = byteCount
    self.contentHash = contentHash
    self.read = read
  }
}

/// Writes the bytes of photos, on a thread and a connection of its own: nobody waits for the head
/// meanwhile.
final class PhotoWriter: @unchecked Sendable {  // `link` is used by the one thread alone.
  private let link: ServerLink
  private let threads = JobThreads(
    count: 1,
    name: "store-photos",
    waitingLimit: PostgresLimits.queuedPhotos
  )

  init(_ link: ServerLink) { self.link = link }

  /// Keeps a photo, whole or not at all; or does all of it but keep it.
  func keep(
    _ contentHash: [UInt8],
    _ parts: [PhotoBytes],
    isRehearsal: Bool
  ) async throws(StoreError) {
    let outcome = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, StoreError>, Never>) in
      do throws(JobThreads.Refusal) {
        try threads.add {
          continuation.resume(
            returning: Result { () throws(StoreError) in
              try self.write(contentHash, parts, isRehearsal: isRehearsal)
            }
          )
        }
      } catch {
        switch error {
        case .closed: continuation.resume(returning: .failure(.closed))
        case .full:
          let limit = PostgresLimits.queuedPhotos
          continuation.resume(returning: .failure(.busy(queuedLimit: limit)))
        }
      }
    }
    try outcome.get()
  }

  func close() async { await threads.close() }

  private func write(
    _ contentHash: [UInt8],
    _ parts: [PhotoBytes],
    isRehearsal: Bool
  ) throws(StoreError) {
    let connection = try link.connection()
    do throws(StoreError) {
      _ = try connection.rows(WriteSQL.begin)
      // Of machines that keep the same photo at once, the last one's is kept, and whole.
      _ = try connection.rows(WriteSQL.lockPhotoBytes, .integer(Self.lockNumber(of: contentHash)))
      _ = try connection.rows(WriteSQL.clearPhotoBytes, .blob(contentHash))
      for part in parts { try write(part, of: contentHash, on: connection) }
      _ = try connection.rows(isRehearsal ? WriteSQL.rollback : WriteSQL.commit)
    } catch {
      // The same bytes may be written again, so nothing hangs on what became of the commit.
      link.drop()
      throw error
    }
  }

  private func write(
    _ part: PhotoBytes,
    of contentHash: [UInt8],
    on connection: PostgresConnection
  ) throws(StoreError) {
    let pieceByteCount = PostgresLimits.photoPieceByteCount
    for offset in stride(from: 0, to: part.byteCount, by: pieceByteCount) {
      let bytes = try part.read(offset, min(pieceByteCount, part.byteCount - offset))
      _ = try connection.rows(
        WriteSQL.insertPhotoBytes,
        .blob(contentHash),
        PostgresValue(part.side),
        PostgresValue(offset / pieceByteCount),
        .blob(bytes.withUnsafeBytes { Array($0) }),
        .blob(part.contentHash)
      )
    }
  }

  /// Of the advisory lock: the first eight bytes.
  static func lockNumber(of contentHash: [UInt8]) -> Int64 {
    contentHash.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension PostgresStore {
  /// Keeps the bytes of a photo, whole or not at all; they outlast a crash from then on.
  ///
  /// - Throws: `full`, `busy`, `unavailable`, `engine`, or what reading the parts does.
  package func keepPhoto(
    _ contentHash: [UInt8],
    _ parts: [PhotoBytes],
    isRehearsal: Bool = false
  ) async throws(StoreError) {
    try await photoWriter.keep(contentHash, parts, isRehearsal: isRehearsal)
  }

  /// The client as which all pieces are read, so that look-ups and news have turns of their own.
  private static var pieces: UInt64 { .max }

  /// A piece of `PostgresLimits.photoPieceByteCount` bytes, the last one shorter; nil where there
  /// is none.
  package func photoBytes(
    of contentHash: [UInt8],
    side: Int,
    piece: Int
  ) async throws(StoreError) -> [UInt8]? {
    try await reads.submit(of: Self.pieces) { (reader) throws(StoreError) in
      try reader.photoBytes(of: contentHash, side: side, piece: piece)
    }
  }

  /// The hashes of photos, or what may become some, that begin with a byte; those that were
  /// written lately are left out.
  package func photosWithBytes(beginningWith first: UInt8) async throws(StoreError) -> [[UInt8]] {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.photosWithBytes(beginningWith: first)
    }
  }

  /// Removes the bytes of what is no photo, or none any more.
  package func removePhotoBytes(_ contentHash: [UInt8]) async throws(StoreError) {
    try await writes.submit(.removePhotoBytes(contentHash))
  }
}
