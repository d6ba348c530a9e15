package import Base
import CLinux

/// Bytes in a memory file that nobody can change any more, neither we nor whoever gets it.
///
/// The file is sealed against growing, shrinking, writing and other seals (memfd_create(2)). It is
/// kept mapped for reading, and closed with its last owner; the bytes may live longer.
package final class SealedFile: Sendable {
  /// The seals, as bits of F_GET_SEALS.
  package static let seals = UInt8(linux_all_seals)

  /// The bytes, in the file's mapping, which lives as long as any slice of them.
  package let bytes: Bytes
  private let file: OpenFile

  /// Copies bytes into a new file; of no bytes there is none.
  ///
  /// It takes as long as the copy: a millisecond for some megabytes.
  ///
  /// - Throws: where the process has no descriptor left, or the machine no memory.
  package init(copying bytes: Bytes) throws(MemoryFileFailure) {
    let number = bytes.withUnsafeBytes { bytes in
      linux_sealed_memory_file(
        "feedrpc",
        bytes.baseAddress,
        bytes.count,
        Int32(linux_all_seals)
      )
    }
    guard number >= 0 else { throw MemoryFileFailure(code: -number) }
    file = OpenFile(adopting: number)
    self.bytes = try Bytes(mapping: file, byteCount: bytes.count)
  }

  /// Opens the file once more, for reading only: whoever gets it has an offset of their own.
  ///
  /// - Throws: where the process has no descriptor left.
  package func reopened() throws(MemoryFileFailure) -> OpenFile {
    let number = linux_reopen_for_reading(file.descriptor)
    guard number >= 0 else { throw MemoryFileFailure(code: -number) }
    return OpenFile(adopting: number)
  }
}

/// A memory file that can't be had, for the reason that errno gives.
package struct MemoryFileFailure: Error, Hashable, Sendable {
  package var code: Int32
}

extension Bytes {
  /// Maps the first bytes of a file for reading, until the last slice of them is gone.
  ///
  /// They must not change and the file must not shrink: check its seals.
  package init(mapping file: OpenFile, byteCount: Int) throws(MemoryFileFailure) {
    var memory: UnsafeMutableRawPointer?
    let result = linux_map_for_reading(file.descriptor, byteCount, &memory)
    guard result == 0, let memory else { throw MemoryFileFailure(code: -result) }
    let chunk = ByteChunk(adopting: memory, capacity: byteCount, origin: .mapping)
    self.init(chunk, 0..<byteCount)
  }
}
