// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What became of a wanted image.
public enum PrefetchState: RawRepresentable, CaseIterable, Hashable, Sendable {
  case unspecified
  case ready
  /// Gone from the list before it was ready.
  case dropped
  case failed
  /// No room now; considered again when listed again.
  case refused
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [PrefetchState] = [.unspecified, .ready, .dropped, .failed, .refused]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .ready
    case 2: self = .dropped
    case 3: self = .failed
    case 4: self = .refused
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .ready: 1
    case .dropped: 2
    case .failed: 3
    case .refused: 4
    case .unrecognized(let number): number
    }
  }
}
