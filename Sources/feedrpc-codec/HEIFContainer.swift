/// Where a HEIF file keeps its EXIF (ISO/IEC 14496-12 4.2, 8.11; ISO/IEC 23008-12 annex A).
///
///     box:   size (4)  type (4)  [size (8), where the first is 1]  content; 0: up to the end
///     meta:  version (1)  flags (3)   boxes, among them one iinf and one iloc
///     iinf:  version  flags  count (2; 4 from version 1)   infe boxes
///     infe:  version  flags  item (2; 4 from version 3)  protection (2)  type (4) ...
///     iloc:  version  flags  lengths of: offset, size, base, index (half a byte each)
///            count (2; 4 from version 2)   items:
///            item (2; 4 from version 2)  [method (2), from version 1]  file (2)  base
///            count (2)   extents: [index, from version 1]  offset  size
///
/// A reader joins the extents of an item. So an EXIF block whose extents lie apart is another one
/// for it than for `EXIFScan`, which finds what lies together.
enum HEIFContainer {
  /// Items of EXIF; a camera writes one for each picture.
  static let exifItemLimit = 1_000

  /// True where EXIF has other than one extent, or where readers may differ on what extents it has.
  ///
  /// What is cut off or can't be read is for the decoder to judge. Takes time in proportion to the
  /// bytes.
  static func splitsEXIF(_ file: UnsafeRawBufferPointer) -> Bool {
    let whole = Boxes(Cursor(file, 0..<file.count))
    do throws(Ambiguity) {
      guard var meta = try whole.only("meta"), meta.skip(4),
        let information = try Boxes(meta).only("iinf"),
        let locations = try Boxes(meta).only("iloc")
      else { return false }
      let items = try exifItems(information)
      return items.isEmpty ? false : try isSplit(items, locations)
    } catch { return true }
  }

  private struct Ambiguity: Error {}

  /// The numbers of items that are EXIF, which readers know in upper and lower case.
  private static func exifItems(_ information: Cursor) throws(Ambiguity) -> Set<Int> {
    var boxes = information
    guard let version = boxes.version(), boxes.skip(version == 0 ? 2 : 4) else { return [] }
    var items: Set<Int> = []
    for box in Boxes(boxes) where box.type == Boxes.number("infe") {
      var entry = box.content
      guard let version = entry.version(), version >= 2,
        let item = entry.number(version == 2 ? 2 : 4), entry.skip(2),
        let type = entry.number(4), type | 0x2020_2020 == Boxes.number("exif")
      else { continue }
      items.insert(item)
      guard items.count <= exifItemLimit else { throw Ambiguity() }
    }
    return items
  }

  /// Whether one of the items has other than one extent.
  private static func isSplit(
    _ items: Set<Int>,
    _ locations: Cursor
  ) throws(Ambiguity) -> Bool {
    var table = locations
    guard let version = table.version(), let lengths = table.number(2),
      let count = table.number(version < 2 ? 2 : 4)
    else { return false }
    let fields = [12, 8, 4, 0].map { lengths >> $0 & 15 }
    let (offset, size, base, index) = (fields[0], fields[1], fields[2], version > 0 ? fields[3] : 0)
    // Readers differ on other lengths, and on whether version 1 has an index.
    guard index == 0, [offset, size, base].allSatisfy({ [0, 4, 8].contains($0) }) else {
      throw Ambiguity()
    }
    for _ in 0..<count {
      guard let item = table.number(version < 2 ? 2 : 4), table.skip(version > 0 ? 4 : 2),
        table.skip(base), let extentCount = table.number(2),
        table.skip(extentCount * (offset + size))
      else { return false }
      if extentCount != 1, items.contains(item) { return true }
    }
    return false
  }

  /// A part of the file that is read from its front.
  private struct Cursor {
    let file: UnsafeRawBufferPointer
    var range: Range<Int>

    init(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) {
      self.file = file
      self.range = range
    }

    mutating func skip(_ byteCount: Int) -> Bool {
      guard byteCount <= range.count else { return false }
      range = range.dropFirst(byteCount)
      return true
    }

    /// A number of up to 8 bytes; nil where it is cut off or above all sizes.
    mutating func number(_ byteCount: Int) -> Int? {
      let start = range.lowerBound
      guard skip(byteCount) else { return nil }
      let bytes = file[start..<start + byteCount]
      return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// The version, without the flags behind it.
    mutating func version() -> Int? { number(4).map { $0 >> 24 } }
  }

  /// Boxes behind each other, up to one that can't be.
  private struct Boxes: Sequence, IteratorProtocol {
    private var rest: Cursor

    init(_ content: Cursor) { rest = content }

    mutating func next() -> (type: Int, content: Cursor)? {
      let byteCount = rest.range.count
      guard var size = rest.number(4), let type = rest.number(4) else { return nil }
      if size == 1 {
        guard let longSize = rest.number(8) else { return nil }
        size = longSize
      } else if size == 0 {
        size = byteCount
      }
      let headByteCount = byteCount - rest.range.count
      guard size >= headByteCount else { return nil }
      // One that is longer than what it lies in ends there.
      let content = Cursor(rest.file, rest.range.prefix(size - headByteCount))
      rest.range = rest.range.dropFirst(size - headByteCount)
      return (type, content)
    }

    /// The content of the only box of a type; nil where there is none.
    func only(_ type: String) throws(Ambiguity) -> Cursor? {
      var found: Cursor?
      for box in self where box.type == Self.number(type) {
        guard found == nil else { throw Ambiguity() }
        found = box.content
      }
      return found
    }

    static func number(_ type: String) -> Int { type.utf8.reduce(0) { $0 << 8 | Int($1) } }
  }
}
