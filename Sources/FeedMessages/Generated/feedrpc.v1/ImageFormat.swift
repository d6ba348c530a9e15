// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What the bytes of an image are.
public enum ImageFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As JPEG.
  case unspecified
  case jpeg
  case png
  case webp
  /// Rows of 8-bit R, G, B, A, straight alpha, sRGB, stride = 4 * width.
  case rgba8
  /// A photo's stored bytes, metadata included, at no other size.
  ///
  /// For those who uploaded it, the daemon's owner and root.
  case original
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [ImageFormat] = [.unspecified, .jpeg, .png, .webp, .rgba8, .original]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .jpeg
    case 2: self = .png
    case 3: self = .webp
    case 4: self = .rgba8
    case 5: self = .original
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .jpeg: 1
    case .png: 2
    case .webp: 3
    case .rgba8: 4
    case .original: 5
    case .unrecognized(let number): number
    }
  }
}
