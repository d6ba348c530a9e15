import Base
import RPC
import Testing

@testable import FeedMessages

/// Generated handlers and clients, over a transport that hands calls straight to the methods.
@Suite struct ServiceTests {
  @Test func methodsAreThoseOfTheTableInItsOrder() {
    #expect(Nothing().feed.map(\.descriptor) == FeedServiceMethods.all)
    #expect(Nothing().image.map(\.descriptor) == ImageServiceMethods.all)
    #expect(EchoServer().methods.map(\.descriptor) == EchoServiceMethods.all)
  }

  @Test func whatIsNotImplementedSaysSo() async throws {
    let client = FeedServiceClient(DirectTransport(Nothing().feed))
    let expected = RPCError(
      .unimplemented,
      "feedrpc.v1.FeedService/ToggleLike is not implemented by this server"
    )
    await #expect(throws: expected) { try await client.toggleLike(ToggleLikeRequest()) }
    let images = ImageServiceClient(DirectTransport(Nothing().image))
    var responses = try await images.streamImage(StreamImageRequest())
    let error = await #expect(throws: RPCError.self) { try await responses.next() }
    #expect(error?.code == .unimplemented)
  }

  @Test func aUnaryCallGoesThereAndBack() async throws {
    let client = EchoServiceClient(DirectTransport(EchoServer().methods))
    #expect(try await client.echo(EchoRequest(payload: [1, 2])).payload == [1, 2])
  }

  @Test func aServerMayStream() async throws {
    let client = EchoServiceClient(DirectTransport(EchoServer().methods))
    var counts: [Int] = []
    let request = StreamBytesRequest(totalBytes: 10, messageBytes: 4)
    for try await response in try await client.streamBytes(request) {
      counts.append(response.payload.count)
    }
    #expect(counts == [4, 4, 2])
  }

  @Test func aClientMayStream() async throws {
    let client = EchoServiceClient(DirectTransport(EchoServer().methods))
    let response = try await client.collectBytes { requests throws(RPCError) in
      for count in 0..<3 {
        try await requests.send(EchoRequest(payload: Bytes([UInt8](repeating: 0, count: count))))
      }
    }
    #expect(response == CollectBytesResponse(messageCount: 3, byteCount: 3))
  }

  @Test func whatTheSenderThrowsGivesTheCallUp() async throws {
    let transport = DirectTransport(EchoServer().methods)
    let client = EchoServiceClient(transport)
    let stop = RPCError(.aborted, "stop")
    await #expect(throws: stop) {
      try await client.collectBytes { _ throws(RPCError) in throw stop }
    }
    #expect(transport.lastCall?.isCancelled == true)
  }

  @Test func bothSidesMayStream() async throws {
    let client = EchoServiceClient(DirectTransport(EchoServer().methods))
    let (requests, responseStream) = try await client.echoStream()
    var responses = responseStream
    try await requests.send(EchoRequest(payload: [1]))
    try await requests.send(EchoRequest(payload: [2]))
    await requests.endMessages()
    #expect(try await responses.next()?.payload == [1])
    #expect(try await responses.next()?.payload == [2])
    #expect(try await responses.next() == nil)
  }

  @Test func optionsReachTheTransport() async throws {
    let transport = DirectTransport(EchoServer().methods)
    let options = CallOptions(metadata: ["a": "b"], timeout: .seconds(3))
    _ = try await EchoServiceClient(transport).echo(EchoRequest(), options: options)
    #expect(transport.lastOptions?.metadata["a"] == "b")
    #expect(transport.lastOptions?.timeout == .seconds(3))
  }
}

private struct Nothing: FeedServiceHandler, ImageServiceHandler {
  var feed: [ServerMethod] { (self as any FeedServiceHandler).methods }
  var image: [ServerMethod] { (self as any ImageServiceHandler).methods }
}

private struct EchoServer: EchoServiceHandler {
  func echo(_ request: EchoRequest, _: any ServerCall) async throws(RPCError) -> EchoResponse {
    EchoResponse(payload: request.payload)
  }

  func streamBytes(
    _ request: StreamBytesRequest,
    _ responses: ResponseWriter<StreamBytesResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    var rest = Int(request.totalBytes)
    while rest > 0 {
      let count = min(rest, Int(request.messageBytes))
      try await responses.send(
        StreamBytesResponse(payload: Bytes([UInt8](repeating: 0, count: count)))
      )
      rest -= count
    }
  }

  func collectBytes(
    _ requests: RequestStream<EchoRequest>,
    _: any ServerCall
  ) async throws(RPCError) -> CollectBytesResponse {
    var requests = requests
    var response = CollectBytesResponse()
    while let request = try await requests.next() {
      response.messageCount += 1
      response.byteCount += Int64(request.payload.count)
    }
    return response
  }

  func echoStream(
    _ requests: RequestStream<EchoRequest>,
    _ responses: ResponseWriter<EchoResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    var requests = requests
    while let request = try await requests.next() {
      try await responses.send(EchoResponse(payload: request.payload))
    }
  }
}
