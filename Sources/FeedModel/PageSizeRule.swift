/// How many rows a page has when the client does not say, and at most.
package struct PageSizeRule: Hashable, Sendable {
  package let standard: Int
  package let maximum: Int

  package static let feed = PageSizeRule(standard: 20, maximum: 100)
  package static let comments = PageSizeRule(standard: 50, maximum: 200)
  package static let likes = PageSizeRule(standard: 50, maximum: 200)
  package static let follows = PageSizeRule(standard: 50, maximum: 200)

  /// The rows that a page gets: 0 means the standard size, and too many the maximum.
  ///
  /// - Throws: `InvalidValue` where `requested` is negative.
  package func size(requested: Int) throws(InvalidValue) -> Int {
    if requested < 0 { throw .negativePageSize(requested) }
    return requested == 0 ? standard : min(requested, maximum)
  }
}
