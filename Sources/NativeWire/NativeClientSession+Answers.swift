import Base
import RPC

/// Frames of calls.
extension NativeClientSession {
  mutating func handleResponse(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    // An answer may cross our cancel.
    guard let slot = streams.slot(of: header.stream) else { return nil }
    let limit = connection.limits.metadataByteCount
    do throws(EnvelopeError) {
      let envelope = try body.withUnsafeBytes { (bytes) throws(EnvelopeError) in
        try ResponseEnvelope(bytes, metadataLimit: limit)
      }
      if let error = envelope.error {
        finish(slot, translated(error), trailers: envelope.trailers)
        return nil
      }
      // On a stream, too, a successful Response is one last message.
      finish(slot, nil, trailers: envelope.trailers)
      return .message(CallID(header.stream), body.slice(envelope.payload))
    } catch {
      finish(slot, RPCError(.internal, "the server's answer can't be read"))
      return nil
    }
  }

  mutating func handleData(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    let hasMessage = !header.flags.contains(.noData)
    guard let slot = streams.slot(of: header.stream) else {
      // Data of a call that we gave up; its credit goes back at once.
      if hasMessage, connection.features.contains(.flow), !connection.drop(byteCount: body.count) {
        fail(.internal, "the server sent more than its credit", .flowControlError)
      }
      return nil
    }
    guard streams[slot].kind.streamsResponses else {
      abort(
        slot,
        RPCError(.internal, "the server streams the answer of a call that has one message")
      )
      return nil
    }
    guard hasMessage else {
      if header.flags.contains(.remoteClosed) { finish(slot, nil) }
      return nil
    }
    guard connection.charge(byteCount: body.count, to: &streams[slot].inbound) else {
      fail(.internal, "the server sent more than its credit", .flowControlError)
      return nil
    }
    streams[slot].response.receive(.message)
    streams[slot].hasFiles = false
    if header.flags.contains(.remoteClosed) { finish(slot, nil) }
    return .message(CallID(header.stream), body)
  }

  mutating func handleMetadata(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    guard connection.features.contains(.headersAndTrailers),
      let slot = streams.slot(of: header.stream)
    else { return nil }
    do throws(EnvelopeError) {
      let metadata = try KeyValues.read(body, limit: connection.limits.metadataByteCount)
      guard header.type == FrameType.headers.rawValue else {
        streams[slot].trailers = metadata
        return nil
      }
      // Headers that come twice or late say nothing.
      guard streams[slot].response.receive(.headers) else { return nil }
      return .headers(CallID(header.stream), metadata)
    } catch {
      abort(slot, RPCError(.internal, "the server's metadata can't be read"))
      return nil
    }
  }

  /// Says whose the descriptors are that came with this frame.
  mutating func handleDescriptors(_ header: FrameHeader, _ body: Bytes) -> SessionEvent? {
    // From a server without the feature it is an unknown type, and its descriptors are stray.
    guard connection.features.contains(.descriptors) else { return nil }
    let limit = connection.limits.descriptorCount
    guard let labels = DescriptorFrame.labels(body, limit: limit) else {
      fail(.internal, "an FDS frame that is none", .protocolError)
      return nil
    }
    guard unclaimed.claim(labels.count) else {
      fail(.internal, "an FDS frame without its descriptors", .protocolError)
      return nil
    }
    // Our cancel may have crossed it.
    guard let slot = streams.slot(of: header.stream) else { return .files(nil, labels) }
    guard !streams[slot].hasFiles else {
      fail(.internal, "two FDS frames for one message", .protocolError)
      return nil
    }
    streams[slot].hasFiles = true
    return .files(CallID(header.stream), labels)
  }

  /// Plain servers have several ways to say that they don't know a method.
  private func translated(_ error: RPCError) -> RPCError {
    guard connection.features == [], error.code == .invalidArgument, error.details.isEmpty else {
      return error
    }
    let text = error.message
    let isUnknown =
      text.hasPrefix("service ") || text.hasPrefix("method ") || text.hasSuffix("does not exist")
    return isUnknown ? RPCError(.unimplemented, text) : error
  }
}
