import Base
import InteropMessages
import RPC
import Testing
import Transport
import Waiting

/// A case of gRPC's interop tests, by the name that it has there.
struct InteropCase: CustomTestStringConvertible, Sendable {
  var name: String
  var run: @Sendable (InteropClient) async throws -> Void
  var testDescription: String { name }

  init(_ name: String, _ run: @escaping @Sendable (InteropClient) async throws -> Void) {
    self.name = name
    self.run = run
  }

  static let all = unary + streams + endings + many

  static let requestSizes = [27182, 8, 1828, 45904]
  static let responseSizes = [31415, 9, 2653, 58979]
  private static let initialEcho = "x-grpc-test-echo-initial"
  private static let trailingEcho = "x-grpc-test-echo-trailing-bin"

  // MARK: - Unary

  private static func large(
    isCompressed: Bool? = nil,
    status: EchoStatus? = nil
  ) -> SimpleRequest {
    SimpleRequest(
      responseSize: 314159,
      payload: Payload(size: 271828),
      responseCompressed: isCompressed.map { BoolValue(value: $0) },
      responseStatus: status
    )
  }

  private static func callLarge(
    _ stub: TestServiceClient,
    isCompressed: Bool? = nil
  ) async throws {
    let answer = try await stub.unaryCall(large(isCompressed: isCompressed))
    try confirm(answer.payload == Payload(size: 314159), "not 314159 zeros")
  }

  private static let unary = [
    InteropCase("empty_unary") { client in _ = try await client.stub.emptyCall(Empty()) },
    InteropCase("large_unary") { client in try await callLarge(client.stub) },
    InteropCase("server_compressed_unary") { client in
      for isCompressed in [true, false] {
        try await callLarge(client.stub, isCompressed: isCompressed)
      }
    },
    InteropCase("custom_metadata") { client in
      var options = CallOptions()
      options.metadata.add("test_initial_metadata_value", for: initialEcho)
      options.metadata.add("q6ur", for: trailingEcho)
      let call = try await client.channel.open(
        TestServiceMethods.unaryCall,
        request: large(),
        options: options
      )
      try await checkEcho(of: call)
      let (requests, responses) = try await client.stub.fullDuplexCall(options: options)
      try await requests.send(outputs([314159]))
      await requests.endMessages()
      try await checkEcho(of: responses.call)
    },
  ]

  private static func checkEcho(of call: any ClientCall) async throws {
    let headers = try await call.headers()
    try confirm(headers[initialEcho] == "test_initial_metadata_value", "headers \(headers.entries)")
    var count = 0
    while try await call.nextMessage() != nil { count += 1 }
    try confirm(count == 1, "\(count) messages")
    let trailers = await call.trailers()
    try confirm(trailers[trailingEcho] == "q6ur", "trailers \(trailers.entries)")
  }

  // MARK: - Streams

  private static func outputs(
    _ sizes: [Int],
    isCompressed: [Bool?] = [],
    status: EchoStatus? = nil
  ) -> StreamingOutputCallRequest {
    let parameters = sizes.enumerated().map { index, size in
      let flag = index < isCompressed.count ? isCompressed[index] : nil
      return ResponseParameters(
        size: Int32(size),
        compressed: flag.map { BoolValue(value: $0) }
      )
    }
    return StreamingOutputCallRequest(responseParameters: parameters, responseStatus: status)
  }

  private static func confirmSizes(
    _ sizes: [Int],
    of responses: ResponseStream<StreamingOutputCallResponse>
  ) async throws {
    var got: [Int] = []
    for try await response in responses { got.append(response.payload?.body.count ?? 0) }
    try confirm(got == sizes, "sizes \(got), not \(sizes)")
  }

  private static let streams = [
    InteropCase("client_streaming") { client in
      let answer = try await client.stub.streamingInputCall { (requests) async throws(RPCError) in
        for size in requestSizes {
          try await requests.send(StreamingInputCallRequest(payload: Payload(size: size)))
        }
      }
      try confirm(answer.aggregatedPayloadSize == 74922, "\(answer)")
    },
    InteropCase("server_streaming") { client in
      let responses = try await client.stub.streamingOutputCall(outputs(responseSizes))
      try await confirmSizes(responseSizes, of: responses)
    },
    InteropCase("server_compressed_streaming") { client in
      let request = outputs([31415, 92653], isCompressed: [true, false])
      try await confirmSizes([31415, 92653], of: client.stub.streamingOutputCall(request))
    },
    InteropCase("ping_pong") { client in
      var (requests, responses) = try await client.stub.fullDuplexCall()
      for (requestSize, responseSize) in zip(requestSizes, responseSizes) {
        var request = outputs([responseSize])
        request.payload = Payload(size: requestSize)
        try await requests.send(request)
        let size = try await responses.next()?.payload?.body.count
        try confirm(size == responseSize, "\(String(describing: size)) bytes")
      }
      await requests.endMessages()
      try await confirmSizes([], of: responses)
    },
    InteropCase("empty_stream") { client in
      let (requests, responses) = try await client.stub.fullDuplexCall()
      await requests.endMessages()
      try await confirmSizes([], of: responses)
    },
  ]

  // MARK: - Endings

  private static func checkStatus(_ message: String, _ client: InteropClient) async throws {
    let status = EchoStatus(code: 2, message: message)
    let unary = try await fails(with: .unknown) { () async throws(RPCError) in
      try await client.stub.unaryCall(large(status: status))
    }
    let duplex = try await fails(with: .unknown) { () async throws(RPCError) in
      var (requests, responses) = try await client.stub.fullDuplexCall()
      try await requests.send(outputs([], status: status))
      await requests.endMessages()
      return try await responses.next()
    }
    for error in [unary, duplex] {
      try confirm(error.message == message, "message \(error.message)")
    }
  }

  private static let endings = [
    InteropCase("status_code_and_message") { try await checkStatus("test status message", $0) },
    InteropCase("special_status_message") { client in
      let text = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n"
      try await checkStatus(text, client)
    },
    InteropCase("unimplemented_method") { client in
      try await fails(with: .unimplemented) { () async throws(RPCError) in
        try await client.stub.unimplementedCall(Empty())
      }
    },
    InteropCase("unimplemented_service") { client in
      try await fails(with: .unimplemented) { () async throws(RPCError) in
        try await UnimplementedServiceClient(client.channel).unimplementedCall(Empty())
      }
    },
    InteropCase("cancel_after_begin") { client in
      let method = TestServiceMethods.streamingInputCall
      let call = try await client.channel.open(method, request: nil, options: CallOptions())
      call.cancel()
      try await fails(with: .cancelled) { () async throws(RPCError) in
        try await call.nextMessage()
      }
    },
    InteropCase("cancel_after_first_response") { client in
      var (requests, responses) = try await client.stub.fullDuplexCall()
      try await requests.send(outputs([31415]))
      let size = try await responses.next()?.payload?.body.count
      try confirm(size == 31415, "\(String(describing: size)) bytes")
      responses.call.cancel()
      let call = responses.call
      try await fails(with: .cancelled) { () async throws(RPCError) in
        try await call.nextMessage()
      }
      let line = "FullDuplexCall: cancelled"
      try await client.server.output.until { $0.lines.contains(line) ? true : nil }
    },
    InteropCase("timeout_on_sleeping_server") { client in
      try await fails(with: .deadlineExceeded) { () async throws(RPCError) in
        let options = CallOptions(timeout: .milliseconds(1))
        var (requests, responses) = try await client.stub.fullDuplexCall(options: options)
        try await requests.send(StreamingOutputCallRequest(payload: Payload(size: 27182)))
        return try await responses.next()
      }
    },
  ]

  // MARK: - Many

  private static let many = [
    InteropCase("concurrent_large_unary") { client in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 { group.addTask { try await callLarge(client.stub) } }
        try await group.waitForAll()
      }
    },
    InteropCase("rpc_soak") { client in for _ in 0..<20 { try await callLarge(client.stub) } },
  ]
}
