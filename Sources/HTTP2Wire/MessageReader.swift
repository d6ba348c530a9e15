import Base

/// Puts the messages of a stream together again.
///
///     compressed 8 bits | length 32 bits | message      (grpc.io, PROTOCOL-HTTP2, Requests)
///
/// Where DATA frames begin and end means nothing. A message that lies in one piece is a slice of
/// it; another grows in one buffer, with what arrives and not with what its length announces.
struct MessageReader {
  static let prefixByteCount = 5

  /// A message as it was sent.
  struct Message: Equatable {
    var isCompressed: Bool
    var body: Bytes
  }

  /// Why a stream can't be read any further.
  enum Refusal: Error, Equatable, Sendable {
    case tooLong(byteCount: Int, limit: Int)
    /// The first byte of a prefix is neither 0 nor 1.
    case unknownFlag(UInt8)
  }

  private let limit: Int
  private var prefix: UInt64 = 0
  private var prefixCount = 0
  /// Set once the prefix is complete.
  private var length: Int?
  private var body: BytesBuilder?

  /// - Parameter limit: the longest message that is taken.
  init(limit: Int) { self.limit = limit }

  /// The length of the message that has begun, once it is known.
  var announced: Int? { length }

  /// How many bytes are here of the message that has begun, its prefix among them.
  var begunByteCount: Int { prefixCount + (body?.count ?? 0) }

  /// How many bytes are missing of the message that has begun; 0 while its length is not known.
  var missingByteCount: Int {
    guard let length else { return 0 }
    return length + Self.prefixByteCount - begunByteCount
  }

  /// True where a message has begun and is not complete.
  var isInsideMessage: Bool { prefixCount > 0 }

  /// Takes the next message out of `piece`, whose rest stays in it.
  ///
  /// - Returns: nil once `piece` is used up.
  mutating func next(_ piece: inout Bytes) throws(Refusal) -> Message? {
    guard let length = try readPrefix(&piece) else { return nil }
    let missing = length - (body?.count ?? 0)
    if body == nil, piece.count >= missing {
      let whole = piece.slice(0..<length)
      piece = piece.slice(length..<piece.count)
      return complete(whole)
    }
    let taken = min(missing, piece.count)
    let builder = body ?? BytesBuilder(limit: length)
    body = builder
    piece.slice(0..<taken).withUnsafeBytes { builder.append($0) }
    piece = piece.slice(taken..<piece.count)
    return builder.count == length ? complete(builder.finish()) : nil
  }

  private mutating func readPrefix(_ piece: inout Bytes) throws(Refusal) -> Int? {
    if let length { return length }
    let taken = min(Self.prefixByteCount - prefixCount, piece.count)
    for index in 0..<taken { prefix = prefix << 8 | UInt64(piece[index]) }
    prefixCount += taken
    piece = piece.slice(taken..<piece.count)
    guard prefixCount == Self.prefixByteCount else { return nil }
    let flag = UInt8(truncatingIfNeeded: prefix >> 32)
    guard flag <= 1 else { throw .unknownFlag(flag) }
    let byteCount = Int(prefix & 0xFFFF_FFFF)
    guard byteCount <= limit else { throw .tooLong(byteCount: byteCount, limit: limit) }
    length = byteCount
    return byteCount
  }

  private mutating func complete(_ whole: Bytes) -> Message {
    let message = Message(isCompressed: prefix >> 32 == 1, body: whole)
    prefix = 0
    prefixCount = 0
    length = nil
    body = nil
    return message
  }
}
