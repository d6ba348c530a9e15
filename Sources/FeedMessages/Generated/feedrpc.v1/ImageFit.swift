// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// How a picture takes its place in a box of another shape.
public enum ImageFit: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As COVER.
  case unspecified
  /// Fills width x height, crops the centre.
  ///
  /// Of a smaller photo: the largest crop of that aspect ratio.
  case cover
  /// Fits inside width x height, keeps the aspect ratio.
  case contain
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [ImageFit] = [.unspecified, .cover, .contain]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .cover
    case 2: self = .contain
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .cover: 1
    case .contain: 2
    case .unrecognized(let number): number
    }
  }
}
