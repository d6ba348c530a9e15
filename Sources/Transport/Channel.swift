package import Base
package import EventLoop
package import RPC

/// A client's way to one server: calls, over a connection that it makes and makes again.
///
/// Nothing connects before the first call. All calls share one connection; where it breaks or the
/// server drains it, the next call makes another. A call that the server certainly did not run is
/// made again without asking.
package actor Channel {
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

  private nonisolated let loop: EventLoop
  private nonisolated let configuration: Configuration
  private nonisolated let makeSession: @Sendable (Instant) -> any ClientSession
  private var connection: ClientConnection?
  private var backoff = Backoff()
  private var isClosed = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Makes a channel on a loop; `makeSession` chooses the wire.
  package init(
    _ configuration: Configuration,
    on loop: EventLoop,
    makeSession: @escaping @Sendable (Instant) -> any ClientSession
  ) {
    self.configuration = configuration
    self.loop = loop
    self.makeSession = makeSession
  }

  /// Ends every open call with CANCELLED and takes no more.
  package func close() {
    isClosed = true
    connection?.assumeIsolated { $0.close(RPCError(.cancelled, "the client was closed")) }
    connection = nil
  }

  /// As `close()`, on the loop's thread.
  package nonisolated func closeOnLoop() { assumeIsolated { $0.close() } }
}

// MARK: - Calls

extension Channel: CallTransport {
  package nonisolated func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response {
    let bytes = try await exchange(method, request, options)
    do { return try Response(wireBytes: bytes) } catch { throw RPCError(error) }
  }

  package func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall {
    let (connection, call) = try await start(method, request, options)
    return OutboundCall(call, on: connection)
  }

  /// Makes a call with one message each way, again where the server certainly did not run it.
  private func exchange(
    _ method: MethodDescriptor,
    _ request: some WireMessage,
    _ options: CallOptions
  ) async throws(RPCError) -> Bytes {
    var attempt = 1
    while true {
      let (connection, call) = try await start(method, request, options)
      let ending = await connection.ending(of: call)
      if let error = ending.error {
        guard ending.isUnprocessed, attempt < ClientLimits.unprocessedAttempts else { throw error }
        attempt += 1
        continue
      }
      guard let message = call.takeMessage() else {
        throw RPCError(.internal, "the server ended \(method.path) with OK and no message")
      }
      return message
    }
  }

  private func start(
    _ method: MethodDescriptor,
    _ request: (any WireMessage)?,
    _ options: CallOptions
  ) async throws(RPCError) -> (ClientConnection, ClientCallState) {
    var options = options
    for interceptor in configuration.interceptors {
      interceptor.callStarts(method, options: &options)
    }
    let deadline = options.timeout.map { Instant.now() + $0 }
    do {
      while true {
        let connection = try await connected(before: deadline)
        let call = await connection.start(
          method,
          request,
          metadata: options.metadata,
          deadline: deadline
        )
        if let call { return (connection, call) }
        forget(connection)
      }
    } catch {
      for interceptor in configuration.interceptors {
        interceptor.callEnded(method, error: error, duration: .zero)
      }
      throw error
    }
  }
}

// MARK: - Connections

extension Channel {
  /// A connection that takes calls.
  private func connected(before deadline: Instant?) async throws(RPCError) -> ClientConnection {
    let begun = Instant.now()
    while true {
      guard !isClosed else { throw RPCError(.cancelled, "the client was closed") }
      guard !Task.isCancelled else { throw RPCError(.cancelled, "the call was given up") }
      if let connection {
        if await connection.isUsable { return connection }
        forget(connection)
        continue
      }
      if let next = backoff.nextAttempt, next > .now() {
        try await wait(until: next, before: deadline)
        continue
      }
      switch connect() {
      case .connected(let connection): return connection
      case .refused(let error, let patience):
        let now = Instant.now()
        backoff.noteFailure(at: now, fraction: .random(in: 0...1))
        guard now - begun < patience else { throw unavailable(error) }
      }
    }
  }

  private enum Attempt {
    case connected(ClientConnection)
    /// `patience`: how long such a failure is put up with.
    case refused(SystemError?, patience: Duration)
  }

  private func connect() -> Attempt {
    do throws(SystemError) {
      let descriptor = try SocketAddress.makeSocket()
      guard try configuration.address.connect(descriptor) else {
        let patience = max(configuration.patience, ClientLimits.fullBacklogPatience)
        return .refused(nil, patience: patience)
      }
      let interceptors = configuration.interceptors
      let connection = ClientConnection(
        descriptor,
        on: loop,
        session: makeSession(.now())
      ) { call in
        let duration = Instant.now() - call.startedAt
        for interceptor in interceptors {
          interceptor.callEnded(call.method, error: call.ending?.error, duration: duration)
        }
      }
      try connection.open()
      backoff.noteSuccess()
      self.connection = connection
      return .connected(connection)
    } catch {
      return .refused(error, patience: configuration.patience)
    }
  }

  private func forget(_ used: ClientConnection) {
    if connection === used { connection = nil }
  }

  /// Waits for the next attempt; the call's own end comes first where it is nearer.
  private func wait(until next: Instant, before deadline: Instant?) async throws(RPCError) {
    let end = min(next, deadline ?? next)
    await Pause(until: end, on: loop).finished()
    if let deadline, deadline <= .now() {
      throw RPCError(.deadlineExceeded, "no connection to \(configuration.address) in time")
    }
  }

  private func unavailable(_ error: SystemError?) -> RPCError {
    let address = configuration.address
    guard let error else {
      return RPCError(.unavailable, "\(address) has more connections waiting than it takes")
    }
    return RPCError(.unavailable, "can't connect to \(address): \(error.connectionAdvice)")
  }
}
