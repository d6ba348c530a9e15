import Glibc

/// Whether the EXIF blocks of a photo are what they look like (CIPA DC-008, TIFF 6.0 section 2).
///
///     "II*\0" or "MM\0*"   offset of the first directory
///     directory:  count (2 bytes)   count x { tag (2)  type (2)  count (4)  value or offset (4) }
///                 offset of the next directory, or 0
///
/// Some entries point at a further directory. A reader that follows each of them can be kept busy
/// for minutes by a few kilobytes whose directories point at one another.
enum EXIFScan {
  /// Directories of one block; a camera writes five.
  static let directoryLimit = 16
  /// Entries of all blocks of a file; a camera writes some hundreds.
  static let entryLimit = 1_000_000

  /// True where a block has more directories than anybody writes, or one is reached twice, or all
  /// blocks together have more than `entryLimit` entries.
  ///
  /// Blocks are looked for in all of the file, whatever its format, and found where they lie in one
  /// piece (see `HEIFContainer`). Several may share a directory, so it is the limit that keeps the
  /// time in proportion to the bytes.
  static func isTangled(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var entriesLeft = entryLimit
    var position = 0
    while position < bytes.count,
      let found = memchr(start + position, CInt(UInt8(ascii: "*")), bytes.count - position)
    {
      let star = UnsafeRawPointer(found) - start
      if let block = Block(bytes, star: star), block.isTangled(&entriesLeft) { return true }
      position = star + 1
    }
    return false
  }

  /// What lies behind a byte order mark.
  private struct Block {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    /// Nil where the star is not that of a byte order mark.
    init?(_ file: UnsafeRawBufferPointer, star: Int) {
      if star >= 2, star + 1 < file.count, file[star - 2] == 0x49, file[star - 1] == 0x49,
        file[star + 1] == 0
      {
        bytes = UnsafeRawBufferPointer(rebasing: file[(star - 2)...])
        isBigEndian = false
      } else if star >= 3, file[star - 3] == 0x4d, file[star - 2] == 0x4d, file[star - 1] == 0 {
        bytes = UnsafeRawBufferPointer(rebasing: file[(star - 3)...])
        isBigEndian = true
      } else {
        return nil
      }
    }

    /// Takes the entries that it looks at from `entriesLeft`.
    func isTangled(_ entriesLeft: inout Int) -> Bool {
      var reached: [Int] = []
      var waiting = [number(4, byteCount: 4) ?? 0]
      while let offset = waiting.popLast() {
        guard offset > 0, let count = number(offset, byteCount: 2) else { continue }
        if reached.contains(offset) || reached.count == EXIFScan.directoryLimit { return true }
        reached.append(offset)
        for index in 0..<count {
          let entry = offset + 2 + 12 * index
          guard let tag = number(entry, byteCount: 2) else { break }
          guard entriesLeft > 0 else { return true }
          entriesLeft -= 1
          if Self.pointers.contains(tag) { waiting.append(number(entry + 8, byteCount: 4) ?? 0) }
          if waiting.count > EXIFScan.directoryLimit { return true }
        }
        waiting.append(number(offset + 2 + 12 * count, byteCount: 4) ?? 0)
      }
      return false
    }

    /// EXIF, GPS, interoperability and further images.
    private static let pointers: Set<Int> = [0x8769, 0x8825, 0xa005, 0x014a]

    private func number(_ offset: Int, byteCount: Int) -> Int? {
      guard offset + byteCount <= bytes.count else { return nil }
      var value = 0
      for index in 0..<byteCount {
        let shift = isBigEndian ? byteCount - 1 - index : index
        value |= Int(bytes[offset + index]) << (8 * shift)
      }
      return value
    }
  }
}
