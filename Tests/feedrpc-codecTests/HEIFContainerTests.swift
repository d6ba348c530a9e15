import Testing

@testable import feedrpc_codec

@Suite struct HEIFContainerTests {
  private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
  }

  private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = content.flatMap(\.self)
    return number(8 + content.count, 4) + Array(type.utf8) + content
  }

  /// A box whose size stands behind its type.
  private static func longBox(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(1, 4) + Array(type.utf8) + number(16 + content.count, 8) + content
  }

  private static func version(_ version: Int) -> [UInt8] { number(version << 24, 4) }

  private typealias Item = (number: Int, type: String)

  private static func information(_ items: [Item], version: Int = 2) -> [UInt8] {
    let entries = items.flatMap { item -> [UInt8] in
      box(
        "infe",
        Self.version(version),
        number(item.number, version == 2 ? 2 : 4) + [0, 0],
        Array(item.type.utf8) + [0]
      )
    }
    let listVersion = version == 2 ? 0 : 1
    return box(
      "iinf",
      Self.version(listVersion),
      number(items.count, version == 2 ? 2 : 4),
      entries
    )
  }

  /// Items and how many extents they have.
  private static func locations(
    _ items: [(number: Int, extentCount: Int)],
    version: Int = 0,
    lengths: [Int] = [4, 4, 0, 0]
  ) -> [UInt8] {
    let numberByteCount = version < 2 ? 2 : 4
    let extent = number(9, lengths[0]) + number(9, lengths[1])
    let entries = items.flatMap { item -> [UInt8] in
      var entry = number(item.number, numberByteCount)
      entry += number(0, version > 0 ? 4 : 2)
      entry += number(0x0102_0304, lengths[2]) + number(item.extentCount, 2)
      for _ in 0..<item.extentCount { entry += extent }
      return entry
    }
    return box(
      "iloc",
      Self.version(version),
      number(lengths.reduce(0) { $0 << 4 | $1 }, 2),
      number(items.count, numberByteCount),
      entries
    )
  }

  private static func file(_ inside: [UInt8]...) -> [UInt8] {
    let handler = box("hdlr", number(0, 24))
    return box("ftyp", Array("heic0000mif1".utf8))
      + box("meta", version(0), handler, inside.flatMap(\.self)) + box("mdat", [1, 2, 3])
  }

  private static func splitsEXIF(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { HEIFContainer.splitsEXIF($0) }
  }

  private static let items: [Item] = [(1, "hvc1"), (2, "grid"), (3, "Exif")]

  @Test(
    arguments: [
      (0, [4, 4, 0, 0]), (0, [4, 4, 4, 0]), (0, [8, 8, 8, 0]), (0, [0, 4, 8, 0]),
      (1, [4, 4, 4, 0]), (2, [4, 4, 0, 0]), (2, [8, 0, 0, 0]), (0, [4, 4, 0, 4]),
    ] as [(Int, [Int])]
  )
  func exifHasOneExtent(version: Int, lengths: [Int]) {
    for (extentCount, isSplit) in [(0, true), (1, false), (2, true), (500, true)] {
      for itemVersion in [2, 3] {
        let file = Self.file(
          Self.information(Self.items, version: itemVersion),
          Self.locations(
            [(1, 3), (2, 0), (3, extentCount), (4, 1)],
            version: version,
            lengths: lengths
          )
        )
        #expect(Self.splitsEXIF(file) == isSplit, "\(extentCount)")
      }
    }
  }

  @Test(arguments: ["Exif", "exif", "EXIF"]) func itsTypeMayBeWrittenAnyway(type: String) {
    let file = Self.file(Self.locations([(7, 2)]), Self.information([(7, type)]))
    #expect(Self.splitsEXIF(file))
  }

  @Test(arguments: ["hvc1", "mime", "Exi\u{6}"]) func otherItemsMayHaveSeveralExtents(type: String)
  {
    let file = Self.file(Self.information([(7, type)]), Self.locations([(7, 2)]))
    #expect(!Self.splitsEXIF(file))
  }

  @Test func boxesMayHaveLongSizesOrNone() {
    let inside = Self.information(Self.items) + Self.locations([(3, 2)])
    let meta = Self.version(0) + inside
    let endless = Self.number(0, 4) + Array("meta".utf8) + meta
    let tooLong = Self.number(1 << 30, 4) + Array("meta".utf8) + meta
    for box in [Self.longBox("meta", meta), endless, tooLong] {
      #expect(Self.splitsEXIF(Self.longBox("free", [1]) + box))
    }
  }

  /// Which one counts, readers may see differently.
  @Test func whatIsThereTwiceIsRefused() {
    let information = Self.information(Self.items)
    let locations = Self.locations([(3, 1)])
    let file = Self.file(information, locations)
    #expect(!Self.splitsEXIF(file))
    #expect(Self.splitsEXIF(file + file))
    #expect(Self.splitsEXIF(Self.file(information, information, locations)))
    #expect(Self.splitsEXIF(Self.file(information, locations, locations)))
  }

  @Test(
    arguments: [
      (0, [3, 4, 0, 0]), (0, [4, 2, 0, 0]), (0, [4, 4, 1, 0]), (1, [4, 4, 0, 4]),
      (2, [4, 4, 0, 8]),
    ] as [(Int, [Int])]
  )
  func lengthsThatReadersDifferOnAreRefused(version: Int, lengths: [Int]) {
    let locations = Self.locations([(3, 1)], version: version, lengths: lengths)
    #expect(Self.splitsEXIF(Self.file(Self.information(Self.items), locations)))
    #expect(!Self.splitsEXIF(Self.file(Self.information([(3, "hvc1")]), locations)))
  }

  @Test func soManyItemsMayBeEXIF() {
    for (count, isRefused) in [
      (HEIFContainer.exifItemLimit, false), (HEIFContainer.exifItemLimit + 1, true),
    ] {
      let items: [Item] = (1...count).map { ($0, "Exif") }
      let locations = Self.locations(items.map { ($0.number, 1) })
      #expect(Self.splitsEXIF(Self.file(Self.information(items), locations)) == isRefused)
    }
  }

  @Test func everyCutIsReadToItsEnd() {
    let whole = Self.file(Self.information(Self.items), Self.locations([(3, 1), (4, 2)]))
    for count in 0...whole.count { #expect(!Self.splitsEXIF(Array(whole.prefix(count)))) }
  }

  /// A box that is shorter than its head ends the boxes.
  @Test(arguments: [2, 7]) func aBoxThatCanNotBeEndsThem(size: Int) {
    let broken = Self.number(size, 4) + Array("free".utf8)
    let file = Self.file(Self.information(Self.items), Self.locations([(3, 2)]))
    #expect(Self.splitsEXIF(Self.box("free") + file))
    #expect(!Self.splitsEXIF(broken + file))
  }
}
