import Base
import FeedMessages
package import RPC

/// Why a call of a load failed.
package enum LoadFailure: Error, Hashable, Sendable {
  /// It ended with a status.
  case status(RPCError)
  /// A message is none of a picture.
  case unreadable
  /// The first message has no header, or there is no message at all.
  case headerMissing
  /// A later message has a header too.
  case headerRepeated
  /// The header has no etag.
  case etagMissing
  /// There are more or fewer bytes than the header says.
  case byteCount(received: Int, announced: Int64)
  /// The header announces a file, and none came or none is at its path.
  case fileMissing
  /// The file that came can still be changed, or is none in memory.
  case fileNotSealed
  /// An earlier picture with the same etag had other bytes.
  case otherBytes

  /// The status that it counts as: a wrong answer is data that was lost.
  package var code: StatusCode {
    switch self {
    case .status(let error): error.code
    case .unreadable, .headerMissing, .headerRepeated, .etagMissing, .byteCount, .fileMissing,
      .fileNotSealed, .otherBytes:
      .dataLoss
    }
  }

  /// What happened, for people; empty where nobody said it.
  package var sentence: String {
    switch self {
    case .status(let error): error.message
    case .unreadable: "a message is none of a picture"
    case .headerMissing: "the first message has no header"
    case .headerRepeated: "a later message has a header too"
    case .etagMissing: "the header has no etag"
    case .byteCount(let received, let announced):
      "the picture had \(received) of \(announced) bytes"
    case .fileMissing: "the picture's file is not there"
    case .fileNotSealed: "the picture's file is not sealed"
    case .otherBytes: "the picture has other bytes than one with the same etag"
    }
  }
}
