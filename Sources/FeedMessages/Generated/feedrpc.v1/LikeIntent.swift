// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What a tap on the heart means.
public enum LikeIntent: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As TOGGLE.
  case unspecified
  case toggle
  /// A double tap: likes, never unlikes.
  case like
  case unlike
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [LikeIntent] = [.unspecified, .toggle, .like, .unlike]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .toggle
    case 2: self = .like
    case 3: self = .unlike
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .toggle: 1
    case .like: 2
    case .unlike: 3
    case .unrecognized(let number): number
    }
  }
}
