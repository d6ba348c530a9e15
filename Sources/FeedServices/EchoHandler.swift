import Base
package import FeedMessages
package import RPC

/// What benchmarks and tests of the transport call; a daemon serves it only where told to.
package struct EchoHandler: EchoServiceHandler {
  /// Bytes of one message of StreamBytes.
  package static let allowedMessageByteCounts = 1...1_048_576

  package init() {}

  /// The methods as they are served: EchoAtOnce answers without a task.
  package var servedMethods: [ServerMethod] {
    methods.map { method in
      guard method.descriptor == EchoServiceMethods.echoAtOnce else { return method }
      return method.answeredAtOnce { (bytes, call) throws(RPCError) in
        let request: EchoRequest = try ServerMethod.decode(bytes)
        return call.replyAtOnce(EchoResponse(payload: request.payload))
      }
    }
  }

  package func echo(
    _ request: EchoRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> EchoResponse {
    EchoResponse(payload: request.payload)
  }

  package func echoAtOnce(
    _ request: EchoRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> EchoResponse {
    EchoResponse(payload: request.payload)
  }

  package func streamBytes(
    _ request: StreamBytesRequest,
    _ responses: ResponseWriter<StreamBytesResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    let byteCount = Int(request.messageBytes)
    guard Self.allowedMessageByteCounts.contains(byteCount), request.totalBytes >= 0 else {
      throw RPCError(.invalidArgument, "message_bytes is 1 to 1048576, total_bytes not negative")
    }
    let payload = Bytes(byteCount: byteCount) { $0.initializeMemory(as: UInt8.self, repeating: 7) }
    var rest = Int(request.totalBytes)
    while rest > 0 {
      let part = min(rest, byteCount)
      try await responses.send(StreamBytesResponse(payload: payload.slice(0..<part)))
      rest -= part
    }
  }

  package func collectBytes(
    _ requests: RequestStream<EchoRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> CollectBytesResponse {
    var requests = requests
    var answer = CollectBytesResponse()
    while let request = try await requests.next() {
      answer.messageCount += 1
      answer.byteCount += Int64(request.payload.count)
    }
    return answer
  }

  package func echoStream(
    _ requests: RequestStream<EchoRequest>,
    _ responses: ResponseWriter<EchoResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    var requests = requests
    while let request = try await requests.next() {
      try await responses.send(EchoResponse(payload: request.payload))
    }
  }
}
