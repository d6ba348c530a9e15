import Base
import RPC

/// A call of any kind with messages that are only bytes.
struct RawCall {
  let transport: any CallTransport
  let method: MethodDescriptor

  /// Sends the requests and hands every answer to `receive` as it comes.
  ///
  /// - Throws: the status that the call ended with, or what `receive` throws, which gives the call
  ///   up.
  func run(
    _ requests: [Bytes],
    options: CallOptions,
    receive: (Bytes) throws -> Void
  ) async throws {
    switch method.kind {
    case .unary: try receive(try await transport.unary(method, requests[0], options: options))
    case .serverStreaming:
      let call = try await transport.open(method, request: requests[0], options: options)
      try await receiveAll(of: call, receive)
    case .clientStreaming, .bidirectional:
      let call = try await transport.open(method, request: nil, options: options)
      async let sending: Void = send(requests, through: call)
      try await receiveAll(of: call, receive)
      await sending
    }
  }

  /// Sends all; where the server ends the call meanwhile, its status is told by the answers.
  private func send(_ requests: [Bytes], through call: any ClientCall) async {
    for request in requests {
      do { try await call.send(request) } catch { return }
    }
    await call.endMessages()
  }

  private func receiveAll(
    of call: any ClientCall,
    _ receive: (Bytes) throws -> Void
  ) async throws {
    do {
      while let bytes = try await call.nextMessage() { try receive(bytes) }
    } catch {
      call.cancel()
      throw error
    }
  }
}
