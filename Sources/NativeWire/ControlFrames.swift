import Base

/// Why a connection ends, in GOAWAY; the numbers are those of RFC 9113 7.
enum GoAwayCode: UInt32, Sendable {
  case none = 0
  case protocolError = 1
  case flowControlError = 3
  case enhanceYourCalm = 11
}

/// The body of a GOAWAY frame: u32 last id, u32 code, UTF-8 text.
struct GoAway: Equatable, Sendable {
  /// The highest stream that the sender ran; 2^32-1 in the first of two.
  var lastID: UInt32
  /// A `GoAwayCode`; others count as errors too.
  var code: UInt32
  var text: String

  init(lastID: UInt32, code: GoAwayCode, text: String) {
    self.lastID = lastID
    self.code = code.rawValue
    self.text = text
  }

  init?(_ body: Bytes) {
    guard body.count >= 8 else { return nil }
    lastID = body.integer(at: 0)
    code = body.integer(at: 4)
    text = String(decoding: body.slice(8..<body.count), as: UTF8.self)
  }

  var body: Bytes { Bytes(lastID.bigEndianBytes + code.bigEndianBytes + Array(text.utf8)) }
}

extension Bytes {
  /// The big-endian integer at an offset; the bytes must be there.
  func integer(at offset: Int) -> UInt32 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian }
  }
}

extension UInt32 {
  /// The four bytes, highest first.
  var bigEndianBytes: [UInt8] { Swift.withUnsafeBytes(of: bigEndian) { Array($0) } }
}
