import Base
import FeedMessages
import RPC
import Waiting

/// Echoes, and keeps what it was asked; the text of a payload says what else it does.
final class TestHandler: EchoServiceHandler {
  struct State: Sendable {
    var metadata: [Metadata] = []
    var hadDeadline: [Bool] = []
    var sentMessageCount = 0
    var receivedMessageCount = 0
    var endedCount = 0
    /// Calls of ToggleLike that end with UNAVAILABLE before one succeeds.
    var failuresLeft = 0
    /// What they ask for; nil: nothing.
    var advisedDelay: Duration?
    var requestIDs: [String] = []
  }

  let state = Lock(State())

  init(failures: Int = 0) { state.withLock { $0.failuresLeft = failures } }

  /// The methods of the echo service, and two of the feed.
  var methods: [ServerMethod] {
    // The existential is what has the methods that the service declares.
    let service: any EchoServiceHandler = self
    return service.methods + FlakyFeed(state: state).methods
  }

  func echo(_ request: EchoRequest, _ call: any ServerCall) async throws(RPCError) -> EchoResponse {
    state.withLock { state in
      state.metadata.append(call.metadata)
      state.hadDeadline.append(call.deadline != nil)
    }
    switch String(decoding: request.payload, as: UTF8.self) {
    case "fail":
      throw RPCError(
        .failedPrecondition,
        "as told",
        details: [.init(ErrorInfo(reason: "TOLD", domain: "tests"))]
      )
    case "wait":
      defer { state.withLock { $0.endedCount += 1 } }
      // Nothing comes but the end of the call.
      _ = try? await Watched(0).until { $0 > 0 ? true : nil }
      throw RPCError(.cancelled, "given up")
    default: return EchoResponse(payload: request.payload)
    }
  }

  func streamBytes(
    _ request: StreamBytesRequest,
    _ responses: ResponseWriter<StreamBytesResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    defer { state.withLock { $0.endedCount += 1 } }
    let payload = Bytes([UInt8](repeating: 7, count: Int(request.messageBytes)))
    for _ in 0..<(request.totalBytes / Int64(request.messageBytes)) {
      try await responses.send(StreamBytesResponse(payload: payload))
      state.withLock { $0.sentMessageCount += 1 }
    }
  }

  func collectBytes(
    _ requests: RequestStream<EchoRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> CollectBytesResponse {
    var answer = CollectBytesResponse()
    var requests = requests
    while let request = try await requests.next() {
      answer.messageCount += 1
      answer.byteCount += Int64(request.payload.count)
    }
    return answer
  }

  func echoStream(
    _ requests: RequestStream<EchoRequest>,
    _ responses: ResponseWriter<EchoResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    defer { state.withLock { $0.endedCount += 1 } }
    var requests = requests
    while let request = try await requests.next() {
      state.withLock { $0.receivedMessageCount += 1 }
      try await responses.send(EchoResponse(payload: request.payload))
    }
  }
}

/// A feed that is unavailable at first, for retries.
private struct FlakyFeed: FeedServiceHandler {
  let state: Lock<TestHandler.State>

  private func attempt(_ requestID: String) throws(RPCError) {
    let failure = state.withLock { state -> RPCError? in
      state.requestIDs.append(requestID)
      guard state.failuresLeft > 0 else { return nil }
      state.failuresLeft -= 1
      let error = RPCError(.unavailable, "not yet")
      return state.advisedDelay.map { error.retryable(after: $0) } ?? error
    }
    if let failure { throw failure }
  }

  func toggleLike(
    _ request: ToggleLikeRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> ToggleLikeResponse {
    try attempt(request.requestID)
    return ToggleLikeResponse(postID: request.postID, isLiked: true)
  }

  func fetchPosts(
    _ request: FetchPostsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> FetchPostsResponse {
    try attempt("")
    return FetchPostsResponse(sequence: 3)
  }

  func deletePost(
    _ request: DeletePostRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> DeletePostResponse {
    try attempt("")
    return DeletePostResponse()
  }
}
