import Testing
import feedrpc_codec

@Suite struct WebPContainerTests {
  private static func chunk(_ tag: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt8(content.count)
    return Array(tag.utf8) + [size, 0, 0, 0] + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func file(_ chunks: [UInt8]...) -> [UInt8] {
    let body = Array(chunks.joined())
    return Array("RIFF".utf8) + [UInt8(body.count + 4), 0, 0, 0] + Array("WEBP".utf8) + body
  }

  private static func header(_ flags: UInt8) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0, 9, 0, 0, 9, 0, 0])
  }

  private static let image = chunk("VP8 ", [1, 2, 3])
  private static let alpha = chunk("ALPH", [4, 5])
  private static let exif = chunk("EXIF", [6, 7, 8])
  private static let xmp = chunk("XMP ", [9])

  /// Files before and after.
  private static let files: [([UInt8], [UInt8])] = [
    (file(image), file(image)),
    (file(header(0x08), image, exif), file(image)),
    (file(header(0x0c), image, exif, xmp), file(image)),
    (file(header(0x18), alpha, image, exif), file(header(0x10), alpha, image)),
    (file(header(0x10), alpha, image), file(header(0x10), alpha, image)),
    (file(header(0x08), exif, image), file(image)),
  ]

  @Test(arguments: files)
  func onlyMetadataGoes(before: [UInt8], after: [UInt8]) {
    var bytes = before
    let count = bytes.withUnsafeMutableBytes { WebPContainer.removeMetadata(from: $0) }
    #expect(Array(bytes.prefix(count)) == after)
  }

  @Test func aCutFileStaysAsItIs() {
    let whole = Self.file(Self.header(0x08), Self.image, Self.exif)
    for length in 0..<whole.count {
      var bytes = Array(whole.prefix(length))
      let count = bytes.withUnsafeMutableBytes { WebPContainer.removeMetadata(from: $0) }
      // Between two chunks a cut is not seen from the chunks.
      let endsWithChunk = [12, 30, 42].contains(length)
      #expect(endsWithChunk || count == length)
      #expect(endsWithChunk || bytes == Array(whole.prefix(length)))
    }
  }

  @Test func aHugeSizeIsNoWayOut() {
    var bytes = Self.file(Self.image)
    for index in 16..<20 { bytes[index] = 0xff }
    let before = bytes
    #expect(bytes.withUnsafeMutableBytes { WebPContainer.removeMetadata(from: $0) } == bytes.count)
    #expect(bytes == before)
  }
}
