package import Base
package import RPC

/// What handlers do.
extension NativeServerSession {
  package mutating func sendHeaders(_ metadata: Metadata, on call: CallID) {
    guard connection.features.contains(.headersAndTrailers), !metadata.isEmpty,
      let slot = openSlot(of: call), streams[slot].response.mayHaveHeaders,
      admits(metadata, slot: slot)
    else { return }
    streams[slot].response.receive(.headers)
    connection.writeMetadata(.headers, metadata, stream: call.rawValue)
  }

  package mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    on call: CallID,
    at now: Instant
  ) {
    connection.advance(to: now)
    guard let slot = openSlot(of: call) else { return }
    precondition(streams[slot].kind.streamsResponses, "send is for answers of many messages")
    guard admits(head.count + tail.count, slot: slot) else { return }
    streams[slot].response.receive(.message)
    connection.send(head, tail: tail, through: &streams[slot].outbound, stream: call.rawValue)
  }

  package mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    with files: [PassedFile.Label],
    on call: CallID,
    at now: Instant
  ) -> Bool {
    connection.advance(to: now)
    precondition(
      !files.isEmpty && files.count <= connection.descriptorLimit,
      "files go where the peer takes as many"
    )
    // A message that is writable leaves at once, so its frame never waits apart from its files'.
    guard let slot = openSlot(of: call), isWritable(slot: slot),
      admits(head.count + tail.count, slot: slot)
    else { return false }
    connection.writeDescriptors(files, stream: call.rawValue)
    send(head, tail: tail, on: call, at: now)
    return true
  }

  package mutating func fileLimit() -> Int { connection.descriptorLimit }

  package mutating func outputFileCount() -> Int { connection.output.frontMark ?? 0 }

  package mutating func reply(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    connection.advance(to: now)
    guard let slot = openSlot(of: call) else { return }
    guard !streams[slot].kind.streamsResponses else {
      send(head, tail: tail, on: call, at: now)
      finish(nil, trailers: trailers, on: call, at: now)
      return
    }
    reply(head, tail: tail, trailers: trailers, slot: slot)
  }

  package mutating func replyAtOnce(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) -> Bool {
    guard let slot = openSlot(of: call), isWritable(slot: slot) else { return false }
    guard !streams[slot].kind.streamsResponses else {
      reply(head, tail: tail, trailers: trailers, on: call, at: now)
      return true
    }
    connection.advance(to: now)
    reply(head, tail: tail, trailers: trailers, slot: slot)
    return true
  }

  /// Answers a call that has one answer, and forgets it.
  private mutating func reply(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    trailers: Metadata,
    slot: Int
  ) {
    let length = Connection.responseByteCount(
      payloadByteCount: head.count + tail.count,
      trailers: trailers
    )
    guard admits(length, slot: slot), admits(trailers, slot: slot) else { return }
    let stream = streams.id(at: slot)
    connection.writeResponse(head, tail: tail, trailers: trailers, length: length, stream: stream)
    close(slot)
  }

  package mutating func finish(
    _ error: RPCError?,
    trailers: Metadata,
    on call: CallID,
    at now: Instant
  ) {
    connection.advance(to: now)
    guard let slot = openSlot(of: call), admits(trailers, slot: slot) else { return }
    streams[slot].ending = ServerStream.Ending(error: error, trailers: trailers)
    completeEnding(slot)
  }

  package mutating func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {
    connection.advance(to: now)
    guard let slot = streams.slot(of: call.rawValue) else { return }
    let isOpen = !streams[slot].request.hasEnded
    connection.take(
      byteCount: byteCount,
      from: &streams[slot].inbound,
      stream: call.rawValue,
      isOpen: isOpen
    )
  }

  package mutating func isWritable(_ call: CallID) -> Bool {
    guard let slot = streams.slot(of: call.rawValue) else { return false }
    return isWritable(slot: slot)
  }
}

extension NativeServerSession {
  mutating func isWritable(slot: Int) -> Bool {
    connection.hasRoomForOutput() && !isBlocked(slot)
  }

  /// Ends a call on which the handler has not said its last word; the handler is told.
  mutating func end(_ slot: Int, with error: RPCError) {
    let id = streams.id(at: slot)
    connection.writeResponse(error, stream: id)
    if streams[slot].ending == nil {
      connection.events.append(.cancelled(CallID(id), error.code))
    }
    close(slot)
  }

  /// Adds credit from a WINDOW frame; false where that breaks its law.
  mutating func addCredit(_ increment: Int, to id: UInt32) -> Bool {
    guard id == FrameHeader.connectionStream else {
      // The stream may have ended while the frame was under way.
      guard let slot = streams.slot(of: id) else { return true }
      let wasBlocked = isBlocked(slot)
      guard streams[slot].outbound.addCredit(increment) else { return false }
      if wasBlocked { unblock(slot) }
      return true
    }
    let wasExhausted = !connection.credit.allowsMessage
    guard connection.credit.add(increment) else { return false }
    guard wasExhausted else { return true }
    // Backwards, because a stream that ends gives its slot to the last.
    for slot in (0..<streams.count).reversed() where streams[slot].outbound.isRuledByCredit {
      unblock(slot)
    }
    return true
  }

  /// Sends what waits for credit, then the end, or tells the handler that it may send.
  private mutating func unblock(_ slot: Int) {
    guard streams[slot].kind.streamsResponses else { return }
    connection.flush(&streams[slot].outbound, stream: streams.id(at: slot))
    guard streams[slot].outbound.isEmpty else { return }
    if streams[slot].ending != nil {
      completeEnding(slot)
    } else if !isBlocked(slot) {
      connection.events.append(.writable(CallID(streams.id(at: slot))))
    }
  }

  /// True where a call can't send though the output may have room.
  private mutating func isBlocked(_ slot: Int) -> Bool {
    streams[slot].ending != nil || !connection.allowsMessage(of: streams[slot].outbound)
  }

  /// Writes the handler's last word once no message waits before it.
  private mutating func completeEnding(_ slot: Int) {
    guard let ending = streams[slot].ending, streams[slot].outbound.isEmpty else { return }
    let id = streams.id(at: slot)
    if let error = ending.error {
      connection.writeResponse(error, trailers: ending.trailers, stream: id)
    } else if streams[slot].kind.streamsResponses {
      if !ending.trailers.isEmpty, connection.features.contains(.headersAndTrailers) {
        connection.writeMetadata(.trailers, ending.trailers, stream: id)
      }
      connection.writeClosing(stream: id)
    } else {
      let error = RPCError(.internal, "the handler ended without an answer")
      connection.writeResponse(error, trailers: ending.trailers, stream: id)
    }
    close(slot)
  }

  /// Forgets a call that has had its answer.
  private mutating func close(_ slot: Int) {
    let id = streams.id(at: slot)
    connection.release(streams[slot].inbound)
    if !streams[slot].request.hasEnded { halfClosedIDs.insert(id) }
    streams.remove(at: slot)
  }

  /// The slot of a call whose handler may still say something.
  private mutating func openSlot(of call: CallID) -> Int? {
    guard let slot = streams.slot(of: call.rawValue), streams[slot].ending == nil else {
      return nil
    }
    return slot
  }

  /// False where a message is longer than the peer takes: the call has then ended.
  private mutating func admits(_ byteCount: Int, slot: Int) -> Bool {
    let limit = connection.sendLimit
    guard byteCount > limit else { return true }
    end(slot, with: RPCError(.resourceExhausted, ServerText.tooLong(byteCount, limit: limit)))
    return false
  }

  /// False where metadata are larger than a peer must take: the call has then ended.
  private mutating func admits(_ metadata: Metadata, slot: Int) -> Bool {
    let limit = connection.limits.metadataByteCount
    guard !metadata.isEmpty, KeyValues.size(of: metadata) > limit else { return true }
    end(slot, with: ServerText.metadataTooLarge(limit: limit))
    return false
  }
}
