internal import Base

extension RPCError {
  /// The same status, with the advice to try again no sooner than after `delay`.
  ///
  /// The detail is a google.rpc.RetryInfo. It is written by hand for those who refuse calls without
  /// knowing any message:
  ///
  ///     Duration retry_delay = 1 { int64 seconds = 1; int32 nanos = 2; }
  ///
  /// - Precondition: `delay` is not negative.
  /// - Returns: The status with one detail more.
  package func retryable(after delay: Duration) -> RPCError {
    let (seconds, attoseconds) = delay.components
    precondition(seconds >= 0 && attoseconds >= 0, "a delay is not negative")
    var duration: [UInt8] = []
    Self.append(field: 1, UInt64(seconds), to: &duration)
    Self.append(field: 2, UInt64(attoseconds / 1_000_000_000), to: &duration)
    // At most 2 × 11 bytes, so that the length is one byte.
    let value = Bytes([1 << 3 | 2, UInt8(duration.count)] + duration)
    var error = self
    error.details.append(
      Detail(typeURL: "type.googleapis.com/google.rpc.RetryInfo", value: value)
    )
    return error
  }

  /// A field of a number; none where it is 0, as proto3 has it.
  private static func append(field: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
    guard number > 0 else { return }
    bytes.append(field << 3)
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
