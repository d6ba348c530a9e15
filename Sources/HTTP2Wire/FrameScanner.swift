import Base

/// Finds the frames in what a peer sends, without looking into them.
///
///     length 24 bits | type 8 | flags 8 | reserved 1, stream 31 | payload       (RFC 9113 4.1)
///
/// The library does the reading. This tells, ahead of it, how much work there will be, and whether
/// the bytes so far end inside a frame: of both the library says nothing.
struct FrameScanner: Sendable {
  /// What precedes the payload.
  struct Header: Equatable, Sendable {
    static let byteCount = 9

    var length: Int
    var type: UInt8
    var flags: UInt8

    /// True for what carries something or ends a stream.
    ///
    /// That is DATA without padding that could hold a message's prefix, the last DATA of a stream,
    /// and HEADERS, which are counted as streams.
    var isUseful: Bool {
      switch type {
      case Self.data:
        flags & Self.endStream != 0
          || flags & Self.padded == 0 && length >= MessageReader.prefixByteCount
      case Self.headers: true
      default: false
      }
    }

    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let continuation: UInt8 = 9
    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4
    static let padded: UInt8 = 8
  }

  /// What the bytes so far end in.
  enum Unfinished: Equatable, Sendable {
    case nothing
    /// A frame's header, or the client's preface.
    case header
    /// A payload of so many bytes, or a header block whose next frame is to come.
    case payload(byteCount: Int)
  }

  /// Bytes that are no frame yet: the rest of the client's preface.
  private var prefaceByteCount: Int
  /// The header so far, highest byte first.
  private var collected: UInt64 = 0
  private var collectedCount = 0
  private var payloadLength = 0
  private var payloadRest = 0
  /// HEADERS came without END_HEADERS.
  private var isInHeaderBlock = false

  init(prefaceByteCount: Int = 0) { self.prefaceByteCount = prefaceByteCount }

  var unfinished: Unfinished {
    if payloadRest > 0 { return .payload(byteCount: payloadLength) }
    if collectedCount > 0 || prefaceByteCount > 0 { return .header }
    return isInHeaderBlock ? .payload(byteCount: 0) : .nothing
  }

  /// Calls `found` with the header of each frame that begins in `bytes`.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, _ found: (Header) -> Void) {
    var position = min(prefaceByteCount, bytes.count)
    prefaceByteCount -= position
    while position < bytes.count {
      if payloadRest > 0 {
        let step = min(payloadRest, bytes.count - position)
        payloadRest -= step
        position += step
        continue
      }
      collect(bytes[position])
      position += 1
      if collectedCount == Header.byteCount { found(beginPayload()) }
    }
  }

  private mutating func collect(_ byte: UInt8) {
    // The stream's number is of no interest.
    if collectedCount < 5 { collected = collected << 8 | UInt64(byte) }
    collectedCount += 1
  }

  private mutating func beginPayload() -> Header {
    let header = Header(
      length: Int(collected >> 16),
      type: UInt8(truncatingIfNeeded: collected >> 8),
      flags: UInt8(truncatingIfNeeded: collected)
    )
    collected = 0
    collectedCount = 0
    payloadLength = header.length
    payloadRest = header.length
    if header.type == Header.headers || header.type == Header.continuation {
      isInHeaderBlock = header.flags & Header.endHeaders == 0
    }
    return header
  }
}
