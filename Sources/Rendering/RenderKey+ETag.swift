import CSodium

extension RenderKey {
  /// Counts up whenever the same key would give other pixels than before.
  package static let rendererVersion = 1

  /// True where a codec has a part in the bytes; a pattern's pixels are drawn here.
  package var needsCodec: Bool { kind != .pattern || format != .rgba8 }

  /// A hash of what the bytes are a function of, hence known before they are.
  ///
  /// `codec` is the `ImageEncoder.buildIdentity` of the encoder that would be used; what needs no
  /// codec has one etag whatever it is.
  package func etag(codec: String) -> String {
    let codec = needsCodec ? codec : ""
    // No part but the last can contain a space, so no two keys have one text.
    let text =
      "\(Self.rendererVersion) \(kind.rawValue) \(name) \(naturalWidth) \(naturalHeight) "
      + "\(width) \(height) \(format.rawValue) \(quality) \(codec)"
    return Self.hash(text)
  }

  private static func hash(_ text: String) -> String {
    var digest = [UInt8](repeating: 0, count: 16)
    let status = text.utf8.withContiguousStorageIfAvailable { bytes in
      crypto_generichash(&digest, digest.count, bytes.baseAddress, UInt64(bytes.count), nil, 0)
    }
    precondition(status == 0, "a native string is contiguous, and its bytes can be hashed")
    return String(unsafeUninitializedCapacity: 2 * digest.count) { text in
      for (index, byte) in digest.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 15)
      }
      return 2 * digest.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
