import Base
import RPC

/// A server in memory: it keeps what was asked and gives the answers it was made with.
final class FakeServer: CallTransport {
  /// One call as it was made.
  struct Received: Equatable, Sendable {
    var path: String
    var metadata: Metadata
    var timeout: Duration?
    var messages: [Bytes] = []
  }

  struct State {
    var received: [Received] = []
    var answers: [Result<[Bytes], RPCError>]
  }

  private let state: Lock<State>
  private let breaksStreams: [Int: RPCError]
  private let holdsStreams: Bool
  private let answersByMethod: [String: Result<[Bytes], RPCError>]
  private let holds: [String: @Sendable () async -> Void]

  /// Answers the calls in order, but those of methods that have an answer of their own; a call
  /// beyond the last fails.
  ///
  /// An answer waits for what `holds` has for its method.
  init(
    _ answers: [Result<[Bytes], RPCError>],
    byMethod answersByMethod: [String: Result<[Bytes], RPCError>] = [:],
    breaksStreams: [Int: RPCError] = [:],
    holdsStreams: Bool = false,
    holds: [String: @Sendable () async -> Void] = [:]
  ) {
    self.answersByMethod = answersByMethod
    self.holds = holds
    state = Lock(State(answers: answers))
    self.breaksStreams = breaksStreams
    self.holdsStreams = holdsStreams
  }

  var received: [Received] { state.withLock { $0.received } }

  func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response {
    let answer = begin(method, request, options)
    await holds[method.method]?()
    do { return try Response(wireBytes: try answer.get()[0]) } catch let error as RPCError {
      throw error
    } catch {
      throw RPCError(.internal, "\(error)")
    }
  }

  func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall {
    let answer = begin(method, request, options)
    return FakeCall(
      answer,
      waitsForEnd: method.kind.streamsRequests,
      ending: breaksStreams[received.count - 1],
      isHeld: holdsStreams
    ) { bytes in
      self.state.withLock { $0.received[$0.received.count - 1].messages.append(bytes) }
    }
  }

  private func begin(
    _ method: MethodDescriptor,
    _ request: (any WireMessage)?,
    _ options: CallOptions
  ) -> Result<[Bytes], RPCError> {
    var call = Received(path: method.path, metadata: options.metadata, timeout: options.timeout)
    if let request { call.messages = [Bytes(of: request)] }
    return state.withLock { state in
      state.received.append(call)
      if let answer = answersByMethod[method.method] { return answer }
      guard !state.answers.isEmpty else {
        return .failure(RPCError(.unavailable, "the fake server has no more answers"))
      }
      return state.answers.removeFirst()
    }
  }
}

/// A streaming call to the fake server, which answers once it has all messages.
final class FakeCall: ClientCall {
  private struct State {
    var answers: [Bytes]
    var hasEnded: Bool
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state: Lock<State>
  private let error: RPCError?
  private let isHeld: Bool
  private let keep: @Sendable (Bytes) -> Void

  init(
    _ answer: Result<[Bytes], RPCError>,
    waitsForEnd: Bool,
    ending: RPCError?,
    isHeld: Bool,
    keep: @escaping @Sendable (Bytes) -> Void
  ) {
    var answers: [Bytes] = []
    var error = ending
    switch answer {
    case .success(let messages): answers = messages
    case .failure(let failure): error = failure
    }
    state = Lock(State(answers: answers, hasEnded: !waitsForEnd))
    self.error = error
    self.isHeld = isHeld
    self.keep = keep
  }

  func send(_ message: some WireMessage) async throws(RPCError) { keep(Bytes(of: message)) }

  func endMessages() async {
    let waiter = state.withLock { state in
      state.hasEnded = true
      return state.waiter.take()
    }
    waiter?.resume()
  }

  func nextMessage() async throws(RPCError) -> Bytes? {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if !state.hasEnded { state.waiter = continuation }
        return state.hasEnded
      }
      if isReady { continuation.resume() }
    }
    let next = state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
    if next == nil, isHeld { await Harness.cancellation() }
    if next == nil, let error { throw error }
    return next
  }

  func headers() async throws(RPCError) -> Metadata { Metadata() }
  func trailers() async -> Metadata { Metadata() }
  func cancel() {}
}

extension Bytes {
  init(of message: some WireMessage) {
    self = message.withWireBytes { head, tail in Bytes(Array(head) + Array(tail)) }
  }
}
