package import Base
import Glibc

extension OpenFile {
  /// The size of a regular file; nil for anything else.
  package var byteCount: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads the first `count` bytes, wherever others who share the file have read to.
  ///
  /// It may wait for a disk: not for a loop.
  ///
  /// - Returns: nil where the file is shorter, or can't be read.
  package func readBytes(_ count: Int) -> Bytes? {
    var isWhole = true
    let bytes = Bytes(byteCount: count) { memory in
      isWhole = read(into: memory)
      // Nobody sees memory that was somebody else's.
      if !isWhole { memory.initializeMemory(as: UInt8.self, repeating: 0) }
    }
    return isWhole ? bytes : nil
  }

  private func read(into memory: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < memory.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: memory[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(done))
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
