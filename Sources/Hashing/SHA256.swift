package import Base
import CSodium

/// SHA-256 as libsodium has it, of bytes that come one after another (FIPS 180-4).
package struct SHA256 {
  package static let byteCount = 32

  private var state = crypto_hash_sha256_state()

  package init() { crypto_hash_sha256_init(&state) }

  package mutating func update(_ bytes: Bytes) {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      _ = crypto_hash_sha256_update(&state, start, UInt64(buffer.count))
    }
  }

  /// The hash of all that was added; nothing can be added after it.
  package mutating func finish() -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Self.byteCount)
    crypto_hash_sha256_final(&state, &hash)
    return hash
  }

  /// The hash of bytes that are all there.
  package static func hash(of bytes: Bytes) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
