package import RPC

/// Why a call of a load failed.
package enum LoadFailure: Error, Hashable, Sendable {
  /// It ended with a status.
  case status(RPCError)
  /// The first message has no header, or there is no message at all.
  case headerMissing
  /// A later message has a header too.
  case headerRepeated
  /// The header has no etag.
  case etagMissing
  /// There are more or fewer bytes than the header says.
  case byteCount(received: Int, announced: Int64)

  /// What failures are counted by.
  package enum Kind: Hashable, Sendable {
    case status(StatusCode)
    /// The call ended well, but what came is wrong.
    case wrongAnswer
  }

  package var kind: Kind {
    switch self {
    case .status(let error): .status(error.code)
    case .headerMissing, .headerRepeated, .etagMissing, .byteCount: .wrongAnswer
    }
  }
}
