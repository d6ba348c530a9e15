/// How much one message may make its decoder do.
package struct DecodingLimits: Hashable, Sendable {
  /// Messages inside each other, the outermost included.
  ///
  /// protobuf-c recurses once for each, with less than 1 KiB of stack: so 64 KiB in all.
  package var maximumDepth = 64
  /// Fields in the message and all that it contains, unknown ones included.
  package var maximumFieldCount = 100_000
  /// Bytes of C structs for each byte of the message, beside `arenaBaseByteCount`.
  package var arenaBytesPerWireByte = 8
  /// Bytes of C structs that any message may take.
  package var arenaBaseByteCount = 64 << 10
  /// Bytes of C structs that no message may go beyond.
  package var maximumArenaByteCount = 32 << 20

  package init() {}

  /// For bytes from peers.
  package static let standard = DecodingLimits()

  /// For bytes that we made, or that our caller answers for: only the depth is limited.
  package static let trusted = {
    var limits = DecodingLimits()
    limits.maximumFieldCount = .max
    limits.arenaBaseByteCount = .max / 2
    limits.maximumArenaByteCount = .max / 2
    return limits
  }()

  /// Bytes of C structs that a message of `wireByteCount` bytes may take.
  package func arenaByteLimit(wireByteCount: Int) -> Int {
    let (product, overflows) = wireByteCount.multipliedReportingOverflow(by: arenaBytesPerWireByte)
    guard !overflows, product < maximumArenaByteCount else { return maximumArenaByteCount }
    return min(product + arenaBaseByteCount, maximumArenaByteCount)
  }
}

/// When a field of bytes is handed over by reference instead of copied.
package enum Tail {
  /// A last field of fewer bytes is copied.
  ///
  /// A slice keeps the whole chunk that it was received in alive, so it must be worth it.
  package static let minimumByteCount = 4096
}
