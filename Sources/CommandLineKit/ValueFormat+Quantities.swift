import Base

extension ValueFormat where Value == Duration {
  /// A number with one of the units ns, us, ms, s, m and h.
  ///
  /// What is longer than 292 years counts as that long. Zero is refused unless `allowsZero`.
  package static func duration(
    allowsZero: Bool = false,
    atMost maximum: Duration? = nil
  ) -> ValueFormat {
    ValueFormat(
      placeholder: "DURATION",
      parse: { (text) throws(InvalidValue) in
        let nanoseconds = try parseNanoseconds(text)
        guard nanoseconds > 0 || allowsZero else { throw .durationNotPositive }
        guard nanoseconds >= 0 else { throw .durationNegative }
        if let maximum, nanoseconds > maximum.nanoseconds {
          throw .durationAbove(describe(nanoseconds: maximum.nanoseconds))
        }
        return .nanoseconds(Int64(clamping: nanoseconds))
      },
      describe: { describe(nanoseconds: $0.nanoseconds) }
    )
  }

  private static var units: [(name: String, nanoseconds: Int64)] {
    [
      ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
      ("us", 1_000), ("ns", 1),
    ]
  }

  private static func parseNanoseconds(_ text: String) throws(InvalidValue) -> Int128 {
    guard let number = ScaledNumber(text) else { throw .notDuration }
    if number.unit.isEmpty { throw .durationWithoutUnit }
    guard let unit = units.first(where: { $0.name == number.unit }) else { throw .notDuration }
    let (nanoseconds, isExact) = number.times(unit.nanoseconds)
    guard isExact else { throw .notDuration }
    return nanoseconds
  }

  /// In the largest unit that leaves a whole number.
  private static func describe(nanoseconds: Int64) -> String {
    let unit = units.first { nanoseconds % $0.nanoseconds == 0 && nanoseconds != 0 }
    guard let unit else { return "0s" }
    return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
  }
}

extension ValueFormat where Value == Int {
  /// A number of bytes, bare or with a unit.
  ///
  /// KiB, MiB, GiB, TiB and their first letters alone are powers of 1,024; kB, MB, GB and TB are
  /// powers of 1,000. Upper and lower case count as the same.
  package static func byteCount(in range: ClosedRange<Int> = 0 ... .max) -> ValueFormat {
    ValueFormat(
      placeholder: "BYTES",
      parse: { (text) throws(InvalidValue) in
        guard let number = ScaledNumber(text), let factor = sizeUnits[number.unit.lowercased()]
        else { throw .notByteCount }
        let (bytes, isExact) = number.times(factor)
        guard isExact else { throw .notByteCount }
        guard let byteCount = Int(exactly: bytes), range.contains(byteCount) else {
          throw .byteCountOutOfRange(range)
        }
        return byteCount
      },
      describe: { describe(byteCount: $0) }
    )
  }

  private static var sizeUnits: [String: Int64] {
    var units: [String: Int64] = ["": 1, "b": 1]
    for (power, letter) in ["k", "m", "g", "t"].enumerated() {
      units[letter] = 1 << (10 * (Int64(power) + 1))
      units[letter + "ib"] = units[letter]
      units[letter + "b"] = (0...power).reduce(Int64(1)) { product, _ in product * 1_000 }
    }
    return units
  }

  private static func describe(byteCount: Int) -> String {
    for (shift, name) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")]
    where byteCount != 0 && byteCount % (1 << shift) == 0 {
      return "\(byteCount >> shift)\(name)"
    }
    return String(byteCount)
  }
}
