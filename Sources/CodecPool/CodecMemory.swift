import CLinux
package import Files
import Glibc

/// A mapped memory file that pool and worker share.
///
/// Its size is sealed: touching it can not fault, whatever the other side does.
package struct CodecMemory: ~Copyable {
  /// The file, open as long as this value lives.
  package let descriptor: CInt
  /// All of it.
  ///
  /// The other side may write at any time: copy first, then look.
  package let bytes: UnsafeMutableRawBufferPointer

  /// Makes a file and maps it.
  ///
  /// - Throws: what there is too little of.
  package init(byteCount: Int) throws(Shortage) {
    let file = linux_fixed_memory_file("feedrpc-codec", byteCount)
    guard file >= 0 else { throw Shortage(code: -file) ?? .memory }
    do throws(Misfit) { self = try CodecMemory(adopting: file, byteCount: byteCount) } catch {
      throw .memory
    }
  }

  /// Why a file is not mapped.
  package enum Misfit: Error, Equatable {
    /// It is no file, not sealed, or not of the size.
    case unfit
    /// The process has no room for it.
    case noRoom
  }

  /// Maps a file that the other side made, and owns its descriptor, however this ends.
  package init(adopting descriptor: CInt, byteCount: Int) throws(Misfit) {
    guard descriptor >= 0 else { throw .unfit }
    guard byteCount > 0, linux_check_fixed_memory_file(descriptor, byteCount) == 0 else {
      close(descriptor)
      throw .unfit
    }
    let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else {
      close(descriptor)
      throw .noRoom
    }
    self.descriptor = descriptor
    bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
    close(descriptor)
  }

  /// The size of a file with room for pixels and, in their place, for a picture that can hardly
  /// be compressed.
  ///
  /// - Returns: A power of two or `limit`, so that pictures of like size share a file; nil above
  ///   `limit`.
  package static func byteCount(forPixels pixelByteCount: Int, limit: Int) -> Int? {
    let extra = pixelByteCount / 64 + headersByteCount
    let (needed, isTooLarge) = pixelByteCount.addingReportingOverflow(extra)
    guard !isTooLarge, needed <= limit else { return nil }
    var size = smallestByteCount
    while size < needed { size *= 2 }
    return min(size, limit)
  }

  /// More than the headers of any format take.
  private static let headersByteCount = 64 << 10
  private static let smallestByteCount = 1 << 20
}

extension Optional where Wrapped == CodecMemory {
  /// The mapped bytes; nil where there is no memory.
  package var bytes: UnsafeMutableRawBufferPointer? {
    switch self {
    case .some(let memory): memory.bytes
    case .none: nil
    }
  }
}
