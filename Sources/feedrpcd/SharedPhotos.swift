import Base
import FeedStore
import Files
import PhotoFiles
import PostgresStore
import Rendering

/// Photos that all machines on a feed have: their bytes are in its database, and each machine keeps
/// files of those it was asked for.
final class SharedPhotos: PhotoStore {
  private let files: PhotoFiles
  private let store: PostgresStore

  init(_ files: PhotoFiles, in store: PostgresStore) {
    self.files = files
    self.store = store
  }

  func begin() async throws(PhotoStoreError) -> any PhotoDraft {
    SharedDraft(try await files.begin(), in: store)
  }

  /// What is not here, or damaged, comes from the database.
  func open(
    _ part: PhotoPart,
    ofPhoto photo: [UInt8],
    contentHash: [UInt8]
  ) async throws(PhotoStoreError) -> OpenFile {
    do throws(PhotoStoreError) {
      return try await files.open(part, ofPhoto: photo, contentHash: contentHash)
    } catch {
      switch error {
      case .missing, .damaged: break
      case .full, .busy, .closed, .unavailable, .failed: throw error
      }
    }
    let (store, side) = (store, part.side)
    func piece(_ index: Int) async throws(PhotoStoreError) -> Bytes? {
      do throws(StoreError) {
        return try await store.photoBytes(of: photo, side: side, piece: index)
          .map { Bytes($0) }
      } catch { throw PhotoStoreError(error) }
    }
    guard let first = try await piece(0) else { throw .missing }
    try await files.receive(part, ofPhoto: photo, contentHash: contentHash) {
      (index) async throws(PhotoStoreError) in
      index == 0 ? first : try await piece(index)
    }
    return try await files.open(part, ofPhoto: photo, contentHash: contentHash)
  }

  func read(
    _ file: OpenFile,
    from offset: Int,
    byteCount: Int
  ) async throws(PhotoStoreError) -> Bytes {
    try await files.read(file, from: offset, byteCount: byteCount)
  }

  func remove(_ photo: [UInt8]) async throws(PhotoStoreError) {
    // The files of other machines are left over there, and swept.
    do throws(StoreError) { try await store.removePhotoBytes(photo) } catch {
      throw PhotoStoreError(error)
    }
    try await files.remove(photo)
  }

  /// One for each first byte of a hash.
  var portionCount: Int { files.portionCount }

  func photos(inPortion portion: Int) async throws(PhotoStoreError) -> [[UInt8]] {
    var photos = Set(try await files.photos(inPortion: portion))
    do throws(StoreError) {
      photos.formUnion(try await store.photosWithBytes(beginningWith: UInt8(portion)))
    } catch { throw PhotoStoreError(error) }
    return Array(photos)
  }

  func close() async { await files.close() }
}

/// An upload that is received into a file, and goes to the database when it is kept.
private final class SharedDraft: PhotoDraft {
  private let draft: any PhotoDraft
  private let store: PostgresStore
  /// What was received, once it is whole.
  private let received = Lock<(contentHash: [UInt8], file: OpenFile)?>(nil)

  init(_ draft: any PhotoDraft, in store: PostgresStore) {
    self.draft = draft
    self.store = store
  }

  func append(_ bytes: Bytes) async throws(PhotoStoreError) { try await draft.append(bytes) }

  func finish() async throws(PhotoStoreError) -> (contentHash: [UInt8], file: OpenFile) {
    let whole = try await draft.finish()
    received.withLock { $0 = whole }
    return whole
  }

  func keep(_ copies: [WorkingCopy]) async throws(PhotoStoreError) -> [[UInt8]] {
    let hashes = try await draft.keep(copies)
    let (contentHash, parts) = try parts(copies, hashes)
    do throws(StoreError) { try await store.keepPhoto(contentHash, parts) } catch {
      throw PhotoStoreError(error)
    }
    return hashes
  }

  func rehearse(_ copies: [WorkingCopy]) async throws(PhotoStoreError) {
    try await draft.rehearse(copies)
    // Nobody looks at their hashes.
    let (_, parts) = try parts(copies, copies.map { _ in [] })
    // Under a name that no photo has, so that nobody waits for it.
    let name = KeyedHash.randomBytes(count: 32)
    do throws(StoreError) {
      try await store.keepPhoto(name, parts, isRehearsal: true)
    } catch { throw PhotoStoreError(error) }
  }

  func discard() async { await draft.discard() }

  private func parts(
    _ copies: [WorkingCopy],
    _ hashes: [[UInt8]]
  ) throws(PhotoStoreError) -> (contentHash: [UInt8], parts: [PhotoBytes]) {
    guard let (contentHash, file) = received.withLock({ $0 }) else {
      preconditionFailure("a draft is finished before it is kept")
    }
    let files = FileSystem()
    let byteCount: Int
    do throws(FileError) {
      byteCount = Int(try files.status(of: file, path: "").byteCount)
    } catch { throw .failed(operation: error.operation.rawValue, code: error.code) }
    let original = PhotoBytes(
      side: PhotoPart.original.side,
      byteCount: byteCount,
      contentHash: contentHash
    ) { (offset, byteCount) throws(StoreError) in
      do throws(FileError) {
        return try files.read(file, from: offset, byteCount: byteCount, path: "")
      } catch {
        let words = error.operation.rawValue
        let code = Int(error.code)
        throw .engine(EngineFailure(code: code, message: words, statement: ""))
      }
    }
    return (
      contentHash,
      [original]
        + zip(copies, hashes).map { copy, hash in
          PhotoBytes(
            side: copy.side,
            byteCount: copy.bytes.count,
            contentHash: hash
          ) { (offset, byteCount) in copy.bytes.slice(offset..<offset + byteCount) }
        }
    )
  }
}

extension PhotoPart {
  /// As rows have it.
  fileprivate var side: Int {
    switch self {
    case .original: 0
    case .copy(let side): side
    }
  }
}

extension PhotoStoreError {
  /// What a store of rows says, in the words of those who keep photos.
  fileprivate init(_ error: StoreError) {
    self =
      switch error {
      case .full: .full
      case .busy(let limit): .busy(queuedLimit: limit)
      case .closed: .closed
      case .corrupt: .damaged
      case .engine(let failure), .unavailable(let failure): .unavailable(failure.message)
      // No photo's bytes end so.
      case .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
        .requestIDReused, .invalidPageToken, .newerSchema:
        .unavailable("\(error)")
      }
  }
}
