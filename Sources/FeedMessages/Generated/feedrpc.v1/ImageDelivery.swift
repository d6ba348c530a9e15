// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

// The comments are those of the .proto, which does not explain every value.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// How the bytes come to the client.
public enum ImageDelivery: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// As CHUNKS.
  case unspecified
  case chunks
  /// A sealed memory file passed over the socket instead of bytes (native framing, negotiated).
  ///
  /// Falls back to CHUNKS where the protocol can't carry it or the peer's uid is not allowed to.
  case memoryFile
  /// The path of an immutable file, for clients in any language.
  ///
  /// It can be opened for 60 seconds after the header, even if it is swept meanwhile; check that
  /// its size is total_bytes, else ask again with CHUNKS. Falls back to CHUNKS for a peer whose uid
  /// could not open it.
  case file
  /// A number that this version does not know.
  case unrecognized(Int32)

  /// Every value with a name.
  public static let allCases: [ImageDelivery] = [.unspecified, .chunks, .memoryFile, .file]

  /// The value of a number; a number without a name is `unrecognized`.
  public init(rawValue: Int32) {
    switch rawValue {
    case 0: self = .unspecified
    case 1: self = .chunks
    case 2: self = .memoryFile
    case 3: self = .file
    default: self = .unrecognized(rawValue)
    }
  }

  /// The number on the wire.
  public var rawValue: Int32 {
    switch self {
    case .unspecified: 0
    case .chunks: 1
    case .memoryFile: 2
    case .file: 3
    case .unrecognized(let number): number
    }
  }
}
