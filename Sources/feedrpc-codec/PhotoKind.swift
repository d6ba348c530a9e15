import CVips

/// What a file is by its first bytes; its name says nothing.
enum PhotoKind: CaseIterable {
  case jpeg, png, webp, gif
  /// HEIC or AVIF: which one, only its header knows.
  case heif

  /// nil where it is none of these.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let kind = Self.allCases.first { kind in
      switch kind {
      case .jpeg: bytes.starts(with: [0xff, 0xd8, 0xff])
      case .png: bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      case .webp: Self.has("RIFF", bytes, at: 0) && Self.has("WEBP", bytes, at: 8)
      case .gif: Self.has("GIF87a", bytes, at: 0) || Self.has("GIF89a", bytes, at: 0)
      case .heif: Self.isHEIF(bytes)
      }
    }
    guard let kind else { return nil }
    self = kind
  }

  /// What reads it.
  var loader: cvips_loader {
    switch self {
    case .jpeg: cvips_loader_jpeg
    case .png: cvips_loader_png
    case .webp: cvips_loader_webp
    case .gif: cvips_loader_gif
    case .heif: cvips_loader_heif
    }
  }

  /// Brands of still pictures, and of sequences that begin with one (ISO/IEC 23008-12 annex B,
  /// aomediacodec.github.io/av1-avif).
  private static let brands = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
  ]

  /// Compatible brands that are looked at; files have up to ten.
  static let brandLimit = 64

  /// The first box of a file names the brands it is readable as (ISO/IEC 14496-12 4.3).
  ///
  ///     size (4)  "ftyp"  major brand (4)  version (4)  compatible brands (4 each)...
  private static func isHEIF(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 16, has("ftyp", bytes, at: 4) else { return false }
    let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let end = min(size, bytes.count, 16 + 4 * brandLimit)
    if isBrand(bytes, at: 8) { return true }
    return stride(from: 16, to: end - 3, by: 4).contains { isBrand(bytes, at: $0) }
  }

  private static func isBrand(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    brands.contains { has($0, bytes, at: offset) }
  }

  private static func has(_ text: String, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
  }
}
