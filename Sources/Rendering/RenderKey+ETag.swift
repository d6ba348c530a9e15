extension RenderKey {
  /// Counts up whenever the same key would give other pixels than before.
  package static let rendererVersion = 2

  /// True where a codec has a part in the bytes: not in a pattern's pixels, which are drawn here,
  /// nor in a photo's stored bytes.
  package var needsCodec: Bool {
    switch format {
    case .original: false
    case .rgba8: kind != .pattern
    case .jpeg, .png, .webp: true
    }
  }

  /// A hash of what the bytes are a function of, hence known before they are.
  ///
  /// `codec` is the `ImageEncoder.buildIdentity` of the encoder that would be used; what needs no
  /// codec has one etag whatever it is.
  package func etag(codec: String) -> String { digest(codec: codec).hexadecimal }

  /// The etag as it is before it is written down.
  func digest(codec: String) -> Digest {
    let codec = needsCodec ? codec : ""
    // No part but the last can contain a space, so no two keys have one text.
    let text =
      "\(Self.rendererVersion) \(kind.rawValue) \(name) \(naturalWidth) \(naturalHeight) "
      + "\(width) \(height) \(format.rawValue) \(quality) \(codec)"
    return Digest(of: text)
  }
}
