public import Glibc

/// A piece of memory that slices of it (`Bytes`) keep alive.
///
/// Whoever fills it may write only where no `Bytes` has been handed out, or when
/// `isKnownUniquelyReferenced` says that nobody holds a slice any more.
public final class ByteChunk: @unchecked Sendable {  // Written only by its one filler, see above.
  /// Where the memory came from, hence how it is given back.
  public enum Origin: Sendable {
    /// From malloc.
    case heap
    /// From mmap; the whole mapping is unmapped.
    case mapping
    /// From another chunk, which lives as long as this one; so does the companion.
    case chunk(ByteChunk, companion: any AnyObject & Sendable)
  }

  /// The first byte.
  public let base: UnsafeMutableRawPointer
  /// Bytes from `base` on.
  public let capacity: Int
  @usableFromInline let origin: Origin

  /// Allocates `capacity` bytes, uninitialized.
  @inlinable
  public init(capacity: Int) {
    guard let memory = malloc(max(capacity, 1)) else { fatalError("out of memory") }
    base = memory
    self.capacity = capacity
    origin = .heap
  }

  /// Takes over memory that somebody else made.
  @inlinable
  public init(adopting memory: UnsafeMutableRawPointer, capacity: Int, origin: Origin) {
    base = memory
    self.capacity = capacity
    self.origin = origin
  }

  @inlinable
  deinit {
    switch origin {
    case .heap: free(base)
    case .mapping: munmap(base, capacity)
    case .chunk: break
    }
  }
}
