/// The parts of a picture's name: `pattern:<seed>.<w>x<h>` or `photo:<mac>.<w>x<h>`.
///
/// The natural size is in the name, so that what a request means is known without a look at the
/// picture. Clients take the whole for opaque.
package struct PictureID: Hashable, Sendable {
  /// Where pictures come from.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Drawn from its seed, at any size.
    case pattern
    /// Uploaded; never enlarged.
    case photo
  }

  package let kind: Kind
  /// A pattern's seed, a photo's mac: 1 to `RenderLimits.nameByteCount` of `A-Z a-z 0-9 - _`.
  package let name: String
  /// Natural size in pixels.
  package let width: Int
  /// Natural size in pixels.
  package let height: Int

  /// Puts a name together.
  ///
  /// - Throws: `malformedImageID` where `text` could not be read back.
  package init(kind: Kind, name: String, width: Int, height: Int) throws(RenderError) {
    let sides = 1...Self.longestSide(of: kind)
    guard Self.isName(name[...]), sides.contains(width), sides.contains(height) else {
      throw .malformedImageID
    }
    self.kind = kind
    self.name = name
    self.width = width
    self.height = height
  }

  /// Reads a name; every picture has exactly one spelling.
  ///
  /// - Throws: `malformedImageID`.
  package init(_ text: String) throws(RenderError) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let kind = Kind(rawValue: String(text[..<colon])),
      let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > colon,
      let times = text.utf8.lastIndex(of: UInt8(ascii: "x")), times > dot
    else { throw .malformedImageID }
    guard let width = Self.side(text[text.index(after: dot)..<times]),
      let height = Self.side(text[text.index(after: times)...])
    else { throw .malformedImageID }
    let name = String(text[text.index(after: colon)..<dot])
    try self.init(kind: kind, name: name, width: width, height: height)
  }

  /// The name as clients hold it.
  package var text: String { "\(kind.rawValue):\(name).\(width)x\(height)" }

  /// The longest side that a picture of this kind may have, in pixels.
  package static func longestSide(of kind: Kind) -> Int {
    switch kind {
    case .pattern: RenderLimits.outputSide
    case .photo: RenderLimits.photoSide
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...RenderLimits.nameByteCount).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// A decimal number as only one spelling has it: digits, no leading zero.
  private static func side(_ text: Substring) -> Int? {
    guard (1...5).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}
