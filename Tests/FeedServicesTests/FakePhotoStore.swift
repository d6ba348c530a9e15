import Base
import Files
import Foundation
import Rendering

/// Keeps the bytes of photos in a dictionary, with a hash that is short to compute.
final class FakePhotoStore: PhotoStore {
  struct Name: Hashable {
    var photo: [UInt8]
    var part: PhotoPart
  }

  struct State {
    var parts: [Name: Bytes] = [:]
    /// Drafts that are neither kept nor discarded.
    var draftCount = 0
    /// Bytes that drafts were given, in all.
    var receivedByteCount = 0
    /// Drafts that were written and not kept.
    var rehearsalCount = 0
    /// How many bytes were asked for, read by read.
    var readByteCounts: [Int] = []
    /// What the next operation of a name throws.
    var failures: [String: PhotoStoreError] = [:]
    /// Is called once, by the next removal.
    var whenRemoving: (@Sendable () -> Void)?
  }

  let state = Lock(State())
  let portionCount = 2

  var parts: [Name: Bytes] { state.withLock { $0.parts } }
  var draftCount: Int { state.withLock { $0.draftCount } }
  var rehearsalCount: Int { state.withLock { $0.rehearsalCount } }
  var receivedByteCount: Int { state.withLock { $0.receivedByteCount } }

  /// Makes the next operation of that name fail.
  func fail(_ operation: String, with error: PhotoStoreError) {
    state.withLock { $0.failures[operation] = error }
  }

  fileprivate func enter(_ operation: String) throws(PhotoStoreError) {
    let failure = state.withLock { $0.failures.removeValue(forKey: operation) }
    if let failure { throw failure }
  }

  /// 32 bytes that differ where the bytes do.
  static func hash(of bytes: Bytes) -> [UInt8] {
    var hash = [UInt8](repeating: UInt8(truncatingIfNeeded: bytes.count), count: 32)
    for (index, byte) in bytes.enumerated() { hash[index % 32] = hash[index % 32] &* 31 &+ byte }
    return hash
  }

  static func file(of bytes: Bytes) -> OpenFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())").path
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unlink(path)
    bytes.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    return OpenFile(adopting: descriptor)
  }

  func begin() async throws(PhotoStoreError) -> any PhotoDraft {
    try enter("begin")
    state.withLock { $0.draftCount += 1 }
    return FakeDraft(self)
  }

  func open(
    _ part: PhotoPart,
    ofPhoto photo: [UInt8],
    contentHash: [UInt8]
  ) async throws(PhotoStoreError) -> OpenFile {
    try enter("open")
    guard let bytes = parts[Name(photo: photo, part: part)] else { throw .missing }
    guard Self.hash(of: bytes) == contentHash else { throw .damaged }
    return Self.file(of: bytes)
  }

  func read(
    _ file: OpenFile,
    from offset: Int,
    byteCount: Int
  ) async throws(PhotoStoreError) -> Bytes {
    try enter("read")
    state.withLock { $0.readByteCounts.append(byteCount) }
    var buffer = [UInt8](repeating: 0, count: byteCount)
    let count = pread(file.descriptor, &buffer, byteCount, offset)
    return Bytes(buffer.prefix(max(0, count)))
  }

  func remove(_ photo: [UInt8]) async throws(PhotoStoreError) {
    try enter("remove")
    state.withLock { $0.whenRemoving.take() }?()
    state.withLock { $0.parts = $0.parts.filter { $0.key.photo != photo } }
  }

  func photos(inPortion portion: Int) async throws(PhotoStoreError) -> [[UInt8]] {
    try enter("photos")
    let photos = Set(parts.keys.map(\.photo))
    return photos.filter { Int($0[0]) % portionCount == portion }
  }

  func close() async {}
}

private final class FakeDraft: PhotoDraft {
  private let store: FakePhotoStore
  private let bytes = Lock<[UInt8]?>([])

  init(_ store: FakePhotoStore) { self.store = store }

  func append(_ more: Bytes) async throws(PhotoStoreError) {
    try store.enter("append")
    bytes.withLock { $0?.append(contentsOf: more) }
    store.state.withLock { $0.receivedByteCount += more.count }
  }

  func finish() async throws(PhotoStoreError) -> (contentHash: [UInt8], file: OpenFile) {
    try store.enter("finish")
    let whole = Bytes(bytes.withLock { $0 } ?? [])
    return (FakePhotoStore.hash(of: whole), FakePhotoStore.file(of: whole))
  }

  func keep(_ copies: [WorkingCopy]) async throws(PhotoStoreError) -> [[UInt8]] {
    try store.enter("keep")
    let whole = Bytes(bytes.withLock { $0 } ?? [])
    let photo = FakePhotoStore.hash(of: whole)
    store.state.withLock { state in
      state.parts[.init(photo: photo, part: .original)] = whole
      for copy in copies {
        state.parts[.init(photo: photo, part: .copy(side: copy.side))] = copy.bytes
      }
    }
    return copies.map { FakePhotoStore.hash(of: $0.bytes) }
  }

  func rehearse(_: [WorkingCopy]) async throws(PhotoStoreError) {
    try store.enter("rehearse")
    store.state.withLock { $0.rehearsalCount += 1 }
  }

  func discard() async {
    let isFirst = bytes.withLock { bytes in
      defer { bytes = nil }
      return bytes != nil
    }
    if isFirst { store.state.withLock { $0.draftCount -= 1 } }
  }
}
