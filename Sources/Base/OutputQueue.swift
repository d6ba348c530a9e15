/// Bytes that wait to be written, in order.
///
/// Small pieces are copied together into chunks, so that many frames leave as one; a `Bytes` of
/// `largeByteCount` or more is kept by reference. An empty queue holds a chunk of the smallest size
/// or none: without it a short call took a fourteenth more. It is a value: a copy never shows what
/// is appended to the original.
package struct OutputQueue: Sendable {
  /// From this size on a `Bytes` is referred to, below it is copied.
  package static let largeByteCount = 4_096
  /// The most pieces that one write gets (IOV_MAX is 1,024).
  package static let pieceLimit = 64
  /// Chunks grow from the first size to the second, by four.
  @usableFromInline static let smallestChunkByteCount = 896
  @usableFromInline static let largestChunkByteCount = 61_440

  /// Bytes that wait.
  package private(set) var byteCount = 0
  /// Whole pieces, to be written before the open one; those before `firstPiece` are written.
  private var pieces: [Bytes] = []
  private var firstPiece = 0
  /// The chunk that is filled, and which of its bytes wait.
  private var chunk: ByteChunk?
  private var openStart = 0
  private var openEnd = 0
  private var nextChunkByteCount = OutputQueue.smallestChunkByteCount
  private var marks: [Mark] = []

  /// A byte that must be the first of its write.
  private struct Mark: Sendable {
    /// How many bytes wait before it.
    var distance: Int
    var value: Int
  }

  package init() {}

  /// True where nothing waits.
  package var isEmpty: Bool { byteCount == 0 }

  /// Appends `count` bytes that lie together; `fill` must write all of them.
  @inlinable
  package mutating func append(byteCount count: Int, _ fill: (UnsafeMutableRawPointer) -> Void) {
    guard count > 0 else { return }
    fill(reserve(count))
  }

  /// Appends a copy.
  package mutating func append(copying bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    reserve(bytes.count).copyMemory(from: source, byteCount: bytes.count)
  }

  /// Appends the bytes, by reference where they are large.
  package mutating func append(_ bytes: Bytes) {
    guard bytes.count >= Self.largeByteCount else {
      bytes.withUnsafeBytes { append(copying: $0) }
      return
    }
    seal()
    nextChunkByteCount = Self.smallestChunkByteCount
    pieces.append(bytes)
    byteCount += bytes.count
  }

  /// Marks what is appended next: its first byte will begin a write, which `frontMark` announces.
  ///
  /// Something must be appended before the next mark.
  package mutating func mark(_ value: Int) {
    precondition(marks.last.map { $0.distance < byteCount } ?? true, "one mark for each byte")
    marks.append(Mark(distance: byteCount, value: value))
  }

  /// What the first byte that waits was marked with.
  package var frontMark: Int? { marks.first.flatMap { $0.distance == 0 ? $0.value : nil } }

  /// Drops everything.
  package mutating func removeAll() { self = OutputQueue() }

  /// Gives `body` the first pieces, at most `pieceLimit` and `limit` bytes of them, and none from
  /// the next mark on.
  ///
  /// The pointers are valid only inside. `body` returns how many bytes it took; those leave.
  ///
  /// - Returns: what `body` returned.
  @discardableResult
  package mutating func write(
    upTo limit: Int,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) -> Int {
    guard byteCount > 0, limit > 0 else { return 0 }
    let limit = marks.isEmpty ? limit : min(limit, distanceToNextMark)
    let pieceCount = min(pieces.count - firstPiece + 1, Self.pieceLimit)
    let taken = withUnsafeTemporaryAllocation(
      of: UnsafeRawBufferPointer.self,
      capacity: pieceCount
    ) { buffer in
      let filled = gather(into: buffer, upTo: limit)
      return body(UnsafeBufferPointer(rebasing: buffer[..<filled]))
    }
    precondition(taken >= 0 && taken <= min(byteCount, limit), "took only what was given")
    remove(taken)
    return taken
  }
}

extension OutputQueue {
  /// Makes room for `count` bytes that lie together and counts them in.
  @usableFromInline
  mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    let isOwned = chunk?.isOnlyHandle() == true
    if let chunk, isOwned, chunk.capacity - openEnd >= count {
      openEnd += count
      byteCount += count
      return chunk.base + (openEnd - count)
    }
    seal()
    let fresh = ByteChunk(capacity: max(nextChunkByteCount, count))
    nextChunkByteCount = min(nextChunkByteCount * 4, Self.largestChunkByteCount)
    chunk = fresh
    openEnd = count
    byteCount += count
    return fresh.base
  }

  /// Makes a whole piece of what the open chunk holds.
  private mutating func seal() {
    if let chunk, openEnd > openStart { pieces.append(Bytes(chunk, openStart..<openEnd)) }
    chunk = nil
    openStart = 0
    openEnd = 0
  }

  /// Bytes before the first mark that is not at the front.
  private var distanceToNextMark: Int { marks.first { $0.distance > 0 }?.distance ?? byteCount }

  /// Fills `buffer` with pointers; returns how many.
  private func gather(
    into buffer: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>,
    upTo limit: Int
  ) -> Int {
    var filled = 0
    var room = limit
    for piece in pieces[firstPiece...] {
      guard filled < buffer.count, room > 0 else { return filled }
      // The queue keeps the piece, and so its memory, until `remove`.
      let pointer = piece.withUnsafeBytes { $0 }
      buffer.initializeElement(
        at: filled,
        to: UnsafeRawBufferPointer(rebasing: pointer.prefix(room))
      )
      room -= min(room, piece.count)
      filled += 1
    }
    if let chunk, openEnd > openStart, filled < buffer.count, room > 0 {
      let count = min(room, openEnd - openStart)
      let pointer = UnsafeRawBufferPointer(start: chunk.base + openStart, count: count)
      buffer.initializeElement(at: filled, to: pointer)
      filled += 1
    }
    return filled
  }

  private mutating func remove(_ count: Int) {
    byteCount -= count
    if !marks.isEmpty, count > 0 { moveMarks(by: count) }
    guard byteCount > 0 else {
      empty()
      return
    }
    var left = count
    while left > 0, firstPiece < pieces.count {
      let piece = pieces[firstPiece]
      guard left >= piece.count else {
        pieces[firstPiece] = piece.slice(left..<piece.count)
        return
      }
      left -= piece.count
      pieces[firstPiece] = Bytes()
      firstPiece += 1
    }
    openStart += left
    // What is written is forgotten in batches, so that each piece moves at most once on average.
    if firstPiece > pieces.count / 2 {
      pieces.removeFirst(firstPiece)
      firstPiece = 0
    }
  }

  /// Keeps a chunk of the smallest size for the next short answer.
  private mutating func empty() {
    guard let chunk, pieces.isEmpty, marks.isEmpty,
      chunk.capacity == Self.smallestChunkByteCount
    else {
      self = OutputQueue()
      return
    }
    openStart = 0
    openEnd = 0
  }

  /// The mark at the front goes with the first byte behind it.
  private mutating func moveMarks(by count: Int) {
    marks.removeAll { $0.distance < count }
    for index in marks.indices { marks[index].distance -= count }
  }
}
