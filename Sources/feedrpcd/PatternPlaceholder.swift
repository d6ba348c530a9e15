import Rendering

/// The placeholders of patterns, for the store, which knows nothing of drawing.
enum PatternPlaceholder {
  /// The blurhash of the pattern with this seed and size; empty where it can be none.
  static func blurhash(_ seed: String, _ width: Int, _ height: Int) -> String {
    guard let id = try? PictureID(kind: .pattern, name: seed, width: width, height: height) else {
      return ""
    }
    return Blurhash.ofPattern(id) ?? ""
  }
}
