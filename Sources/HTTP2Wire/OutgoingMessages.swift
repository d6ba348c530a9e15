import Base

/// Messages of a stream that wait for the peer's windows, with their prefixes.
struct OutgoingMessages {
  private var pieces: [Piece] = []
  private var first = 0
  /// Bytes that wait.
  private(set) var byteCount = 0
  /// The beginning of a message is gone, and its rest waits.
  private(set) var isInsideMessage = false

  private struct Piece {
    var bytes = Bytes()
    var endsMessage = false
  }

  var isEmpty: Bool { byteCount == 0 }

  /// Appends a message; a large tail by reference, the rest as a copy.
  mutating func append(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    isCompressed: Bool = false
  ) {
    let length = head.count + tail.count
    let refersToTail = tail.count >= OutputQueue.largeByteCount
    let copied = MessageReader.prefixByteCount + (refersToTail ? head.count : length)
    let start = Bytes(byteCount: copied) { memory in
      guard let base = memory.baseAddress else { return }
      base.storeBytes(of: isCompressed ? 1 : 0, as: UInt8.self)
      base.storeBytes(of: UInt32(length).bigEndian, toByteOffset: 1, as: UInt32.self)
      let body = base + MessageReader.prefixByteCount
      if let source = head.baseAddress { body.copyMemory(from: source, byteCount: head.count) }
      guard !refersToTail else { return }
      tail.withUnsafeBytes { tail in
        guard let source = tail.baseAddress else { return }
        (body + head.count).copyMemory(from: source, byteCount: tail.count)
      }
    }
    append(start, endsMessage: !refersToTail)
    if refersToTail { append(tail) }
  }

  /// Appends bytes as they are; `endsMessage` is false where more of the same message follow.
  mutating func append(_ bytes: Bytes, endsMessage: Bool = true) {
    guard !bytes.isEmpty else { return }
    pieces.append(Piece(bytes: bytes, endsMessage: endsMessage))
    byteCount += bytes.count
  }

  /// Moves the first `count` bytes to `output`.
  ///
  /// - Precondition: there are as many.
  mutating func move(_ count: Int, to output: inout OutputQueue) {
    precondition(count <= byteCount, "moves only what waits")
    byteCount -= count
    var rest = count
    while rest > 0 {
      let piece = pieces[first].bytes
      let taken = min(rest, piece.count)
      output.append(taken == piece.count ? piece : piece.slice(0..<taken))
      rest -= taken
      if taken < piece.count {
        pieces[first].bytes = piece.slice(taken..<piece.count)
        isInsideMessage = true
      } else {
        isInsideMessage = !pieces[first].endsMessage
        pieces[first] = Piece()
        first += 1
      }
    }
    // What is gone is forgotten in batches, so that each piece moves at most once on average.
    if first > pieces.count / 2 || first == pieces.count {
      pieces.removeFirst(first)
      first = 0
    }
  }

  mutating func removeAll() { self = OutgoingMessages() }
}
