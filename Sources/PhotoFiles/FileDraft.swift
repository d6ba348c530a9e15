import Base
import Files
import Hashing
import Rendering

/// A photo that is received into a file.
final class FileDraft: PhotoDraft, @unchecked Sendable {
  // Used by one task, which waits for each operation: the lock of the threads' queue puts each
  // after the one before.
  private let folder: PhotoFolder
  private let threads: DiskThreads
  /// Nil once it is kept or discarded.
  private var file: NewFile?
  private var hash = SHA256()
  private var contentHash: [UInt8] = []

  /// Makes the file; blocks.
  init(in folder: PhotoFolder, _ threads: DiskThreads) throws(PhotoStoreError) {
    self.folder = folder
    self.threads = threads
    do throws(FileError) { file = try folder.newFile() } catch { throw PhotoStoreError(error) }
  }

  func append(_ bytes: Bytes) async throws(PhotoStoreError) {
    try await run { () throws(FileError) in
      try self.file?.append(bytes)
      self.hash.update(bytes)
    }
  }

  func finish() async throws(PhotoStoreError) -> (contentHash: [UInt8], file: OpenFile) {
    let file = try await run { () throws(FileError) in
      self.contentHash = self.hash.finish()
      return try self.file?.reading()
    }
    guard let file else { preconditionFailure("a draft that is over is not finished") }
    return (contentHash, file)
  }

  func keep(_ copies: [WorkingCopy]) async throws(PhotoStoreError) -> [[UInt8]] {
    try await run { () throws(FileError) in
      var added: [String] = []
      do throws(FileError) { return try self.place(copies, &added) } catch {
        // What was there before belongs to somebody.
        for path in added { _ = try? self.folder.files.remove(path) }
        throw error
      }
    }
  }

  /// The original comes last: where it is, its copies are.
  private func place(
    _ copies: [WorkingCopy],
    _ added: inout [String]
  ) throws(FileError) -> [[UInt8]] {
    precondition(!contentHash.isEmpty, "a draft is finished before it is kept")
    var hashes: [[UInt8]] = []
    for copy in copies {
      let path = folder.path(of: .copy(side: copy.side), ofPhoto: contentHash)
      if try folder.files.status(of: path) == nil { added.append(path) }
      var file = try folder.newFile()
      try file.append(copy.bytes)
      try file.place(at: path, isDurable: true)
      hashes.append(SHA256.hash(of: copy.bytes))
    }
    let path = folder.path(of: .original, ofPhoto: contentHash)
    if try folder.files.status(of: path) == nil { added.append(path) }
    try file?.place(at: path, isDurable: true)
    file = nil
    return hashes
  }

  func rehearse(_ copies: [WorkingCopy]) async throws(PhotoStoreError) {
    try await run { () throws(FileError) in
      var passing: [String] = []
      // What stays is found by the next start.
      defer { for path in passing { _ = try? self.folder.files.remove(path) } }
      for copy in copies {
        var file = try self.folder.newFile()
        try file.append(copy.bytes)
        _ = SHA256.hash(of: copy.bytes)
        passing.append(self.folder.passingPath())
        try file.place(at: passing[passing.count - 1], isDurable: true)
      }
      passing.append(self.folder.passingPath())
      try self.file?.place(at: passing[passing.count - 1], isDurable: true)
      self.file = nil
    }
  }

  /// Keeps the bytes as a part of another photo than they are by themselves.
  func place(as part: PhotoPart, ofPhoto photo: [UInt8]) async throws(PhotoStoreError) {
    try await run { () throws(FileError) in
      try self.file?.place(at: self.folder.path(of: part, ofPhoto: photo), isDurable: true)
      self.file = nil
    }
  }

  func discard() async {
    // Threads that have ended leave it to this draft's own end.
    _ = try? await run { () throws(FileError) in self.file = nil }
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(FileError) -> Value
  ) async throws(PhotoStoreError) -> Value {
    try await threads.run { () throws(PhotoStoreError) in
      do throws(FileError) { return try body() } catch { throw PhotoStoreError(error) }
    }
  }
}
