import Base
import InteropMessages
import RPC
import Transport

/// Our calling side of HTTP/2, with a connection and a loop of its own.
struct InteropClient: Sendable {
  let server: ChildProcess
  let channel: Channel
  var stub: TestServiceClient { TestServiceClient(channel) }

  init(socket: String, server: ChildProcess) throws {
    self.server = server
    channel = try .grpc(to: socket)
  }
}

/// What came is not what should have come.
struct Wrong: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

func confirm(_ isRight: Bool, _ what: @autoclosure () -> String) throws {
  if !isRight { throw Wrong(what()) }
}

/// A call must end with `code`.
@discardableResult
func fails<Value>(
  with code: StatusCode,
  _ body: () async throws(RPCError) -> Value
) async throws -> RPCError {
  guard let error = await status(of: body) else { throw Wrong("an answer, not \(code.name)") }
  try confirm(error.code == code, "\(error), not \(code.name)")
  return error
}

extension Payload {
  /// Zeros.
  init(size: Int) {
    let zeros = Bytes(byteCount: size) { $0.initializeMemory(as: UInt8.self, repeating: 0) }
    self.init(body: zeros)
  }
}
