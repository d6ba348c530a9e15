/// What a worker says; its bytes are drawn beside `CodecRequest`.
package enum CodecReply: Equatable, Sendable {
  /// It can take requests; the text names the build of its libraries.
  case ready(buildIdentity: String)
  /// The request with this number is done: its result lies at the start of the memory file.
  case done(number: UInt32, byteCount: UInt64)
  /// The request with this number can not be done; the library's own words.
  case refused(number: UInt32, reason: String)
  /// The photo of the request with this number can not be read.
  case unreadable(number: UInt32, PhotoFlaw)
  /// There is no room to map the memory file of the request with this number; the worker is well,
  /// and has none now.
  case noRoom(number: UInt32)

  /// Bytes before the text.
  package static let headByteCount = 16
  /// Bytes of text at most; longer texts are cut.
  package static let maximumTextByteCount = 1_024
  /// Bytes of the longest reply.
  package static let maximumByteCount = headByteCount + maximumTextByteCount

  /// Reads a reply; nil where the bytes are none.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headByteCount, bytes[2...3].allSatisfy({ $0 == 0 }),
      bytes[0] == 4 || bytes[1] == 0
    else { return nil }
    let number: UInt32 = bytes.littleEndian(at: 4)
    let count: UInt64 = bytes.littleEndian(at: 8)
    let text = bytes[Self.headByteCount...]
    switch bytes[0] {
    case 1:
      guard number == 0, let identity = Self.text(text, byteCount: count) else { return nil }
      self = .ready(buildIdentity: identity)
    case 2:
      guard text.isEmpty else { return nil }
      self = .done(number: number, byteCount: count)
    case 3:
      guard let reason = Self.text(text, byteCount: count) else { return nil }
      self = .refused(number: number, reason: reason)
    case 4:
      guard text.isEmpty, let flaw = PhotoFlaw(code: bytes[1], found: count) else { return nil }
      self = .unreadable(number: number, flaw)
    case 5:
      guard text.isEmpty, count == 0 else { return nil }
      self = .noRoom(number: number)
    default:
      return nil
    }
  }

  private static func text(
    _ bytes: Slice<UnsafeRawBufferPointer>,
    byteCount: UInt64
  ) -> String? {
    guard byteCount == bytes.count, bytes.count <= maximumTextByteCount,
      !bytes.contains(where: isControl)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Gives `body` the bytes of the reply, valid only inside.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let (kind, number, text): (UInt8, UInt32, String) =
      switch self {
      case .ready(let identity): (1, 0, Self.clean(identity))
      case .done(let number, _): (2, number, "")
      case .refused(let number, let reason): (3, number, Self.clean(reason))
      case .unreadable(let number, _): (4, number, "")
      case .noRoom(let number): (5, number, "")
      }
    let (count, flaw): (UInt64, UInt8) =
      switch self {
      case .ready, .refused: (UInt64(text.utf8.count), 0)
      case .done(_, let byteCount): (byteCount, 0)
      case .unreadable(_, let flaw): (flaw.found, flaw.code)
      case .noRoom: (0, 0)
      }
    let size = Self.headByteCount + text.utf8.count
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
      bytes.storeBytes(of: kind, toByteOffset: 0, as: UInt8.self)
      bytes[1] = flaw
      for index in 2...3 { bytes[index] = 0 }
      bytes.storeLittleEndian(number, at: 4)
      bytes.storeLittleEndian(count, at: 8)
      UnsafeMutableRawBufferPointer(rebasing: bytes[Self.headByteCount...])
        .copyBytes(from: text.utf8)
      return body(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Whether the byte is a control character: texts end in logs, a line each.
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }

  /// The longest beginning of whole characters that fits, with spaces for control characters.
  private static func clean(_ text: String) -> String {
    var kept = String(decoding: text.utf8.map { isControl($0) ? 0x20 : $0 }, as: UTF8.self)
    while kept.utf8.count > maximumTextByteCount { kept.removeLast() }
    return kept
  }
}
