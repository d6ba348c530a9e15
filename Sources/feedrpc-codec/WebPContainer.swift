/// Takes metadata out of WebP files (developers.google.com/speed/webp/docs/riff_container).
///
///     "RIFF" size "WEBP"  then chunks:  type (4 bytes)  size  content  (a zero where it is odd)
///
/// libvips 8.14 writes EXIF with the resolution also when told to strip, and for that an extended
/// header, "VP8X". Here both go, unless the header says something more.
package enum WebPContainer {
  private static let headByteCount = 12
  private static let chunkHeadByteCount = 8
  /// Flags of the extended header: EXIF and XMP.
  private static let metadataFlags: UInt8 = 0x0c

  /// Removes metadata in place.
  ///
  /// - Returns: How many bytes are left; all of them where this is no WebP file.
  package static func removeMetadata(from file: UnsafeMutableRawBufferPointer) -> Int {
    guard file.count >= headByteCount, tag(file, at: 0) == "RIFF", tag(file, at: 8) == "WEBP" else {
      return file.count
    }
    guard let ranges = chunks(of: file) else { return file.count }
    var end = headByteCount
    for range in ranges where mustStay(file, range) {
      let chunk = UnsafeRawBufferPointer(rebasing: file[range])
      UnsafeMutableRawBufferPointer(rebasing: file[end..<end + chunk.count])
        .copyMemory(from: chunk)
      end += chunk.count
    }
    let size = UInt32(end - chunkHeadByteCount).littleEndian
    file.storeBytes(of: size, toByteOffset: 4, as: UInt32.self)
    return end
  }

  /// Where the chunks lie, padding included; nil where they do not fill the file.
  private static func chunks(of file: UnsafeMutableRawBufferPointer) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    var start = headByteCount
    while start < file.count {
      guard file.count - start >= chunkHeadByteCount else { return nil }
      let size = UInt32(
        littleEndian: file.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
      )
      let end = start + chunkHeadByteCount + Int(size) + Int(size & 1)
      guard end <= file.count else { return nil }
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// Whether the chunk is more than metadata; takes the flags of metadata out of the header.
  private static func mustStay(_ file: UnsafeMutableRawBufferPointer, _ range: Range<Int>) -> Bool {
    switch tag(file, at: range.lowerBound) {
    case "EXIF", "XMP ": return false
    case "VP8X":
      let flags = range.lowerBound + chunkHeadByteCount
      guard flags < range.upperBound else { return true }
      file[flags] &= ~metadataFlags
      return file[flags] != 0
    default: return true
    }
  }

  private static func tag(_ file: UnsafeMutableRawBufferPointer, at offset: Int) -> String {
    String(decoding: file[offset..<offset + 4], as: UTF8.self)
  }
}
