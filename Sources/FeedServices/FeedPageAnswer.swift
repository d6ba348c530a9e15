import Base

/// A FetchFeedPageResponse in bytes, of which only the sequence is written anew.
///
/// Fields may come in any order (protobuf.dev/programming-guides/encoding/#order).
struct FeedPageAnswer: WireMessage {
  var sequence: Int64
  /// The other fields.
  var body: Bytes

  init(sequence: Int64, body: Bytes) {
    self.sequence = sequence
    self.body = body
  }

  init(wireBytes: Bytes) { self.init(sequence: 0, body: wireBytes) }

  func withWireBytes<Result, Failure: Error>(
    _ body: (_ head: UnsafeRawBufferPointer, _ tail: Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The tag and at most ten bytes of the number, lowest seven bits first.
    var field: (UInt64, UInt64) = (0, 0)
    return try withUnsafeMutableBytes(of: &field) { field throws(Failure) -> Result in
      var count = 0
      if sequence != 0 {
        field[0] = Self.sequenceTag
        count = 1
        var rest = UInt64(bitPattern: sequence)
        while rest >= 0x80 {
          field[count] = UInt8(truncatingIfNeeded: rest) | 0x80
          rest >>= 7
          count += 1
        }
        field[count] = UInt8(rest)
        count += 1
      }
      return try body(UnsafeRawBufferPointer(rebasing: field[..<count]), self.body)
    }
  }

  /// Field 4, a varint.
  private static let sequenceTag: UInt8 = 4 << 3
}
