import Base

/// A text with places that are filled anew for each call: `{{counter}}`, `{{random_post}}` and
/// `{{uuid}}`.
///
/// What fills them follows from the seed and the number of the call.
package struct PayloadTemplate: Hashable, Sendable {
  /// Why a text is no template.
  package enum Flaw: Error, Hashable, Sendable {
    /// A place has a name that nothing is known by.
    case unknownPlace(String)
    /// `{{` without `}}` behind it.
    case endless
  }

  /// What a place can hold.
  package enum Place: String, CaseIterable, Sendable {
    /// The number of the call, from 0.
    case counter
    /// The id of one of the newest posts.
    case randomPost = "random_post"
    /// A random UUID (RFC 9562 5.4).
    case uuid
  }

  private enum Piece: Hashable, Sendable {
    case text(String)
    case place(Place)
  }

  private var pieces: [Piece] = []

  package init(_ text: String) throws(Flaw) {
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      let behind = rest[open.upperBound...]
      guard let close = behind.firstRange(of: "}}") else { throw .endless }
      let name = String(behind[..<close.lowerBound])
      guard let place = Place(rawValue: name) else { throw .unknownPlace(name) }
      pieces += [.text(String(rest[..<open.lowerBound])), .place(place)]
      rest = behind[close.upperBound...]
    }
    pieces.append(.text(String(rest)))
  }

  /// True where all calls send the same.
  package var isConstant: Bool { pieces.count == 1 }

  /// True where what fills it follows from the seed too.
  package var isRandom: Bool { needsPosts || pieces.contains(.place(.uuid)) }

  /// True where posts are needed to fill it.
  package var needsPosts: Bool { pieces.contains(.place(.randomPost)) }

  /// The text for the call with this number.
  ///
  /// - Parameters:
  ///   - number: From 0.
  ///   - seed: Other seeds are other posts and UUIDs.
  ///   - posts: Ids to choose from; not empty where `needsPosts`.
  /// - Returns: All of it, with nothing escaped: what fills a place has no quotes.
  package func text(ofCall number: Int, seed: Int, posts: [String]) -> String {
    // The number goes through the generator, so that neighbouring seeds share no values.
    var mixer = RandomGenerator(seed: UInt64(truncatingIfNeeded: number))
    var random = RandomGenerator(seed: UInt64(truncatingIfNeeded: seed) ^ mixer.next())
    return pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let literal): text += literal
      case .place(.counter): text += String(number)
      case .place(.randomPost): text += posts.randomElement(using: &random) ?? ""
      case .place(.uuid): text += Self.uuid(&random)
      }
    }
  }

  /// 122 random bits, version 4, variant 10.
  private static func uuid(_ random: inout RandomGenerator) -> String {
    let high = random.next() & ~0xF000 | 0x4000
    let low = random.next() & ~(3 << 62) | 1 << 63
    let bytes = [high, low].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
    let digits = bytes.hexadecimal
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }
}
