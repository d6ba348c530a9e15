package import Base
import Glibc

/// Memory that sockets are read into, shared by all connections of a loop.
///
/// Bytes go out as slices of a chunk. The chunk is used again from its start when nobody holds a
/// slice any more, else from behind the last one, and replaced when little room is left. So an
/// idle connection holds no buffer.
///
///     mapping: 64 bytes unused | chunk of readChunkByteCount
///
/// The kernel copies to an address 64 bytes into a page at full speed; 1 to 31 bytes further in
/// than the source is 5 to 7 times slower on Zen 3.
package struct ReadBuffer {
  private var chunk: ByteChunk?
  /// Where the next read goes; no slice reaches beyond it.
  private var offset = 0

  private static let firstOffset = 64

  package init() {}

  /// Lets `fill` write into free memory, and gives back what it wrote.
  ///
  /// `fill` returns how many bytes it wrote, or nil where there were none to write.
  package mutating func read(
    _ fill: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int?
  ) throws(SystemError) -> Bytes? {
    let chunk = nextChunk()
    let room = UnsafeMutableRawBufferPointer(
      start: chunk.base + offset,
      count: chunk.capacity - offset
    )
    guard let count = try fill(room) else { return nil }
    let start = offset
    offset = min((start + count + 63) & ~63, chunk.capacity)
    return Bytes(chunk, start..<start + count)
  }

  private mutating func nextChunk() -> ByteChunk {
    if chunk?.isOnlyHandle() == true { offset = Self.firstOffset }
    if let chunk, chunk.capacity - offset >= Limits.smallestReadByteCount { return chunk }
    let fresh = Self.makeChunk()
    chunk = fresh
    offset = Self.firstOffset
    return fresh
  }

  private static func makeChunk() -> ByteChunk {
    let capacity = firstOffset + Limits.readChunkByteCount
    let mapping = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping, mapping != MAP_FAILED else { fatalError("out of memory") }
    return ByteChunk(adopting: mapping, capacity: capacity, origin: .mapping)
  }
}
