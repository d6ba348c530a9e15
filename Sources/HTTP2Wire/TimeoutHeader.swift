import Base

/// The value of `grpc-timeout`: one to eight digits and a unit (grpc.io, PROTOCOL-HTTP2).
enum TimeoutHeader {
  private static let largestValue: Int64 = 99_999_999

  /// The units from the finest to the coarsest, with their nanoseconds.
  private static let units: [(letter: UInt8, nanoseconds: Int64)] = [
    (UInt8(ascii: "n"), 1),
    (UInt8(ascii: "u"), 1_000),
    (UInt8(ascii: "m"), 1_000_000),
    (UInt8(ascii: "S"), 1_000_000_000),
    (UInt8(ascii: "M"), 60_000_000_000),
    (UInt8(ascii: "H"), 3_600_000_000_000),
  ]

  /// The nanoseconds of a value, saturating; nil where it is malformed or not positive.
  static func parse(_ value: UnsafeRawBufferPointer) -> Int64? {
    guard (2...9).contains(value.count), let unit = units.first(where: { $0.letter == value.last })
    else { return nil }
    var number: Int64 = 0
    for byte in value.dropLast() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    guard number > 0 else { return nil }
    let (nanoseconds, overflow) = number.multipliedReportingOverflow(by: unit.nanoseconds)
    return overflow ? .max : nanoseconds
  }

  /// The value for a number of nanoseconds above 0, in the finest unit that holds it, rounded up.
  static func format(nanoseconds: Int64) -> String {
    for unit in units {
      let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit.nanoseconds)
      let number = rest > 0 ? whole + 1 : whole
      if number <= largestValue { return "\(number)\(Character(Unicode.Scalar(unit.letter)))" }
    }
    preconditionFailure("99,999,999 hours are more than there are nanoseconds")
  }
}
