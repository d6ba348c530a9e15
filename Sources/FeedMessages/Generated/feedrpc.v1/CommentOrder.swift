// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Which comments come first.
public enum CommentOrder: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As OLDEST_FIRST.
  case unspecified
  case oldestFirst
  case newestFirst
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [CommentOrder] = [.unspecified, .oldestFirst, .newestFirst]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .oldestFirst
    case 2: self = .newestFirst
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .oldestFirst: 1
    case .newestFirst: 2
    case .unrecognized(let number): number
    }
  }
}
