// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Where an image came from.
public enum ImageSource: RawRepresentable, CaseIterable, Hashable, Sendable {
  case unspecified
  /// This call started the render.
  case rendered
  /// This call joined a render under way.
  case coalesced
  case memoryCache
  case diskCache
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [ImageSource] = [
    .unspecified, .rendered, .coalesced, .memoryCache, .diskCache,
  ]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .rendered
    case 2: self = .coalesced
    case 3: self = .memoryCache
    case 4: self = .diskCache
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .rendered: 1
    case .coalesced: 2
    case .memoryCache: 3
    case .diskCache: 4
    case .unrecognized(let number): number
    }
  }
}
