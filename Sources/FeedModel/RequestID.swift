/// A client's own name for a mutation, unique to its user and method: 1 to 64 Unicode scalars.
package struct RequestID: Hashable, Sendable {
  package let text: String

  /// - Throws: `InvalidValue` where the text is empty or too long.
  package init(_ text: String) throws(InvalidValue) {
    try TextRule.requestID.check(text)
    self.text = text
  }

  /// Reads the field of a message, where an empty text means that there is no request id.
  ///
  /// - Throws: `InvalidValue` where the text is too long.
  package static func reading(_ text: String) throws(InvalidValue) -> RequestID? {
    text.isEmpty ? nil : try RequestID(text)
  }

  /// Takes a text that a store holds, hence once passed the rule.
  package init(stored text: String) { self.text = text }
}
