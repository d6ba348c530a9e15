import CSodium
package import FeedModel

/// Where a page begins, as clients carry it from page to page.
///
/// ```
/// byte  0        version, 1
/// byte  1        direction
/// byte  2 ...  9 time, microseconds, big-endian
/// byte 10 ... 17 number of the row, big-endian
/// byte 18 ... 33 BLAKE2b, keyed with the store's key, of bytes 0 to 17 and the scope
/// ```
///
/// Base64url without padding makes a text of it. The scope is not in the token but bound to it:
/// a token is good for the query, order and viewer it was made for alone. It holds a position,
/// not a row: the row may be deleted.
package struct PageToken: Hashable, Sendable {
  /// Which way the page lies from its position.
  package enum Direction: UInt8, CaseIterable, Sendable {
    /// What comes after the position in the order of the list.
    case onward = 1
    /// What comes before it.
    case back = 2
  }

  package var direction: Direction
  /// The page has no row at this position, only rows beyond it.
  package var position: Position

  package init(direction: Direction, position: Position) {
    self.direction = direction
    self.position = position
  }

  /// The text for clients.
  package func text(scope: PageScope, key: [UInt8]) -> String {
    var bytes: [UInt8] = [Self.version, direction.rawValue]
    bytes.append(bigEndian: UInt64(bitPattern: position.time.microseconds))
    bytes.append(bigEndian: UInt64(bitPattern: position.number))
    bytes += Self.mac(of: bytes, scope: scope, key: key)
    return Self.base64(bytes)
  }

  /// Reads a text that `text(scope:key:)` made.
  ///
  /// - Throws: `invalidPageToken` where it was made by another version, with another key or for
  ///   another scope, or has been changed.
  package init(_ text: String, scope: PageScope, key: [UInt8]) throws(StoreError) {
    guard let bytes = Self.bytes(ofBase64: text), bytes.count == Self.byteCount,
      bytes[0] == Self.version, let direction = Direction(rawValue: bytes[1])
    else { throw .invalidPageToken }
    let signed = Array(bytes[..<Self.signedByteCount])
    let mac = Array(bytes[Self.signedByteCount...])
    guard KeyedHash.areEqual(mac, Self.mac(of: signed, scope: scope, key: key)) else {
      throw .invalidPageToken
    }
    self.direction = direction
    position = Position(
      time: Timestamp(microseconds: Int64(bitPattern: bytes[2..<10].bigEndianNumber)),
      number: Int64(bitPattern: bytes[10..<18].bigEndianNumber)
    )
  }

  private static let version: UInt8 = 1
  private static let signedByteCount = 18
  private static let macByteCount = 16
  private static let byteCount = signedByteCount + macByteCount

  private static func mac(of bytes: [UInt8], scope: PageScope, key: [UInt8]) -> [UInt8] {
    KeyedHash.hash(bytes + scope.bytes, key: key, byteCount: macByteCount)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let variant = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func bytes(ofBase64 text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { utf8 -> [UInt8]? in
      guard utf8.count == (byteCount * 8 + 5) / 6, !utf8.contains(0) else { return nil }
      var bytes = [UInt8](repeating: 0, count: byteCount)
      let result = utf8.withMemoryRebound(to: CChar.self) { characters in
        sodium_base642bin(
          &bytes,
          byteCount,
          characters.baseAddress,
          characters.count,
          nil,
          nil,
          nil,
          Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        )
      }
      return result == 0 ? bytes : nil
    }
  }
}

/// What a page token is good for.
package enum PageScope: Hashable, Sendable {
  case feed(FeedFilter, viewer: UserID)
  case comments(of: PostID, CommentOrder, viewer: UserID)
  case users(UserList, viewer: UserID)

  /// Different scopes have different bytes, none of them the beginning of another's.
  fileprivate var bytes: [UInt8] {
    switch self {
    case .feed(let filter, let viewer):
      let author = filter.author?.text ?? ""
      return Array("feed;\(viewer.text);\(author);\(filter.followingOnly);".utf8)
    case .comments(let post, let order, let viewer):
      return Array("comments;\(viewer.text);\(post.text);\(order.rawValue);".utf8)
    case .users(let list, let viewer):
      let subject =
        switch list {
        case .likers(let post): "likers;\(post.text)"
        case .followers(let user): "followers;\(user?.text ?? "")"
        case .followed(let user): "followed;\(user?.text ?? "")"
        }
      return Array("users;\(viewer.text);\(subject);".utf8)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: UInt64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { self += $0 }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var bigEndianNumber: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
