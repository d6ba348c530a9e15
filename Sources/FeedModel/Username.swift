/// A name that people type: 1 to 30 of `a-z 0-9 . _`.
package struct Username: Hashable, Comparable, Sendable {
  /// Characters, each a byte.
  package static let allowedCounts = 1...30
  package let text: String

  /// - Throws: `InvalidValue` where the text is no username.
  package init(_ text: String, field: String = "username") throws(InvalidValue) {
    let bytes = text.utf8
    guard Self.allowedCounts.contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else {
      throw .notAUsername(field: field)
    }
    self.text = text
  }

  /// Takes a text that a store holds, hence once passed the rule.
  package init(stored text: String) { self.text = text }

  /// The username for an account of the machine.
  ///
  /// Letters become small, what is not allowed becomes `_`, and what is too long is cut.
  ///
  /// - Parameters:
  ///   - accountName: From the passwd entry; nil or empty: `user<uid>`.
  ///   - uid: The account's number.
  package init(accountName: String?, uid: UInt32) {
    let scalars = (accountName ?? "").unicodeScalars.prefix(Self.allowedCounts.upperBound)
    if scalars.isEmpty {
      text = "user\(uid)"
      return
    }
    text = String(
      decoding: scalars.map { scalar -> UInt8 in
        switch scalar {
        case "A"..."Z": UInt8(scalar.value) + 32
        default: scalar.isASCII && Self.isAllowed(UInt8(scalar.value)) ? UInt8(scalar.value) : 0x5F
        }
      },
      as: UTF8.self
    )
  }

  /// The same name with a number behind it, cut so that both fit: what is tried next where the
  /// name is taken.
  package func appending(number: Int) -> Username {
    let digits = String(number)
    let room = Self.allowedCounts.upperBound - digits.utf8.count
    return Username(stored: String(text.prefix(room)) + digits)
  }

  package static func < (left: Username, right: Username) -> Bool { left.text < right.text }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
