import Testing
import feedrpc_codec

@Suite struct PNGContainerTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private static func chunk(_ type: String, _ content: [UInt8] = [1, 2, 3]) -> [UInt8] {
    let size = UInt32(content.count)
    return withUnsafeBytes(of: size.bigEndian, Array.init) + Array(type.utf8) + content
      + [9, 9, 9, 9]
  }

  private static func file(_ types: String...) -> [UInt8] {
    signature + types.flatMap { chunk($0) }
  }

  /// What is left; nil where the file stays as it is.
  private static func lean(_ file: [UInt8]) -> [UInt8]? {
    file.withUnsafeBytes { PNGContainer.withoutMetadata($0) }.map(Array.init)
  }

  @Test(arguments: ["tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "acTL", "vpAg"])
  func whatNoPictureIsMadeOfGoes(type: String) {
    let file = Self.file("IHDR", type, "PLTE", type, type, "IDAT", "IDAT", type, "IEND")
    #expect(Self.lean(file) == Self.file("IHDR", "PLTE", "IDAT", "IDAT", "IEND"))
  }

  @Test(arguments: ["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYs", "eXIf"])
  func ofWhatMayStayTheFirstDoes(type: String) {
    let file = Self.file("IHDR", type, "IDAT", "IEND")
    #expect(Self.lean(file) == nil)
    #expect(Self.lean(Self.file("IHDR", type, type, "IDAT", type, "IEND")) == file)
  }

  @Test(arguments: [(65_536, true), (65_537, false)])
  func longEXIFGoes(byteCount: Int, stays: Bool) {
    let exif = Self.chunk("eXIf", Array(repeating: 0, count: byteCount))
    let (head, tail) = (Self.file("IHDR"), Self.chunk("IDAT") + Self.chunk("IEND"))
    #expect(Self.lean(head + exif + tail) == (stays ? nil : head + tail))
  }

  @Test func aCutFileKeepsItsTail() {
    let whole = Self.file("IHDR", "tEXt", "IDAT")
    let headCount = Self.file("IHDR").count
    let textEnd = Self.file("IHDR", "tEXt").count
    for length in 0..<whole.count {
      let cut = Array(whole.prefix(length))
      let lean = length < textEnd ? nil : Array(cut[..<headCount] + cut[textEnd...])
      #expect(Self.lean(cut) == lean, "\(length)")
    }
  }

  @Test(arguments: [.max, 0x7fff_ffff, 4] as [UInt32])
  func aSizeThatCannotBeEndsTheWalk(size: UInt32) {
    let head = withUnsafeBytes(of: size.bigEndian, Array.init)
    let text = head + Array("tEXt".utf8) + [1, 2, 3, 9, 9, 9, 9]
    #expect(Self.lean(Self.file("IHDR") + text) == nil)
  }

  @Test func whatIsBehindTheEndStays() {
    let file = Self.file("IHDR", "IDAT", "IEND", "tEXt")
    #expect(Self.lean(file) == nil)
  }

  @Test func anotherFileStaysAsItIs() {
    var file = Self.file("IHDR", "tEXt", "IEND")
    file[0] = 0x88
    #expect(Self.lean(file) == nil)
  }
}
