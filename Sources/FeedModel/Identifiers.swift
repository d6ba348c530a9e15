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
  /// Bytes of the longest text: two of the prefix, and the digits of the largest number.
  private static var longestByteCount: Int { 2 + 13 }

  /// Reads the text that clients hold.
  ///
  /// - Returns: Nil where no id has this text; then nothing has this id either.
  package init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8(Self.number(in:)) else { return nil }
    self.init(number: number)
  }

  /// Digit by digit, as a request may hold a hundred ids: reading them by the standard library and
  /// comparing the texts took half of what a call for a hundred posts took the loop.
  private static func number(in bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let digits = bytes.dropFirst(2)
    guard bytes.prefix(2).elementsEqual(prefix.utf8), bytes.count <= longestByteCount,
      let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1
    else { return nil }
    var number: Int64 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 36)
      let (sum, isTooLargeNow) = product.addingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isTooLargeNow else { return nil }
      number = sum
    }
    return number
  }

  /// The text that clients hold.
  package var text: String {
    String(unsafeUninitializedCapacity: Self.longestByteCount) { buffer in
      // From the last digit to the first, at the end of the memory, and then to its beginning.
      let end = Self.longestByteCount
      var start = end
      var rest = number.magnitude
      repeat {
        let digit = UInt8(rest % 36)
        start -= 1
        buffer[start] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        rest /= 36
      } while rest > 0
      for byte in Self.prefix.utf8.reversed() {
        start -= 1
        buffer[start] = byte
      }
      let count = end - start
      for index in 0..<count { buffer[index] = buffer[start + index] }
      return count
    }
  }

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
