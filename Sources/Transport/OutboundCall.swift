import Base
import RPC

/// A streaming call in the hands of its caller; letting go of it gives the call up.
final class OutboundCall: ClientCall {
  private let state: ClientCallState
  private let connection: ClientConnection

  init(_ state: ClientCallState, on connection: ClientConnection) {
    self.state = state
    self.connection = connection
  }

  deinit { connection.cancelFromAnywhere(state) }

  func send(_ message: some WireMessage) async throws(RPCError) {
    try await connection.send(message, on: state)
  }

  func endMessages() async { await connection.endMessages(of: state) }

  func nextMessage() async throws(RPCError) -> Bytes? {
    try await connection.nextMessage(of: state)
  }

  func headers() async throws(RPCError) -> Metadata { try await connection.headers(of: state) }

  func trailers() async -> Metadata { await connection.trailers(of: state) }

  func cancel() { connection.cancelFromAnywhere(state) }
}
