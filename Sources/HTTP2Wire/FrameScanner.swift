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
    /// True for HEADERS of requests, and what continues them, where their stream is not new: no
    /// client of gRPC sends trailers, and the library decodes what comes for streams that are gone.
    var isRepeated = false

    /// True for what carries something or ends a stream.
    ///
    /// That is DATA without padding that could hold a message's prefix, the last DATA of a stream,
    /// and HEADERS of requests, which are counted as streams, or of answers.
    var isUseful: Bool {
      switch type {
      case Self.data:
        flags & Self.endStream != 0
          || flags & Self.padded == 0 && length >= MessageReader.prefixByteCount
      case Self.headers: !isRepeated
      default: false
      }
    }

    /// How many frames that carry nothing it counts for: 0 where it is useful; a header block that
    /// is not takes time with its length.
    var idleCost: Int {
      if isUseful { return 0 }
      return isRepeated ? 1 + length / Self.idleHeaderByteCount : 1
    }

    /// So many bytes of a header block, at a header each, take as long as a frame.
    private static let idleHeaderByteCount = 64

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
  /// HEADERS are those of requests.
  private let readsRequests: Bool
  /// The highest stream that had HEADERS.
  private var lastStream: UInt32 = 0
  /// The length, type and flags so far, highest byte first, and the stream.
  private var collected: UInt64 = 0
  private var collectedStream: UInt32 = 0
  private var collectedCount = 0
  private var payloadLength = 0
  private var payloadRest = 0
  /// HEADERS came without END_HEADERS.
  private var isInHeaderBlock = false
  /// The last HEADERS were for a stream that is not new.
  private var isRepeated = false

  init(prefaceByteCount: Int = 0, readsRequests: Bool = false) {
    self.prefaceByteCount = prefaceByteCount
    self.readsRequests = readsRequests
  }

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
    if collectedCount < 5 {
      collected = collected << 8 | UInt64(byte)
    } else {
      collectedStream = collectedStream << 8 | UInt32(byte)
    }
    collectedCount += 1
  }

  private mutating func beginPayload() -> Header {
    var header = Header(
      length: Int(collected >> 16),
      type: UInt8(truncatingIfNeeded: collected >> 8),
      flags: UInt8(truncatingIfNeeded: collected)
    )
    let stream = collectedStream & 0x7FFF_FFFF
    collected = 0
    collectedStream = 0
    collectedCount = 0
    payloadLength = header.length
    payloadRest = header.length
    if header.type == Header.headers {
      isRepeated = readsRequests && stream <= lastStream
      lastStream = max(lastStream, stream)
    }
    if header.type == Header.headers || header.type == Header.continuation {
      isInHeaderBlock = header.flags & Header.endHeaders == 0
      header.isRepeated = isRepeated
    }
    return header
  }
}
