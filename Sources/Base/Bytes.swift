/// Immutable bytes: a slice of a shared chunk of memory.
///
/// Copying and slicing cost no copy of the bytes. A short slice keeps its whole chunk alive; what
/// is kept for long is compacted with `Bytes(copying:)`.
public struct Bytes: Sendable {
  @usableFromInline let chunk: ByteChunk?
  @usableFromInline let offset: Int
  /// How many bytes there are.
  public let count: Int

  /// No bytes.
  @inlinable
  public init() {
    chunk = nil
    offset = 0
    count = 0
  }

  /// The bytes of `chunk` in `range`, which must lie inside it.
  @inlinable
  public init(_ chunk: ByteChunk, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= chunk.capacity, "inside the chunk")
    self.chunk = chunk
    offset = range.lowerBound
    count = range.count
  }

  /// A copy in memory of its own.
  @inlinable
  public init(copying buffer: UnsafeRawBufferPointer) {
    guard let source = buffer.baseAddress, !buffer.isEmpty else {
      self.init()
      return
    }
    let chunk = ByteChunk(capacity: buffer.count)
    chunk.base.copyMemory(from: source, byteCount: buffer.count)
    self.init(chunk, 0..<buffer.count)
  }

  /// A copy of a collection of bytes.
  @inlinable
  public init(_ elements: some Collection<UInt8>) {
    let count = elements.count
    guard count > 0 else {
      self.init()
      return
    }
    let chunk = ByteChunk(capacity: count)
    let target = UnsafeMutableRawBufferPointer(start: chunk.base, count: count)
    target.copyBytes(from: elements)
    self.init(chunk, 0..<count)
  }

  /// Memory of `byteCount` bytes that `initialize` fills completely.
  @inlinable
  public init(byteCount: Int, initializingWith initialize: (UnsafeMutableRawBufferPointer) -> Void)
  {
    guard byteCount > 0 else {
      self.init()
      return
    }
    let chunk = ByteChunk(capacity: byteCount)
    initialize(UnsafeMutableRawBufferPointer(start: chunk.base, count: byteCount))
    self.init(chunk, 0..<byteCount)
  }

  /// The same bytes in place, which keep `companion` for as long as anybody holds a slice.
  package func keeping(_ companion: any AnyObject & Sendable) -> Bytes {
    guard let chunk else { return self }
    let memory = chunk.base + offset
    let origin = ByteChunk.Origin.chunk(chunk, companion: companion)
    return Bytes(ByteChunk(adopting: memory, capacity: count, origin: origin), 0..<count)
  }

  /// Which memory the bytes lie in, for as long as they are held; nil where there are none.
  package var memoryID: ObjectIdentifier? { chunk.map { ObjectIdentifier($0.owner) } }

  /// Gives `body` the bytes in place; the pointer is valid only inside.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(chunk) {} }
    guard let chunk else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return try body(UnsafeRawBufferPointer(start: chunk.base + offset, count: count))
  }
}

extension Bytes: RandomAccessCollection {
  /// Always 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The same as `count`.
  @inlinable
  public var endIndex: Int { count }

  /// The byte at `position`, which counts from 0.
  @inlinable
  public subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count, "inside the bytes")
    guard let chunk else { preconditionFailure("bytes that are not empty have a chunk") }
    return chunk.base.load(fromByteOffset: offset + position, as: UInt8.self)
  }

  /// The bytes in `bounds`, counted from 0 again, sharing the memory.
  @inlinable
  public func slice(_ bounds: Range<Int>) -> Bytes {
    precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "inside the bytes")
    guard let chunk, !bounds.isEmpty else { return Bytes() }
    return Bytes(chunk, offset + bounds.lowerBound..<offset + bounds.upperBound)
  }

  /// Gives `body` the bytes in place; never nil.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBytes { buffer in
      try buffer.withMemoryRebound(to: UInt8.self, body)
    }
  }
}

extension Bytes: Hashable {
  /// Equal contents, wherever they lie.
  public static func == (left: Bytes, right: Bytes) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { left.hasSameBytes(as: $0) } }
  }

  /// Feeds the contents to the hasher.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension Bytes: ExpressibleByArrayLiteral {
  /// A copy of the elements.
  public init(arrayLiteral elements: UInt8...) { self.init(elements) }
}

extension Bytes: CustomStringConvertible {
  /// A summary; the bytes themselves may be private.
  public var description: String { "\(count) bytes" }
}
