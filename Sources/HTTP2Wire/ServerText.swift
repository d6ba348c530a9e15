import RPC

/// What a server says when it ends a call by itself.
///
/// Where a retry can help the status says when.
enum ServerText {
  static let deadlinePassed = RPCError(.deadlineExceeded, "the deadline passed")
  static let unread = RPCError(.resourceExhausted, "the client takes nothing of the answer")
  static let noAnswer = RPCError(.internal, "the handler ended without an answer")
  static let noMessage = RPCError(.internal, "the call takes one message and got none")
  static let manyMessages = RPCError(.internal, "the call takes one message and got more")
  static let cutMessage = RPCError(.internal, "the request ended inside a message")
  static let unexpectedGzip = RPCError(
    .internal,
    "a message is marked as compressed, and the request names no grpc-encoding"
  )
  static let lateMessage = RPCError(
    .cancelled,
    "the request did not arrive in time: it has 10 s, and a second for each KiB that has arrived"
  )
  static let holdsTooMuch = RPCError(
    .resourceExhausted,
    "too many messages of the connection wait to be taken; try again when other calls have ended"
  )
  .retryable(after: .seconds(1))
  static let malformedTimeout = RPCError(
    .invalidArgument,
    "grpc-timeout is not 1 to 8 digits above 0 and one of H, M, S, m, u, n"
  )
  static let unknownEncoding = RPCError(
    .unimplemented,
    "grpc-encoding is none of identity and gzip"
  )

  static func tooLong(_ byteCount: Int, limit: Int) -> RPCError {
    RPCError(.resourceExhausted, "a message of \(byteCount) bytes; \(limit) is the most")
  }

  static func metadataTooLarge(limit: Int) -> RPCError {
    RPCError(.resourceExhausted, "the metadata take more than \(limit) bytes")
  }

  static func malformedBinary(_ name: String) -> RPCError {
    RPCError(.invalidArgument, "the metadata \(name) are not base64")
  }

  static func unknown(_ lookup: RouteTable.Lookup, path: String) -> RPCError {
    switch lookup {
    case .found, .unknownService: RPCError(.unimplemented, "there is no service for \(path)")
    case .unknownMethod: RPCError(.unimplemented, "there is no method \(path)")
    }
  }

  static func refused(_ refusal: MessageReader.Refusal) -> RPCError {
    switch refusal {
    case .tooLong(let byteCount, let limit): tooLong(byteCount, limit: limit)
    case .unknownFlag(let flag):
      RPCError(.internal, "a message begins with the flag \(flag), which is neither 0 nor 1")
    }
  }

  static func refused(_ refusal: Gzip.Refusal) -> RPCError {
    switch refusal {
    case .malformed: RPCError(.internal, "a compressed message is not gzip")
    case .tooLong(let limit):
      RPCError(.resourceExhausted, "a message of more than \(limit) bytes once inflated")
    case .tooDense(let ratio):
      RPCError(.resourceExhausted, "a message of more than \(ratio) times its size once inflated")
    }
  }
}
