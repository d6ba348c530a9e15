import Base
import InteropMessages
import RPC

/// Does what the clients of gRPC's interop tests ask for.
///
/// What the methods do is grpc.io's "gRPC Interop Test Case Descriptions". Answers are compressed
/// where the client compresses its requests and the contents get shorter by it.
struct TestService: TestServiceHandler {
  private static let initialEcho = "x-grpc-test-echo-initial"
  private static let trailingEcho = "x-grpc-test-echo-trailing-bin"
  /// The most bytes of a payload, so that the message is one that can be sent.
  private static let payloadByteCounts = 0...4_000_000

  let log: CompressionLog

  func emptyCall(_ request: Empty, _ call: any ServerCall) async throws(RPCError) -> Empty {
    try await Self.echoMetadata(of: call)
    return Empty()
  }

  func unaryCall(
    _ request: SimpleRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> SimpleResponse {
    try await Self.echoMetadata(of: call)
    try check(request.expectCompressed, ofMessage: 0, call)
    try Self.check(request.responseStatus)
    let body = try Self.body(request.responseSize, isCompressed: request.responseCompressed)
    return SimpleResponse(
      payload: Payload(body: body),
      serverID: request.fillServerID ? "interop-server" : ""
    )
  }

  func streamingOutputCall(
    _ request: StreamingOutputCallRequest,
    _ responses: ResponseWriter<StreamingOutputCallResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    try await Self.echoMetadata(of: call)
    try await Self.answer(request, responses)
  }

  func streamingInputCall(
    _ requests: RequestStream<StreamingInputCallRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> StreamingInputCallResponse {
    var requests = requests
    var sum = 0
    var count = 0
    while let request = try await requests.next() {
      try check(request.expectCompressed, ofMessage: count, call)
      sum += request.payload?.body.count ?? 0
      count += 1
    }
    return StreamingInputCallResponse(aggregatedPayloadSize: Int32(clamping: sum))
  }

  func fullDuplexCall(
    _ requests: RequestStream<StreamingOutputCallRequest>,
    _ responses: ResponseWriter<StreamingOutputCallResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    try await Self.echoMetadata(of: call)
    var requests = requests
    while let request = try await requests.next() { try await Self.answer(request, responses) }
  }

  func halfDuplexCall(
    _ requests: RequestStream<StreamingOutputCallRequest>,
    _ responses: ResponseWriter<StreamingOutputCallResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    try await Self.echoMetadata(of: call)
    var requests = requests
    var all: [StreamingOutputCallRequest] = []
    while let request = try await requests.next() { all.append(request) }
    for request in all { try await Self.answer(request, responses) }
  }

  private static func answer(
    _ request: StreamingOutputCallRequest,
    _ responses: ResponseWriter<StreamingOutputCallResponse>
  ) async throws(RPCError) {
    for parameters in request.responseParameters {
      if parameters.intervalMicroseconds > 0 {
        try await pause(.microseconds(Int64(parameters.intervalMicroseconds)))
      }
      let body = try body(parameters.size, isCompressed: parameters.compressed)
      try await responses.send(StreamingOutputCallResponse(payload: Payload(body: body)))
    }
    try check(request.responseStatus)
  }

  /// Sends back what the client asks for beside the messages.
  private static func echoMetadata(of call: any ServerCall) async throws(RPCError) {
    if let value = call.metadata[trailingEcho] { await call.setTrailers([trailingEcho: value]) }
    if let value = call.metadata[initialEcho] { try await call.sendHeaders([initialEcho: value]) }
  }

  private static func check(_ status: EchoStatus?) throws(RPCError) {
    guard let status, status.code != 0 else { return }
    guard let code = StatusCode(rawValue: status.code) else {
      throw RPCError(.invalidArgument, "response_status.code is 0 to 16")
    }
    throw RPCError(code, status.message)
  }

  private func check(
    _ expected: BoolValue?,
    ofMessage index: Int,
    _ call: any ServerCall
  ) throws(RPCError) {
    guard let expected else { return }
    guard let isCompressed = log.received(by: call)[at: index] else {
      throw RPCError(.failedPrecondition, "only gRPC over HTTP/2 compresses messages")
    }
    guard isCompressed == expected.value else {
      throw RPCError(.invalidArgument, "compressed: \(isCompressed), expected: \(expected.value)")
    }
  }

  /// Zeros; or what deflating makes no shorter, so that it goes as it is.
  private static func body(
    _ size: Int32,
    isCompressed: BoolValue?
  ) throws(RPCError) -> Bytes {
    guard payloadByteCounts.contains(Int(size)) else {
      throw RPCError(.invalidArgument, "a payload has 0 to 4000000 bytes")
    }
    guard isCompressed?.value == false else {
      return Bytes([UInt8](repeating: 0, count: Int(size)))
    }
    var generator = SystemRandomNumberGenerator()
    return Bytes((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}

extension [Bool] {
  /// Nil beyond the end.
  fileprivate subscript(at index: Int) -> Bool? { index < count ? self[index] : nil }
}
