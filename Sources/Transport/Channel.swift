package import Base
package import EventLoop
package import RPC

/// A client's way to one server: calls, over a connection that it makes and makes again.
///
/// Nothing connects before the first call. All calls share one connection; where it breaks or the
/// server drains it, the next call makes another. A call that the server certainly did not run is
/// made again without asking. Any thread may use it; its state is the loop's. It lives as long as
/// somebody holds it or one of its calls; its connection closes with it.
package final class Channel: @unchecked Sendable {  // Guarded by the loop.
  /// What a channel does.
  package struct Configuration: Sendable {
    package var address: SocketAddress
    /// How long a call waits for a server that is not there before it fails with UNAVAILABLE.
    ///
    /// A server whose queue of connections is full is waited for in any case, up to
    /// `ClientLimits.fullBacklogPatience`.
    package var patience: Duration
    package var interceptors: [any ClientInterceptor]

    package init(
      address: SocketAddress,
      patience: Duration = .zero,
      interceptors: [any ClientInterceptor] = []
    ) {
      self.address = address
      self.patience = patience
      self.interceptors = interceptors
    }
  }

  let loop: EventLoop
  private let configuration: Configuration
  private let makeSession: @Sendable (Instant) -> any ClientSession
  private let whenReleased: @Sendable () -> Void
  private var connection: ClientConnection?
  /// Connections that take no more calls and may still have some.
  private var retired: [ClientConnection] = []
  private var backoff = Backoff()
  /// Calls that wait for a connection, oldest first.
  private var waiting: [ClientCallState] = []
  private var timer: EventLoop.TimerID?
  private var isClosed = false
  /// What calls that wait are told when their patience is over.
  private var lastFailure = RPCError(.unavailable, "not connected")
  private var lastPatience = Duration.zero

  /// Makes a channel on a loop; `makeSession` chooses the wire.
  ///
  /// `whenReleased` is called on the loop once nobody holds the channel and all is closed.
  package init(
    _ configuration: Configuration,
    on loop: EventLoop,
    whenReleased: @escaping @Sendable () -> Void = {},
    makeSession: @escaping @Sendable (Instant) -> any ClientSession
  ) {
    self.configuration = configuration
    self.loop = loop
    self.makeSession = makeSession
    self.whenReleased = whenReleased
  }

  deinit {
    // No call is open: each holds its channel.
    let (loop, connections, timer, whenReleased) = (loop, connections, timer, whenReleased)
    loop.execute {
      if let timer { loop.cancel(timer) }
      for connection in connections { connection.close(Self.closed) }
      whenReleased()
    }
  }

  /// Ends every open call with CANCELLED and takes no more.
  package func close() {
    loop.execute { [self] in
      isClosed = true
      for connection in connections { connection.close(Self.closed) }
      connection = nil
      retired = []
      let calls = waiting
      waiting = []
      for call in calls { finish(call, .init(error: Self.closed)) }
    }
  }

  private static let closed = RPCError(.cancelled, "the client was closed")

  private var connections: [ClientConnection] { retired + (connection.map { [$0] } ?? []) }
}

// MARK: - Calls

extension Channel: CallTransport {
  package func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response {
    try Self.checkIsWanted()
    let call = start(method, request, options)
    var version = 0
    while true {
      await change(of: call, since: version)
      let (hasEnded, error, message) = call.inbox.withLock { inbox in
        version = inbox.version
        guard let ending = inbox.ending else { return (false, nil as RPCError?, nil as Bytes?) }
        return (true, ending.error, inbox.messages.popFirst())
      }
      guard hasEnded else { continue }
      if let error { throw error }
      guard let message else {
        throw RPCError(.internal, "the server ended \(method.path) with OK and no message")
      }
      do { return try Response(wireBytes: message) } catch { throw RPCError(error) }
    }
  }

  package func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall {
    try Self.checkIsWanted()
    return OutboundCall(start(method, request, options))
  }

  /// A task that is cancelled already calls nobody: its answer could come before anyone notices.
  private static func checkIsWanted() throws(RPCError) {
    guard !Task.isCancelled else { throw RPCError(.cancelled, "the call was given up") }
  }

  private func start(
    _ method: MethodDescriptor,
    _ request: (any WireMessage)?,
    _ options: CallOptions
  ) -> ClientCallState {
    var options = options
    for interceptor in configuration.interceptors {
      interceptor.callStarts(method, options: &options)
    }
    let state = ClientCallState(
      method,
      request: request,
      metadata: options.metadata,
      deadline: options.timeout.map { Instant.now() + $0 },
      on: self
    )
    if loop.isCurrent {
      submit(state)
    } else if !loop.runOnLoan({ submit(state) }) {
      // Meanwhile its caller may have given it up.
      loop.execute { [self] in if !state.hasEnded { submit(state) } }
    }
    return state
  }
}

// MARK: - From the callers

extension Channel {
  /// Waits until the inbox of a call is no longer as it was at `version`; cancelling the task gives
  /// the call up.
  func change(of call: ClientCallState, since version: Int) async {
    await withTaskCancellationHandler {
      await call.change(since: version)
    } onCancel: {
      cancel(call)
    }
  }

  /// Sends a message once there is room, then resumes `waiter`; so it does where the call ends.
  func send(
    on call: ClientCallState,
    _ waiter: WaitingTask,
    _ send: @escaping ClientCallState.Send
  ) {
    loop.execute {
      guard !call.hasEnded else { return waiter.resume() }
      call.sends.append((send, waiter))
      call.connection?.flushSends(of: call)
    }
  }

  /// Ends the messages of a call behind those that wait.
  func endMessages(of call: ClientCallState) {
    loop.execute {
      guard !call.hasEnded else { return }
      call.endsAfterSends = true
      call.connection?.flushSends(of: call)
    }
  }

  /// The caller took a message of a call.
  func noteTaken(_ byteCount: Int, of call: ClientCallState) {
    loop.execute { call.connection?.noteTaken(byteCount, of: call) }
  }

  /// Gives a call up; one that has ended is left as it is.
  func cancel(_ call: ClientCallState) {
    loop.execute { [self] in
      guard !call.hasEnded else { return }
      call.connection?.cancel(call)
      waiting.removeAll { $0 === call }
      call.change { $0.messages = MessageQueue() }
      FileCloser.close(call.removeFiles())
      finish(call, .init(error: RPCError(.cancelled, "the call was given up")))
    }
  }
}

// MARK: - On the loop

extension Channel {
  private func submit(_ call: ClientCallState) {
    guard !isClosed else { return finish(call, .init(error: Self.closed)) }
    if let connection, connection.isUsable, connection.start(call) { return }
    waiting.append(call)
    connect()
  }

  /// Starts the calls that wait, on a new connection where none is usable.
  private func connect() {
    let now = Instant.now()
    if connection?.isUsable != true {
      retireConnection()
      if backoff.nextAttempt.map({ $0 <= now }) ?? true, !waiting.isEmpty { attempt(at: now) }
    }
    if let connection {
      let calls = waiting
      waiting = calls.filter { !connection.start($0) }
      if !waiting.isEmpty { return connect() }
    }
    endOverdue(at: now)
    armTimer()
  }

  /// Makes way for another connection; the calls of this one go on, and it closes after the last.
  private func retireConnection() {
    retired.removeAll { !$0.isOpen }
    if let connection, connection.isOpen {
      connection.drain()
      retired.append(connection)
    }
    connection = nil
  }

  private func attempt(at now: Instant) {
    var failure: SystemError?
    do throws(SystemError) {
      let descriptor = try SocketAddress.makeSocket()
      if try configuration.address.connect(descriptor) {
        let connection = ClientConnection(
          descriptor,
          on: loop,
          session: makeSession(now)
        )
        try connection.open()
        self.connection = connection
        return backoff.noteSuccess()
      }
    } catch { failure = error }
    backoff.noteFailure(at: now, fraction: .random(in: 0...1))
    lastFailure = unavailable(failure)
    let patience =
      failure == nil
      ? max(configuration.patience, ClientLimits.fullBacklogPatience) : configuration.patience
    lastPatience = patience
  }

  /// Ends the calls that have waited for as long as they may.
  private func endOverdue(at now: Instant) {
    guard !waiting.isEmpty else { return }
    let calls = waiting
    waiting = []
    for call in calls {
      if let deadline = call.deadline, deadline <= now {
        let text = "no connection to \(configuration.address) in time"
        finish(call, .init(error: RPCError(.deadlineExceeded, text)))
      } else if call.startedAt + lastPatience <= now {
        finish(call, .init(error: lastFailure))
      } else {
        waiting.append(call)
      }
    }
  }

  private func armTimer() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard !waiting.isEmpty else { return }
    var next = backoff.nextAttempt ?? .now()
    for call in waiting {
      next = min(next, call.startedAt + lastPatience, call.deadline ?? next)
    }
    timer = loop.schedule(at: next) { [weak self] in
      self?.timer = nil
      self?.connect()
    }
  }

  /// What a connection tells of a call's end.
  func ended(_ call: ClientCallState, _ ending: ClientCallState.Ending) {
    let mayRepeat =
      ending.isUnprocessed && !call.method.kind.streamsRequests && !isClosed
      && call.attemptCount < ClientLimits.unprocessedAttempts
    guard mayRepeat, call.deadline.map({ $0 > .now() }) ?? true else { return finish(call, ending) }
    call.connection = nil
    submit(call)
  }

  private func finish(_ call: ClientCallState, _ ending: ClientCallState.Ending) {
    guard call.end(ending), !configuration.interceptors.isEmpty else { return }
    let duration = Instant.now() - call.startedAt
    for interceptor in configuration.interceptors {
      interceptor.callEnded(call.method, error: ending.error, duration: duration)
    }
  }

  private func unavailable(_ error: SystemError?) -> RPCError {
    let address = configuration.address
    let text =
      error.map { "can't connect to \(address): \($0.connectionAdvice)" }
      ?? "\(address) has more connections waiting than it takes"
    var unsent = RPCError(.unavailable, text)
    unsent.wasSent = false
    return unsent
  }
}
