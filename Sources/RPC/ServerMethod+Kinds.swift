package import Base

extension ServerMethod {
  /// One message in, one out.
  @inlinable
  package static func unary<Request: WireMessage, Response: WireMessage>(
    _ descriptor: MethodDescriptor,
    _ handler: @escaping @Sendable (Request, any ServerCall) async throws(RPCError) -> Response
  ) -> ServerMethod {
    ServerMethod(descriptor) { (call) async throws(RPCError) in
      let request: Request
      if let bytes = call.takeOnlyMessage() {
        request = try decode(bytes)
      } else {
        request = try await onlyMessage(of: call)
      }
      let response = try await handler(request, call)
      if !call.replyAtOnce(response) { try await call.reply(response) }
    }
  }

  /// The same unary method, answered by `handler` where that needs no wait: it gets the message,
  /// sends its answer by `replyAtOnce` and gives what that gives; or it gives false where it would
  /// have to wait, and has done nothing then.
  ///
  /// Not generic over the messages: a closure that is would be made for none of them in particular,
  /// and take a tenth more of a short call.
  package func answeredAtOnce(
    by handler: @escaping @Sendable (Bytes, any ServerCall) throws(RPCError) -> Bool
  ) -> ServerMethod {
    ServerMethod(
      descriptor,
      runAtOnce: { (call) throws(RPCError) in
        guard let bytes = call.onlyMessage() else { return false }
        return try handler(bytes, call)
      },
      run: run
    )
  }

  /// One message in, any number out.
  @inlinable
  package static func serverStreaming<Request: WireMessage, Response: WireMessage>(
    _ descriptor: MethodDescriptor,
    _ handler:
      @escaping @Sendable (
        Request, ResponseWriter<Response>, any ServerCall
      ) async throws(RPCError) -> Void
  ) -> ServerMethod {
    ServerMethod(descriptor) { (call) async throws(RPCError) in
      let request: Request = try await onlyMessage(of: call)
      try await handler(request, ResponseWriter(call), call)
    }
  }

  /// Any number of messages in, one out.
  @inlinable
  package static func clientStreaming<Request: WireMessage, Response: WireMessage>(
    _ descriptor: MethodDescriptor,
    _ handler:
      @escaping @Sendable (
        RequestStream<Request>, any ServerCall
      ) async throws(RPCError) -> Response
  ) -> ServerMethod {
    ServerMethod(descriptor) { (call) async throws(RPCError) in
      try await call.reply(handler(RequestStream(call), call))
    }
  }

  /// Any number of messages in both directions.
  @inlinable
  package static func bidirectional<Request: WireMessage, Response: WireMessage>(
    _ descriptor: MethodDescriptor,
    _ handler:
      @escaping @Sendable (
        RequestStream<Request>, ResponseWriter<Response>, any ServerCall
      ) async throws(RPCError) -> Void
  ) -> ServerMethod {
    ServerMethod(descriptor) { (call) async throws(RPCError) in
      try await handler(RequestStream(call), ResponseWriter(call), call)
    }
  }

  /// The message of a call that has exactly one.
  ///
  /// None or more than one: INTERNAL.
  @inlinable
  package static func onlyMessage<Request: WireMessage>(
    of call: any ServerCall
  ) async throws(RPCError) -> Request {
    guard let bytes = try await call.nextMessage() else {
      throw RPCError(.internal, "\(call.method.path) takes one message and got none")
    }
    guard try await call.nextMessage() == nil else {
      throw RPCError(.internal, "\(call.method.path) takes one message and got more")
    }
    return try decode(bytes)
  }

  /// The message in `bytes`.
  ///
  /// Bytes that are none: INVALID_ARGUMENT.
  @inlinable
  package static func decode<Request: WireMessage>(_ bytes: Bytes) throws(RPCError) -> Request {
    do { return try Request(wireBytes: bytes) } catch { throw RPCError(error) }
  }
}
