import Base
import CSodium
package import FeedModel

/// BLAKE2b as libsodium offers it: short fingerprints of texts, keyed or not.
package enum KeyedHash {
  /// Bytes of a store's secret key.
  package static let keyByteCount = 32

  /// Whoever uses it first waits for libsodium to choose its code for this processor and to find
  /// randomness.
  private static let isReady: Void = precondition(
    sodium_init() >= 0,
    "libsodium finds a source of randomness"
  )

  /// A fingerprint of `message` that only holders of `key` can make; an empty key: anybody.
  ///
  /// - Precondition: `byteCount` is 16 to 64, and `key` is empty or 16 to 64 bytes long.
  package static func hash(_ message: [UInt8], key: [UInt8] = [], byteCount: Int) -> [UInt8] {
    _ = isReady
    var digest = [UInt8](repeating: 0, count: byteCount)
    let result = crypto_generichash(
      &digest,
      byteCount,
      message,
      UInt64(message.count),
      key.isEmpty ? nil : key,
      key.count
    )
    precondition(result == 0, "lengths that BLAKE2b takes")
    return digest
  }

  /// True where both are the same; takes as long for any two of the same length.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  /// Bytes that nobody can guess.
  package static func randomBytes(count: Int) -> [UInt8] {
    _ = isReady
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}

extension UserID {
  /// The id of the user who belongs to `identity`, the same in every store.
  static func derived(from identity: String) -> UserID {
    let bytes = KeyedHash.hash(Array(identity.utf8), byteCount: 16)
    let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return UserID(number: Int64(number >> 1))
  }

  /// The id of a user who is made because somebody acts as them.
  package static func derived(from username: Username) -> UserID {
    derived(from: "name:\(username.text)")
  }
}

extension FeedID {
  /// A name that no other store has.
  package static func random() -> FeedID {
    FeedID(text: KeyedHash.randomBytes(count: 16).hexadecimal)
  }
}
