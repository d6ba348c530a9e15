package import Base
package import Files
import Glibc
import Hashing
package import Rendering

/// Photos in a folder that this process alone uses.
///
/// All work is done by threads of its own; the one exception is `init`, which blocks.
package final class PhotoFiles: PhotoStore {
  private let folder: PhotoFolder
  private let threads: DiskThreads
  private let verified = Lock(VerifiedFiles())
  private let now: @Sendable () -> Int64

  /// Opens a folder, making it where it is missing.
  ///
  /// - Parameters:
  ///   - path: Of the folder.
  ///   - files: What does the work.
  ///   - now: The time of the calendar, in nanoseconds since 1970.
  /// - Throws: what the file system says.
  package init(
    _ path: String,
    files: FileSystem = FileSystem(),
    now: @escaping @Sendable () -> Int64 = PhotoFiles.clock
  ) throws(FileError) {
    folder = try PhotoFolder(path, files: files)
    threads = DiskThreads()
    self.now = now
  }

  package func begin() async throws(PhotoStoreError) -> any PhotoDraft {
    let (folder, threads) = (folder, threads)
    return try await threads.run { () throws(PhotoStoreError) in
      try FileDraft(in: folder, threads)
    }
  }

  package func open(
    _ part: PhotoPart,
    ofPhoto photo: [UInt8],
    contentHash: [UInt8]
  ) async throws(PhotoStoreError) -> OpenFile {
    try await threads.run { () throws(PhotoStoreError) in
      let path = self.folder.path(of: part, ofPhoto: photo)
      let file: OpenFile?
      do throws(FileError) { file = try self.verifiedFile(path, contentHash) } catch {
        if error.isMissing { throw .missing }
        // A link is no file of ours.
        throw error.code == ELOOP ? .damaged : PhotoStoreError(error)
      }
      guard let file else { throw .damaged }
      return file
    }
  }

  /// Opens a file whose bytes have a hash; nil where they have not.
  private func verifiedFile(
    _ path: String,
    _ contentHash: [UInt8]
  ) throws(FileError) -> OpenFile? {
    let file = try folder.files.open(path)
    let status = try folder.files.status(of: file, path: path)
    guard status.kind == .file else { return nil }
    let isKnown = verified.withLock { $0.contains(path, status, contentHash: contentHash) }
    if isKnown { return file }
    guard try hash(of: file, path) == contentHash else { return nil }
    let statusAfter = try folder.files.status(of: file, path: path)
    // What changed while it was read may have changed where it had been read already.
    guard statusAfter.changedAt == status.changedAt, statusAfter.byteCount == status.byteCount
    else { return nil }
    let now = now()
    verified.withLock { $0.remember(path, status, contentHash: contentHash, now: now) }
    return file
  }

  private func hash(of file: OpenFile, _ path: String) throws(FileError) -> [UInt8] {
    var hash = SHA256()
    var offset = 0
    while true {
      let bytes = try folder.files.read(
        file,
        from: offset,
        byteCount: PhotoFilesLimits.verifyingByteCount,
        path: path
      )
      if bytes.isEmpty { return hash.finish() }
      hash.update(bytes)
      offset += bytes.count
    }
  }

  package func read(
    _ file: OpenFile,
    from offset: Int,
    byteCount: Int
  ) async throws(PhotoStoreError) -> Bytes {
    let folder = folder
    return try await threads.run { () throws(PhotoStoreError) in
      do throws(FileError) {
        return try folder.files.read(file, from: offset, byteCount: byteCount, path: folder.path)
      } catch { throw PhotoStoreError(error) }
    }
  }

  /// Takes in a part of a photo that is kept elsewhere, piece by piece.
  ///
  /// - Parameters:
  ///   - part: What it is.
  ///   - photo: Whose.
  ///   - contentHash: What its bytes have to have.
  ///   - piece: Gives the pieces in their order, and nil behind the last.
  /// - Throws: `damaged` where the bytes have another hash, or what `piece` does.
  package func receive(
    _ part: PhotoPart,
    ofPhoto photo: [UInt8],
    contentHash: [UInt8],
    piece: (_ index: Int) async throws(PhotoStoreError) -> Bytes?
  ) async throws(PhotoStoreError) {
    let (folder, threads) = (folder, threads)
    let draft = try await threads.run { () throws(PhotoStoreError) in
      try FileDraft(in: folder, threads)
    }
    do throws(PhotoStoreError) {
      var index = 0
      while let bytes = try await piece(index) {
        try await draft.append(bytes)
        index += 1
      }
      let received = try await draft.finish()
      guard received.contentHash == contentHash else { throw .damaged }
      try await draft.place(as: part, ofPhoto: photo)
    } catch {
      await draft.discard()
      throw error
    }
  }

  package func remove(_ photo: [UInt8]) async throws(PhotoStoreError) {
    try await threads.run { () throws(PhotoStoreError) in
      do throws(FileError) {
        let paths = try self.folder.remove(photo)
        self.verified.withLock { verified in for path in paths { verified.forget(path) } }
      } catch { throw PhotoStoreError(error) }
    }
  }

  package var portionCount: Int { PhotoFolder.shards.count }

  package func photos(inPortion portion: Int) async throws(PhotoStoreError) -> [[UInt8]] {
    let folder = folder
    return try await threads.run { () throws(PhotoStoreError) in
      do throws(FileError) { return try folder.photos(in: PhotoFolder.shards[portion]) } catch {
        throw PhotoStoreError(error)
      }
    }
  }

  package func close() async { await threads.close() }

  /// Reads the clock of the calendar (CLOCK_REALTIME).
  @Sendable
  package static func clock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
