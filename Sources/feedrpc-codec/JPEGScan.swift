import Glibc

/// What a JPEG's markers say (ITU-T T.81 B), found without decoding anything.
///
/// A progressive picture costs a pass over all its pixels for each scan, and a few bytes are
/// enough for a scan: so the scans are counted before a decoder sees them.
struct JPEGScan: Equatable {
  var width: Int
  var height: Int
  var scanCount: Int

  /// Walks over the markers; nil where there is no frame.
  ///
  /// What a decoder would skip is skipped, and what is cut off ends the walk: whether the picture
  /// is whole is for the decoder to say. Takes time in proportion to the bytes.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
    var frame: (width: Int, height: Int)?
    var scanCount = 0
    var position = 2
    while let marker = Self.nextMarker(in: bytes, from: &position), marker != Self.endOfImage {
      guard !Self.standsAlone(marker) else { continue }
      guard let segment = Self.segment(in: bytes, from: &position) else { break }
      if Self.startsFrame(marker), frame == nil {
        guard segment.count >= 5 else { return nil }
        frame = (Self.number(segment, 3), Self.number(segment, 1))
      }
      if marker == Self.startOfScan { scanCount += 1 }
    }
    guard let frame else { return nil }
    width = frame.width
    height = frame.height
    self.scanCount = scanCount
  }

  private static let startOfScan: UInt8 = 0xda
  private static let endOfImage: UInt8 = 0xd9

  /// All frame headers but DHT, JPG and DAC, which lie among them.
  private static func startsFrame(_ marker: UInt8) -> Bool {
    0xc0...0xcf ~= marker && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
  }

  /// RST, SOI and TEM have no segment.
  ///
  /// Nor has what is reserved, for a decoder: where it looks for a restart, it passes over the
  /// marker alone, and elsewhere it gives up.
  private static func standsAlone(_ marker: UInt8) -> Bool {
    0xd0...0xd8 ~= marker || marker < 0xc0
  }

  /// The next marker: what follows 0xff and is neither 0 (a byte of data) nor 0xff (a filler).
  ///
  /// Data of a scan is passed over just as whatever else stands between two segments.
  private static func nextMarker(
    in bytes: UnsafeRawBufferPointer,
    from position: inout Int
  ) -> UInt8? {
    while position < bytes.count, let start = bytes.baseAddress {
      let rest = bytes.count - position
      guard let found = memchr(start + position, 0xff, rest) else { return nil }
      position = UnsafeRawPointer(found) - start + 1
      while position < bytes.count, bytes[position] == 0xff { position += 1 }
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      if bytes[position] != 0 { return bytes[position] }
    }
    return nil
  }

  /// The content of the segment whose length stands here; nil where it is cut off.
  ///
  /// A length that does not even count itself is taken as that of nothing, as decoders take it.
  private static func segment(
    in bytes: UnsafeRawBufferPointer,
    from position: inout Int
  ) -> UnsafeRawBufferPointer? {
    guard bytes.count - position >= 2 else { return nil }
    let count = number(bytes, position)
    guard count <= bytes.count - position else { return nil }
    defer { position += max(count, 2) }
    guard count >= 2 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: bytes[position + 2..<position + count])
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
}
