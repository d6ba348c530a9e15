package import Base

/// Takes out of PNG files what no picture is made of (W3C PNG 3, 5.3).
///
///     signature (8 bytes)  then chunks:  size (4)  type (4)  content  CRC (4)
///
/// libpng unpacks every compressed text, up to 8 MB for a few kilobytes, and reads EXIF byte by
/// byte: so a file of less than a megabyte could hold a decoder for half a minute, and again for
/// each rendering.
package enum PNGContainer {
  /// Bytes of EXIF, which a JPEG can't have more of either; a longer one is left out.
  package static let exifByteCount = 65_536

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// Size, type and CRC.
  private static let frameByteCount = 12
  /// What may stay besides the critical chunks: colours, transparency, resolution and EXIF.
  private static let kept = ["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYs", "eXIf"]
    .map(number)

  /// The file with its picture and little else; nil where there is nothing to leave out, or it is
  /// no PNG file.
  ///
  /// Of each kind that is not critical the first chunk stays, as the format allows one. What is
  /// behind a cut or a size that can't be stays as it is, for the decoder to judge. Takes time in
  /// proportion to the chunks.
  package static func withoutMetadata(_ file: UnsafeRawBufferPointer) -> Bytes? {
    guard file.starts(with: signature) else { return nil }
    let ranges = rangesToKeep(of: file)
    let byteCount = ranges.reduce(0) { $0 + $1.count }
    guard byteCount < file.count else { return nil }
    return Bytes(byteCount: byteCount) { lean in
      var end = 0
      for range in ranges {
        let part = UnsafeRawBufferPointer(rebasing: file[range])
        UnsafeMutableRawBufferPointer(rebasing: lean[end..<end + part.count]).copyMemory(from: part)
        end += part.count
      }
    }
  }

  /// Neighbours are one range.
  private static func rangesToKeep(of file: UnsafeRawBufferPointer) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var seen: Set<UInt32> = []
    var keptFrom = 0
    var position = signature.count
    while file.count - position >= frameByteCount {
      let size = Int(number(file, at: position))
      let type = number(file, at: position + 4)
      guard size <= file.count - position - frameByteCount else { break }
      let end = position + frameByteCount + size
      if !mustStay(type, size, &seen) {
        if keptFrom < position { ranges.append(keptFrom..<position) }
        keptFrom = end
      }
      position = end
      if type == number("IEND") { break }
    }
    if keptFrom < file.count { ranges.append(keptFrom..<file.count) }
    return ranges
  }

  /// The fifth bit of the first letter is clear in critical chunks.
  private static func mustStay(_ type: UInt32, _ size: Int, _ seen: inout Set<UInt32>) -> Bool {
    guard type & 0x2000_0000 != 0 else { return true }
    guard kept.contains(type) else { return false }
    if type == number("eXIf"), size > exifByteCount { return false }
    return seen.insert(type).inserted
  }

  private static func number(_ type: String) -> UInt32 {
    type.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func number(_ file: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    UInt32(bigEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
