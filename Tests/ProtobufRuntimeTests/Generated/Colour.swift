// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// An enum with a negative value.
public enum Colour: RawRepresentable, CaseIterable, Hashable, Sendable {
  case unspecified
  case red
  case green
  case hidden
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [Colour] = [.unspecified, .red, .green, .hidden]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .red
    case 5: self = .green
    case -1: self = .hidden
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .red: 1
    case .green: 5
    case .hidden: -1
    case .unrecognized(let number): number
    }
  }
}
