import Base

/// Cuts a stream of bytes into frames.
///
/// A frame that lies whole in the bytes received is a slice of them. The beginning of one that
/// does not is copied to a tail, which grows with what arrives: whatever length the header
/// declares, its capacity is at most 256 bytes or four times the bytes in it. A body over the limit
/// is counted, not kept.
///
/// Invariant: where `tailCount > 0`, the bytes in `tail` precede those of `input` from `position`.
struct FrameDecoder: Sendable {
  /// What the bytes so far hold.
  enum Answer: Sendable {
    case frame(FrameHeader, Bytes)
    /// A frame whose body was longer than `messageLimit`; it has been thrown away.
    case discarded(FrameHeader)
    case nothingYet
    case violation(Violation)
  }

  /// What can't be read any further.
  enum Violation: Error, Equatable, Sendable {
    case bodyTooLong(byteCount: Int, limit: Int)
  }

  /// How much of an unfinished frame is there.
  enum Unfinished: Equatable, Sendable {
    case none
    case header
    case body(receivedByteCount: Int)
  }

  private static let smallestTailByteCount = 256

  let messageLimit: Int
  let discardLimit: Int
  private var input = Bytes()
  private var position = 0
  private var tail: ByteChunk?
  private var tailCount = 0
  private var discarded: FrameHeader?
  private var discardedCount = 0

  init(messageLimit: Int, discardLimit: Int) {
    self.messageLimit = messageLimit
    self.discardLimit = discardLimit
  }

  /// Adds bytes; cuts nothing yet.
  mutating func receive(_ bytes: Bytes) {
    guard position < input.count else {
      input = bytes
      position = 0
      return
    }
    // The frames of earlier bytes were not all asked for: both are put together.
    let rest = input.slice(position..<input.count)
    input = Bytes(byteCount: rest.count + bytes.count) { target in
      target.copyBytes(from: rest)
      UnsafeMutableRawBufferPointer(rebasing: target[rest.count...]).copyBytes(from: bytes)
    }
    position = 0
  }

  /// The next frame, if it is whole.
  ///
  /// After a violation the decoder must not be asked again.
  mutating func next() -> Answer {
    if let discarded { return discardMore(of: discarded) }
    if tailCount > 0 { return nextFromTail() }
    let available = input.count - position
    guard available >= FrameHeader.byteCount else {
      fillTail(upTo: FrameHeader.byteCount)
      return .nothingYet
    }
    let header = input.withUnsafeBytes { FrameHeader(reading: $0, at: position) }
    guard header.length <= messageLimit else {
      position += FrameHeader.byteCount
      return startDiscarding(header)
    }
    let byteCount = FrameHeader.byteCount + header.length
    guard available >= byteCount else {
      fillTail(upTo: byteCount)
      return .nothingYet
    }
    let body = input.slice(position + FrameHeader.byteCount..<position + byteCount)
    advance(by: byteCount)
    return .frame(header, body)
  }

  /// The next frame, where it is a client's Request and lies whole in the input: its header, and
  /// where in the input its body is, until it is skipped.
  ///
  /// `next()` takes what this leaves.
  func peekRequest() -> (header: FrameHeader, body: Range<Int>)? {
    let start = position + FrameHeader.byteCount
    guard tailCount == 0, discarded == nil, start <= input.count else { return nil }
    let header = input.withUnsafeBytes { FrameHeader(reading: $0, at: position) }
    guard header.type == FrameType.request.rawValue, header.stream % 2 == 1,
      header.length <= min(messageLimit, input.count - start)
    else { return nil }
    return (header, start..<start + header.length)
  }

  /// Bytes of the input, to be looked at before anything else is asked.
  func peek(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    input.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]) }
  }

  /// What lies in `range` of the body of the frame that comes next.
  func sliceOfNextBody(_ range: Range<Int>) -> Bytes {
    let start = position + FrameHeader.byteCount
    return input.slice(start + range.lowerBound..<start + range.upperBound)
  }

  /// Goes past the frame that `peekRequest` found.
  mutating func skip(_ header: FrameHeader) {
    advance(by: FrameHeader.byteCount + header.length)
  }

  /// What is there of a frame that `next()` has not returned.
  var unfinished: Unfinished {
    if discarded != nil { return .body(receivedByteCount: discardedCount) }
    if tailCount >= FrameHeader.byteCount {
      return .body(receivedByteCount: tailCount - FrameHeader.byteCount)
    }
    return tailCount > 0 ? .header : .none
  }

  /// The header of the frame that is not whole yet; nil where not even that is there.
  var begun: FrameHeader? { discarded ?? headerInTail }

  /// True where bytes were received that `next()` has not looked at.
  var hasInput: Bool { position < input.count }

  /// Memory held for the beginning of a frame, in bytes.
  var tailCapacity: Int { tail?.capacity ?? 0 }

  /// The same, once its header is there.
  var begunByteCount: Int { headerInTail == nil ? 0 : tailCapacity }

  /// Lets go of the frame that has begun: it will be told as discarded.
  mutating func discardBegun() {
    guard discarded == nil, let header = headerInTail else { return }
    discarded = header
    discardedCount = tailCount - FrameHeader.byteCount
    dropTail()
  }
}

extension FrameDecoder {
  private mutating func nextFromTail() -> Answer {
    if tailCount < FrameHeader.byteCount { fillTail(upTo: FrameHeader.byteCount) }
    guard let header = headerInTail else { return .nothingYet }
    guard header.length <= messageLimit else {
      dropTail()
      return startDiscarding(header)
    }
    let byteCount = FrameHeader.byteCount + header.length
    fillTail(upTo: byteCount)
    guard let whole = tail, tailCount == byteCount else { return .nothingYet }
    dropTail()
    return .frame(header, Bytes(whole, FrameHeader.byteCount..<byteCount))
  }

  private var headerInTail: FrameHeader? {
    guard let tail, tailCount >= FrameHeader.byteCount else { return nil }
    return FrameHeader(reading: UnsafeRawBufferPointer(start: tail.base, count: tailCount), at: 0)
  }

  /// Moves input to the tail until that has `byteCount` bytes or the input is used up.
  private mutating func fillTail(upTo byteCount: Int) {
    let count = min(byteCount - tailCount, input.count - position)
    guard count > 0 else { return }
    let chunk = tail(of: tailCount + count, growingTo: byteCount)
    input.withUnsafeBytes { source in
      let part = UnsafeRawBufferPointer(rebasing: source[position..<position + count])
      UnsafeMutableRawBufferPointer(start: chunk.base + tailCount, count: count).copyMemory(
        from: part
      )
    }
    tailCount += count
    advance(by: count)
  }

  /// A tail chunk for `count` bytes, with what is in the old one.
  private mutating func tail(of count: Int, growingTo byteCount: Int) -> ByteChunk {
    // A copy of the decoder may hold the same chunk: only its one owner fills it.
    let isOwned = tail?.isOnlyHandle() == true
    if let tail, isOwned, tail.capacity >= count { return tail }
    let room = max(count * 4, Self.smallestTailByteCount)
    let chunk = ByteChunk(capacity: max(count, min(byteCount, room)))
    if let tail { chunk.base.copyMemory(from: tail.base, byteCount: tailCount) }
    tail = chunk
    return chunk
  }

  private mutating func dropTail() {
    tail = nil
    tailCount = 0
  }

  /// Steps over input, and lets go of it once it is used up so that its chunk can be reused.
  private mutating func advance(by count: Int) {
    position += count
    guard position == input.count else { return }
    input = Bytes()
    position = 0
  }

  private mutating func startDiscarding(_ header: FrameHeader) -> Answer {
    guard header.length <= discardLimit else {
      return .violation(.bodyTooLong(byteCount: header.length, limit: discardLimit))
    }
    discarded = header
    discardedCount = 0
    return discardMore(of: header)
  }

  private mutating func discardMore(of header: FrameHeader) -> Answer {
    let count = min(header.length - discardedCount, input.count - position)
    discardedCount += count
    advance(by: count)
    guard discardedCount == header.length else { return .nothingYet }
    discarded = nil
    return .discarded(header)
  }
}
