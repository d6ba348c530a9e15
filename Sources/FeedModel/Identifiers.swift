/// The name of a user: `u:` and a number to base 36.
package struct UserID: TextIdentifier {
  package static var prefix: String { "u:" }
  package let number: Int64

  @inlinable
  package init(number: Int64) { self.number = number }
}

/// The name of a post: `p:` and a number to base 36.
package struct PostID: TextIdentifier {
  package static var prefix: String { "p:" }
  package let number: Int64

  @inlinable
  package init(number: Int64) { self.number = number }
}

/// The name of a comment: `c:` and a number to base 36.
package struct CommentID: TextIdentifier {
  package static var prefix: String { "c:" }
  package let number: Int64

  @inlinable
  package init(number: Int64) { self.number = number }
}

/// A number that clients see as an opaque text.
///
/// The text is a prefix of two bytes that ends in `:`, which no username contains, and the number
/// to base 36 without leading zeros. A number has exactly one text, so texts compare as ids do.
package protocol TextIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What every text of this kind starts with.
  static var prefix: String { get }
  /// Not negative. Posts and comments take the number of the change that made them, so that
  /// numbers rise and are never used again.
  var number: Int64 { get }

  init(number: Int64)
}

extension TextIdentifier {
  /// Reads the text that clients hold.
  ///
  /// - Returns: Nil where no id has this text; then nothing has this id either.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), text.utf8.count <= 2 + 13 else { return nil }
    guard let number = Int64(text.dropFirst(2), radix: 36), number >= 0 else { return nil }
    self.init(number: number)
    guard self.text == text else { return nil }
  }

  /// The text that clients hold.
  package var text: String { Self.prefix + String(number, radix: 36) }

  package var description: String { text }

  @inlinable
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The name of a store, made with it and never changed.
package struct FeedID: Hashable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }
}

/// The number of a change, in the order of commits; 0 is the empty feed.
package struct SequenceNumber: Hashable, Comparable, Sendable {
  package var number: Int64

  @inlinable
  package init(_ number: Int64) { self.number = number }

  @inlinable
  package static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
    left.number < right.number
  }

  /// Where a row stands in a list that is sorted by the changes that made its rows.
  package var position: Position { Position(time: Timestamp(microseconds: 0), number: number) }
}
