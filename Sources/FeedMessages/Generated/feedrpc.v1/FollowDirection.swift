// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Which end of a follow is asked for.
public enum FollowDirection: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As FOLLOWERS.
  case unspecified
  case followers
  case following
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [FollowDirection] = [.unspecified, .followers, .following]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .followers
    case 2: self = .following
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .followers: 1
    case .following: 2
    case .unrecognized(let number): number
    }
  }
}
