extension RenderKey {
  /// Counts up whenever the same key would give other pixels than before.
  package static let rendererVersion = 1

  /// True where a codec has a part in the bytes; a pattern's pixels are drawn here.
  package var needsCodec: Bool { kind != .pattern || format != .rgba8 }

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
