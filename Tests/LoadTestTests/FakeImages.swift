import Base
import FeedMessages
import ProtobufRuntime
import RPC
import Waiting

/// A server of pictures in memory.
final class FakeImages: CallTransport {
  typealias Answer = @Sendable (StreamImageRequest) async -> Result<[StreamImageResponse], RPCError>

  struct Seen: Sendable {
    var requests: [StreamImageRequest] = []
    var options: [CallOptions] = []
    var prefetchOptions: [CallOptions] = []
    /// Calls that were let go of before their last message.
    var givenUpCount = 0
    /// Lists of wishes that came, in order.
    var wishes: [PrefetchImagesRequest] = []
    var endedPrefetchCount = 0
  }

  private let answer: Answer
  private let state = Lock(Seen())

  init(_ answer: @escaping Answer) { self.answer = answer }

  /// What was asked so far.
  var seen: Seen { state.withLock { $0 } }

  /// The whole of a picture whose bytes follow from its name.
  static func picture(_ request: StreamImageRequest) -> [StreamImageResponse] {
    let name = request.variant?.imageID ?? ""
    let header = ImageHeader(
      totalBytes: Int64(name.utf8.count) + 1,
      etag: name,
      source: .rendered
    )
    return [
      StreamImageResponse(header: header, chunk: Bytes(name.utf8)), StreamImageResponse(chunk: [0]),
    ]
  }

  func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response {
    throw RPCError(.unimplemented, "pictures are streamed")
  }

  func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall {
    if method == ImageServiceMethods.prefetchImages {
      state.withLock { $0.prefetchOptions.append(options) }
      return FakePrefetch(
        take: { wish in self.state.withLock { $0.wishes.append(wish) } },
        noteEnd: { self.state.withLock { $0.endedPrefetchCount += 1 } }
      )
    }
    guard method == ImageServiceMethods.streamImage, let request = request as? StreamImageRequest
    else { throw RPCError(.unimplemented, "\(method.path)") }
    state.withLock { state in
      state.requests.append(request)
      state.options.append(options)
    }
    let responses = try await answer(request).get()
    return FakeImageCall(responses) { self.state.withLock { $0.givenUpCount += 1 } }
  }
}

/// A call whose messages are there already.
private final class FakeImageCall: ClientCall {
  private let rest: Lock<[StreamImageResponse]>
  private let noteGivingUp: @Sendable () -> Void

  init(_ responses: [StreamImageResponse], noteGivingUp: @escaping @Sendable () -> Void) {
    rest = Lock(responses)
    self.noteGivingUp = noteGivingUp
  }

  deinit {
    if !rest.withLock({ $0.isEmpty }) { noteGivingUp() }
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    let next = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return next?.encodedBytes()
  }

  func send(_ message: some WireMessage) async throws(RPCError) {}
  func endMessages() async {}
  func headers() async throws(RPCError) -> Metadata { Metadata() }
  func trailers() async -> Metadata { Metadata() }
  func cancel() {}
}

/// A call for wishes, of which nothing is told; it lasts until it is given up.
private final class FakePrefetch: ClientCall {
  private let hasEnded = Watched(false)
  private let take: @Sendable (PrefetchImagesRequest) -> Void
  private let noteEnd: @Sendable () -> Void

  init(
    take: @escaping @Sendable (PrefetchImagesRequest) -> Void,
    noteEnd: @escaping @Sendable () -> Void
  ) {
    self.take = take
    self.noteEnd = noteEnd
  }

  func send(_ message: some WireMessage) async throws(RPCError) {
    if let wish = message as? PrefetchImagesRequest { take(wish) }
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    _ = try? await hasEnded.until { $0 ? true : nil }
    throw RPCError(.cancelled, "given up")
  }

  func cancel() {
    noteEnd()
    hasEnded.change { $0 = true }
  }

  func endMessages() async {}
  func headers() async throws(RPCError) -> Metadata { Metadata() }
  func trailers() async -> Metadata { Metadata() }
}

/// A place where tasks wait until so many of them are there.
final class MeetingPoint: Sendable {
  private struct State {
    var missingCount: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  init(_ count: Int) { state = Lock(State(missingCount: count)) }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let met = state.withLock { state in
        state.missingCount -= 1
        state.waiters.append(continuation)
        guard state.missingCount <= 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in met { waiter.resume() }
    }
  }
}

/// Returns when its task is cancelled.
func cancellation() async {
  let (events, continuation) = AsyncStream<Void>.makeStream()
  for await _ in events {}
  withExtendedLifetime(continuation) {}
}
