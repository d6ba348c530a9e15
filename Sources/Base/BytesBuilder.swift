import Glibc

/// Bytes that grow at their end until they are complete.
///
/// The memory grows with what is in it, by doubling, so that a length that somebody merely
/// announced costs nothing.
package final class BytesBuilder {
  private static let smallestCapacity = 1_024

  /// How many bytes there are.
  package private(set) var count = 0
  private var capacity = 0
  private var memory: UnsafeMutableRawPointer?
  /// There will never be more.
  private let limit: Int

  /// - Parameter limit: how many bytes there will be at most; no memory beyond it is taken.
  package init(limit: Int) { self.limit = limit }

  deinit { free(memory) }

  /// How many bytes more there may be.
  package var room: Int { limit - count }

  /// Appends a copy.
  ///
  /// - Precondition: there are not more than `limit` bytes afterwards.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    withFreeMemory(of: bytes.count) { target in
      target.copyMemory(from: UnsafeRawBufferPointer(start: source, count: bytes.count))
      return bytes.count
    }
  }

  /// Lets `fill` write `byteCount` bytes or fewer; it returns how many it wrote.
  ///
  /// - Precondition: there is room for `byteCount` bytes below `limit`.
  package func withFreeMemory(
    of byteCount: Int,
    _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    precondition(byteCount > 0 && count + byteCount <= limit, "the bytes stay within their limit")
    let start = reserve(count + byteCount)
    let written = fill(UnsafeMutableRawBufferPointer(start: start + count, count: byteCount))
    precondition(written >= 0 && written <= byteCount, "wrote only where there is room")
    count += written
  }

  /// The bytes; the builder is empty afterwards.
  package func finish() -> Bytes {
    guard let memory, count > 0 else { return Bytes() }
    // It may be kept for long; to make it smaller moves nothing, and where it fails it stays.
    let fitting = count < capacity ? realloc(memory, count) ?? memory : memory
    let chunk = ByteChunk(adopting: fitting, capacity: count, origin: .heap)
    let bytes = Bytes(chunk, 0..<count)
    self.memory = nil
    capacity = 0
    count = 0
    return bytes
  }

  private func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if let memory, byteCount <= capacity { return memory }
    capacity = min(max(byteCount, capacity * 2, Self.smallestCapacity), limit)
    guard let grown = realloc(memory, capacity) else { fatalError("out of memory") }
    memory = grown
    return grown
  }
}
