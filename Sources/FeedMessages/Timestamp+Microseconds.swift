extension Timestamp {
  /// A moment in microseconds since 1970, as the store counts.
  public init(microsecondsSince1970 microseconds: Int64) {
    // Rounds down, so that nanos are not negative before 1970.
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(
      seconds: rest < 0 ? seconds - 1 : seconds,
      nanos: Int32(rest < 0 ? rest + 1_000_000 : rest) * 1000
    )
  }

  /// Microseconds since 1970, what is finer cut off; nil where they are too many to count, or
  /// `nanos` is out of range.
  public var microsecondsSince1970: Int64? {
    guard (0..<1_000_000_000).contains(nanos) else { return nil }
    return Int64(exactly: Int128(seconds) * 1_000_000 + Int128(nanos / 1000))
  }
}
