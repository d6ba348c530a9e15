package import Base
package import RPC

/// What callers do.
extension HTTP2ClientSession {
  package func open(
    _ method: MethodDescriptor,
    metadata: Metadata,
    deadline: Instant?,
    message: (head: UnsafeRawBufferPointer, tail: Bytes)?,
    at now: Instant
  ) -> CallID? {
    advance(to: now)
    guard takesCalls else { return nil }
    precondition(
      method.kind.streamsRequests == (message == nil),
      "a call has its message when it opens unless it streams them"
    )
    let headers = Self.headers(method, metadata, timeoutNanoseconds: timeout(until: deadline))
    let byteCount = message.map { $0.head.count + $0.tail.count } ?? 0
    if let error = refusal(headers, metadata, byteCount, deadline) { return refuse(error) }
    guard let id = engine.submitRequest(headers) else { return nil }
    let stream = HTTP2Stream(id, method.kind, limits: limits)
    stream.hasHeaders = true
    stream.deadline = deadline ?? .never
    earliestDeadline = min(earliestDeadline, stream.deadline)
    insert(stream)
    if let message {
      append(message.head, tail: message.tail, to: stream)
      stream.ending = .nothing
    }
    return stream.call
  }

  package func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    on call: CallID,
    at now: Instant
  ) {
    advance(to: now)
    guard let stream = stream(of: call), stream.ending == nil else { return }
    let byteCount = head.count + tail.count
    guard byteCount <= limits.messageByteCount else {
      fail(stream, ServerText.tooLong(byteCount, limit: limits.messageByteCount))
      return
    }
    append(head, tail: tail, to: stream)
  }

  package func endMessages(on call: CallID, at now: Instant) {
    advance(to: now)
    guard let stream = stream(of: call), stream.ending == nil else { return }
    stream.ending = .nothing
    resume(stream)
  }

  package func cancel(_ call: CallID, code: StatusCode, at now: Instant) {
    advance(to: now)
    events.removeAll(of: call)
    guard let stream = stream(of: call) else { return }
    stream.isOver = true
    forget(stream)
  }

  package func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {
    advance(to: now)
    if let stream = stream(of: call) { took(byteCount, of: stream) }
  }

  package func isWritable(_ call: CallID) -> Bool {
    guard let stream = stream(of: call) else { return false }
    if isWritable(stream) { return true }
    if stream.ending == nil { noteBlocked(stream) }
    return false
  }
}

extension HTTP2ClientSession {
  private static func headers(
    _ method: MethodDescriptor,
    _ metadata: Metadata,
    timeoutNanoseconds: Int64
  ) -> HeaderList {
    var list = HeaderList()
    list.add(":method", "POST")
    list.add(":scheme", "http")
    list.add(":path", "/\(method.path)")
    list.add(":authority", "localhost")
    list.add("te", "trailers")
    list.add("content-type", "application/grpc")
    if timeoutNanoseconds > 0 {
      list.add("grpc-timeout", TimeoutHeader.format(nanoseconds: timeoutNanoseconds))
    }
    list.add("grpc-accept-encoding", "identity,gzip")
    list.add(metadata)
    return list
  }

  /// What is left until a deadline; 0: there is none.
  private func timeout(until deadline: Instant?) -> Int64 {
    guard let deadline, deadline != .never else { return 0 }
    return deadline.advanced(byNanoseconds: -now.nanoseconds).nanoseconds
  }

  /// Why a call ends before anything of it is sent.
  private func refusal(
    _ headers: HeaderList,
    _ metadata: Metadata,
    _ byteCount: Int,
    _ deadline: Instant?
  ) -> RPCError? {
    if let deadline, deadline <= now { return ServerText.deadlinePassed }
    if let entry = metadata.entries.first(where: { MetadataHeaders.value(of: $0) == nil }) {
      let text = "the metadata \(entry.name) can't be sent as a header of HTTP"
      return RPCError(.invalidArgument, text)
    }
    guard headers.size <= limits.headerListByteCount else {
      return ServerText.metadataTooLarge(limit: limits.headerListByteCount)
    }
    guard byteCount <= limits.messageByteCount else {
      return ServerText.tooLong(byteCount, limit: limits.messageByteCount)
    }
    return nil
  }
}
