/// How long a text may be, counted in Unicode scalars.
package struct TextRule: Hashable, Sendable {
  /// The name of the field, as the contract spells it.
  package let field: String
  package let allowedCounts: ClosedRange<Int>

  package static let postText = TextRule(field: "text", allowedCounts: 0...2_200)
  /// Of a post without a picture.
  package static let postTextAlone = TextRule(field: "text", allowedCounts: 1...2_200)
  package static let commentText = TextRule(field: "text", allowedCounts: 1...2_200)
  package static let altText = TextRule(field: "alt_text", allowedCounts: 0...1_000)
  package static let displayName = TextRule(field: "display_name", allowedCounts: 1...64)
  package static let bio = TextRule(field: "bio", allowedCounts: 0...500)
  package static let requestID = TextRule(field: "request_id", allowedCounts: 1...64)

  /// - Throws: `InvalidValue` where the text is too short or too long.
  package func check(_ text: String) throws(InvalidValue) {
    // A scalar takes 1 to 4 bytes, so most texts are judged without counting.
    let byteCount = text.utf8.count
    let most = allowedCounts.upperBound
    if byteCount >= 4 * allowedCounts.lowerBound && byteCount <= most { return }
    let count = text.unicodeScalars.count
    if count < allowedCounts.lowerBound {
      throw .tooShort(field: field, minimum: allowedCounts.lowerBound, count: count)
    }
    if count > most { throw .tooLong(field: field, maximum: most, count: count) }
  }
}

/// A value that the contract does not allow.
package enum InvalidValue: Error, Hashable, Sendable {
  /// Fewer Unicode scalars than `minimum`.
  case tooShort(field: String, minimum: Int, count: Int)
  /// More Unicode scalars than `maximum`.
  case tooLong(field: String, maximum: Int, count: Int)
  /// Not 1 to 30 of `a-z 0-9 . _`.
  case notAUsername(field: String)
  /// A size of a page below zero.
  case negativePageSize(Int)
  /// More ids than one call may name, or none.
  case idCount(field: String, allowed: ClosedRange<Int>, count: Int)
}
