package import Base
import CZlib

/// Histograms as the tools of HdrHistogram read them: version 2, compressed, in base64
/// (HdrHistogram's Encoding.md; all numbers big-endian).
///
///     outer   cookie 1C 84 93 14 | length of the rest, 4 bytes | the inner, zlib-compressed
///     inner   cookie 1C 84 93 13 | length of the counts, 4 | index offset 0, 4 | digits 3, 4
///             | smallest unit 1, 8 | largest value, 8 | ratio 1.0, 8 | counts
///     counts  of each bucket from 0 as zigzag LEB128; -n stands for n buckets without any
package enum HistogramEncoding {
  private static let innerCookie: UInt32 = 0x1C84_9313
  private static let outerCookie: UInt32 = 0x1C84_9314
  /// The largest value that the reader makes room for, an hour in nanoseconds, where none is
  /// larger.
  private static let usualLargestValue: Int64 = 3_600_000_000_000

  /// The text of a histogram.
  ///
  /// - Precondition: Its precision is that of `LoadReport`.
  package static func text(_ histogram: LogHistogram) -> String {
    precondition(histogram.precisionBits == LoadReport.precisionBits, "three digits")
    let compressed = compress(inner(histogram))
    var bytes: [UInt8] = []
    append(outerCookie, to: &bytes)
    append(UInt32(compressed.count), to: &bytes)
    bytes += compressed
    let text = Base64.encode(bytes)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// The histogram before it is compressed.
  static func inner(_ histogram: LogHistogram) -> [UInt8] {
    let counts = counts(histogram.buckets)
    var bytes: [UInt8] = []
    append(innerCookie, to: &bytes)
    append(UInt32(counts.count), to: &bytes)
    append(UInt32(0), to: &bytes)
    append(UInt32(3), to: &bytes)
    append(UInt64(1), to: &bytes)
    append(UInt64(max(histogram.maximum, usualLargestValue)), to: &bytes)
    append(1.0.bitPattern, to: &bytes)
    return bytes + counts
  }

  private static func counts(_ buckets: [UInt64]) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < buckets.count {
      let emptyCount = buckets[index...].prefix { $0 == 0 }.count
      if emptyCount > 0 {
        append(zigzag: -Int64(emptyCount), to: &bytes)
        index += emptyCount
      } else {
        append(zigzag: Int64(buckets[index]), to: &bytes)
        index += 1
      }
    }
    return bytes
  }

  /// Counts stay far below the 2^55 from which the format writes another ninth byte.
  private static func append(zigzag number: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var byteCount = compressBound(uLong(bytes.count))
    var compressed = [UInt8](repeating: 0, count: Int(byteCount))
    let code = CZlib.compress(&compressed, &byteCount, bytes, uLong(bytes.count))
    precondition(code == Z_OK, "there is room for the compressed bytes")
    return Array(compressed.prefix(Int(byteCount)))
  }
}
