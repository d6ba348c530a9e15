public import Glibc

/// A piece of memory that slices of it (`Bytes`) keep alive.
///
/// A handle: copies share the memory. Whoever fills it may write only where no `Bytes` has been
/// handed out, or when `isOnlyHandle` says that nobody holds a slice any more.
public struct ByteChunk: @unchecked Sendable {  // Written only by its one filler, see above.
  /// Where the memory came from, hence how it is given back.
  public enum Origin: Sendable {
    /// It lies behind the object that counts its owners: one allocation for both.
    case own
    /// From malloc.
    case heap
    /// From mmap; the whole mapping is unmapped.
    case mapping
    /// From another chunk, which lives as long as this one; so does the companion.
    case chunk(ByteChunk, companion: any AnyObject & Sendable)
  }

  @usableFromInline
  struct Header {
    @usableFromInline let base: UnsafeMutableRawPointer
    @usableFromInline let capacity: Int
    @usableFromInline let origin: Origin

    @inlinable
    init(base: UnsafeMutableRawPointer, capacity: Int, origin: Origin) {
      self.base = base
      self.capacity = capacity
      self.origin = origin
    }
  }

  /// What memory behind the object is counted in.
  ///
  /// Not in what is aligned to 16 bytes: the runtime asks for that with posix_memalign, which takes
  /// four times as long as the malloc that gives it anyway.
  @usableFromInline typealias Unit = UInt64

  @usableFromInline
  final class Storage: ManagedBuffer<Header, Unit> {
    @inlinable
    deinit {
      switch header.origin {
      case .own, .chunk: break
      case .heap: free(header.base)
      case .mapping: munmap(header.base, header.capacity)
      }
    }
  }

  @usableFromInline var storage: ManagedBuffer<Header, Unit>

  /// The first byte.
  @inlinable
  public var base: UnsafeMutableRawPointer { storage.header.base }

  /// Bytes from `base` on.
  @inlinable
  public var capacity: Int { storage.header.capacity }

  /// Allocates `capacity` bytes, uninitialized, from a multiple of 16 on.
  @inlinable
  public init(capacity: Int) {
    // One unit more, as the memory behind the header may begin at an odd one.
    storage = Storage.create(minimumCapacity: (capacity + 7) / 8 + 1) { storage in
      let base = storage.withUnsafeMutablePointerToElements {
        UnsafeMutableRawPointer($0).alignedUp(toMultipleOf: 16)
      }
      return Header(base: base, capacity: capacity, origin: .own)
    }
  }

  /// Takes over memory that somebody else made.
  @inlinable
  public init(adopting memory: UnsafeMutableRawPointer, capacity: Int, origin: Origin) {
    storage = Storage.create(minimumCapacity: 0) { _ in
      Header(base: memory, capacity: capacity, origin: origin)
    }
  }

  /// True where nobody else holds the chunk or a slice of it.
  @inlinable
  package mutating func isOnlyHandle() -> Bool { isKnownUniquelyReferenced(&storage) }

  /// What lives as long as anybody holds the chunk or a slice of it.
  package var owner: AnyObject { storage }
}
