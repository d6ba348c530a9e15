// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// How soon an image is needed.
public enum ImagePriority: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As VISIBLE.
  case unspecified
  case visible
  case prefetch
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [ImagePriority] = [.unspecified, .visible, .prefetch]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .visible
    case 2: self = .prefetch
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .visible: 1
    case .prefetch: 2
    case .unrecognized(let number): number
    }
  }
}
