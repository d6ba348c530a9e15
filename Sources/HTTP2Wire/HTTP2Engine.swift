import Base
import CNghttp2

/// A session of libnghttp2: frames, header compression, windows and the states of streams.
///
/// The only file that holds its handle. It takes and gives bytes and calls back its handler; no
/// pointer of it is kept.
final class HTTP2Engine {
  enum Role { case server, client }

  /// What `FrameHandler.provide` says.
  enum Provision {
    case bytes(Int)
    /// The last bytes; trailers follow.
    case lastBytes(Int, trailers: HeaderList?)
    /// The last bytes, which end the stream.
    case end(Int)
    /// Nothing yet: `resume` goes on.
    case nothing
  }

  /// A frame that was written.
  struct WrittenFrame {
    enum Kind { case headers, data, reset, goAway, other }

    var kind: Kind
    var stream: Int32
    var endsStream: Bool
    /// Of RST_STREAM and GOAWAY.
    var code: UInt32
  }

  /// An error of the library, in its words.
  struct Failure: Error {
    var text: String

    init(_ code: Int) {
      text = String(cString: nghttp2_strerror(Int32(truncatingIfNeeded: code)))
    }
  }

  private let session: OpaquePointer
  private let link: Link

  /// What the library gives back with each call.
  final class Link {
    // The handler owns the engine, so it is there whenever the engine is used.
    unowned(unsafe) var handler: (any FrameHandler)?
  }

  init(_ role: Role, _ limits: HTTP2Limits) {
    link = Link()
    let context = Unmanaged.passUnretained(link).toOpaque()
    var handle: OpaquePointer?
    let status =
      switch role {
      case .server:
        nghttp2_session_server_new2(&handle, Callbacks.shared.pointer, context, Options.shared)
      case .client:
        nghttp2_session_client_new2(&handle, Callbacks.shared.pointer, context, Options.shared)
      }
    guard status == 0, let handle else { fatalError("out of memory") }
    session = handle
    submitSettings(role, limits)
  }

  deinit { nghttp2_session_del(session) }

  /// Names who is called back; it must own the engine.
  func attach(_ handler: any FrameHandler) { link.handler = handler }

  // MARK: - Bytes

  /// Reads bytes that arrived.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let input = bytes.assumingMemoryBound(to: UInt8.self)
    let count = nghttp2_session_mem_recv(session, input.baseAddress, input.count)
    guard count >= 0 else { throw Failure(count) }
  }

  /// Gives the next bytes that are to be written, after those that `writeData` wrote meanwhile;
  /// false where there are none.
  func takeOutput(_ body: (UnsafeRawBufferPointer) -> Void) throws(Failure) -> Bool {
    var start: UnsafePointer<UInt8>?
    let count = nghttp2_session_mem_send(session, &start)
    guard count >= 0 else { throw Failure(count) }
    guard count > 0 else { return false }
    body(UnsafeRawBufferPointer(start: start, count: count))
    return true
  }

  // MARK: - Windows

  /// Bytes of DATA arrived: the peer may send as many on other streams.
  func returnConnectionCredit(_ byteCount: Int) {
    nghttp2_session_consume_connection(session, byteCount)
  }

  /// Lets the peer send so many of the bytes of DATA again that it sent on this stream.
  func returnCredit(_ byteCount: Int, of stream: Int32) {
    let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    nghttp2_submit_window_update(session, flags, stream, Int32(byteCount))
  }

  /// Bytes of DATA that the peer sent on a stream and may not send again, padding included.
  func receivedByteCount(on stream: Int32) -> Int {
    Int(nghttp2_session_get_stream_effective_recv_data_length(session, stream))
  }

  /// Lets the peer have sent more on a stream that was not returned.
  ///
  /// More than now: before the peer has acknowledged our settings the window is still that of
  /// RFC 9113 6.5.2, for both sides, and is set right with all that was added.
  func growWindow(of stream: Int32, by byteCount: Int) {
    let window = nghttp2_session_get_stream_effective_local_window_size(session, stream)
    guard window >= 0 else { return }
    let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    nghttp2_session_set_local_window_size(session, flags, stream, window + Int32(byteCount))
  }

  // MARK: - Frames

  /// How many frames wait to be written.
  var waitingFrameCount: Int { nghttp2_session_get_outbound_queue_size(session) }

  /// Answers a request with headers, and a body where `hasBody`; else they end the stream.
  func submitResponse(_ stream: Int32, _ headers: HeaderList, hasBody: Bool) {
    headers.withPairs { pairs, count in
      guard hasBody else {
        nghttp2_submit_response(session, stream, pairs, count, nil)
        return
      }
      var source = Self.dataSource
      nghttp2_submit_response(session, stream, pairs, count, &source)
    }
  }

  /// Ends a stream with trailers.
  ///
  /// They overtake data that waits for a window: there must be none.
  func submitTrailers(_ stream: Int32, _ trailers: HeaderList) {
    trailers.submitTrailers(session, stream)
  }

  /// Opens a stream with a request that has a body; nil where there are no more streams.
  func submitRequest(_ headers: HeaderList) -> Int32? {
    let stream = headers.withPairs { pairs, count in
      var source = Self.dataSource
      return nghttp2_submit_request(session, nil, pairs, count, &source, nil)
    }
    return stream > 0 ? stream : nil
  }

  /// Goes on with a body that had nothing to give.
  func resume(_ stream: Int32) { nghttp2_session_resume_data(session, stream) }

  func reset(_ stream: Int32, code: UInt32) {
    nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
  }

  func ping() { nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) }

  /// The first GOAWAY of a graceful end: new streams are still taken.
  func announceEnd() { nghttp2_submit_shutdown_notice(session) }

  /// The last GOAWAY: streams that the peer opened up to now are finished, new ones ignored.
  func goAway(code: UInt32 = 0, text: String = "") {
    let last = nghttp2_session_get_last_proc_stream_id(session)
    let bytes = Array(text.utf8)
    let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    nghttp2_submit_goaway(session, flags, last, code, bytes, bytes.count)
  }

  /// The highest stream of the peer that was looked at.
  var lastStream: Int32 { nghttp2_session_get_last_proc_stream_id(session) }

  private static var dataSource: nghttp2_data_provider {
    nghttp2_data_provider(
      source: nghttp2_data_source(),
      read_callback: { session, stream, _, limit, flags, _, context in
        Callbacks.provide(session, stream, limit, flags, context)
      }
    )
  }

  private func submitSettings(_ role: Role, _ limits: HTTP2Limits) {
    var settings = [
      nghttp2_settings_entry(
        settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
        value: UInt32(limits.streamWindowByteCount)
      ),
      nghttp2_settings_entry(
        settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
        value: UInt32(limits.headerListByteCount)
      ),
    ]
    switch role {
    case .server:
      settings.append(
        nghttp2_settings_entry(
          settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
          value: UInt32(limits.openCallCount)
        )
      )
    case .client:
      settings.append(
        nghttp2_settings_entry(
          settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue),
          value: 0
        )
      )
    }
    let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    nghttp2_submit_settings(session, flags, settings, settings.count)
    let window = Int32(limits.connectionWindowByteCount)
    nghttp2_session_set_local_window_size(session, flags, 0, window)
  }
}

extension HeaderList {
  /// Gives `body` the pairs as the library takes them; it copies them.
  fileprivate func withPairs<Result>(
    _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: fields.count) { pairs in
        for (index, field) in fields.enumerated() {
          // The library only reads them.
          let start = UnsafeMutablePointer(mutating: bytes.baseAddress)?.advanced(by: field.start)
          let pair = nghttp2_nv(
            name: start,
            value: start?.advanced(by: field.nameByteCount),
            namelen: field.nameByteCount,
            valuelen: field.valueByteCount,
            flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
          )
          pairs.initializeElement(at: index, to: pair)
        }
        return body(UnsafePointer(pairs.baseAddress), fields.count)
      }
    }
  }

  /// Sends these as the trailers of a stream.
  fileprivate func submitTrailers(_ session: OpaquePointer?, _ stream: Int32) {
    withPairs { pairs, count in _ = nghttp2_submit_trailer(session, stream, pairs, count) }
  }
}

/// The library's settings, the same for all sessions.
private enum Options {
  nonisolated(unsafe) static let shared: OpaquePointer? = {
    var options: OpaquePointer?
    guard nghttp2_option_new(&options) == 0 else { fatalError("out of memory") }
    nghttp2_option_set_no_auto_window_update(options, 1)
    // What it refuses is what clients on Unix sockets say as `:authority`: see RequestHead.
    nghttp2_option_set_no_http_messaging(options, 1)
    nghttp2_option_set_no_closed_streams(options, 1)
    // Above our own limit, which is counted by what was reset and not by frames.
    nghttp2_option_set_stream_reset_rate_limit(options, 10_000, 2_000)
    return options
  }()
}

/// The functions that the library calls.
private final class Callbacks: Sendable {
  static let shared = Callbacks()

  nonisolated(unsafe) let pointer: OpaquePointer?

  private init() {
    var callbacks: OpaquePointer?
    guard nghttp2_session_callbacks_new(&callbacks) == 0 else { fatalError("out of memory") }
    pointer = callbacks
    setReceiving()
    setSending()
  }

  private func setReceiving() {
    nghttp2_session_callbacks_set_on_begin_headers_callback(pointer) { _, frame, context in
      guard let frame = frame?.pointee else { return 0 }
      let opensStream = frame.headers.cat == NGHTTP2_HCAT_REQUEST
      handler(context)?.headersBegan(frame.hd.stream_id, opensStream: opensStream)
      return 0
    }
    nghttp2_session_callbacks_set_on_header_callback(pointer) {
      _,
      _,
      name,
      nameCount,
      value,
      valueCount,
      _,
      context in
      let name = UnsafeRawBufferPointer(start: name, count: nameCount)
      let value = UnsafeRawBufferPointer(start: value, count: valueCount)
      let goesOn = handler(context)?.headerArrived(name, value) ?? false
      return goesOn ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(pointer) {
      _,
      _,
      stream,
      data,
      count,
      context in
      handler(context)?.dataArrived(stream, UnsafeRawBufferPointer(start: data, count: count))
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_recv_callback(pointer) { _, frame, context in
      if let frame, let handler = handler(context) { received(frame.pointee, handler) }
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(pointer) { _, stream, code, context in
      handler(context)?.streamClosed(stream, code: code)
      return 0
    }
  }

  private func setSending() {
    nghttp2_session_callbacks_set_data_source_read_length_callback(pointer) {
      _,
      _,
      _,
      connectionWindow,
      streamWindow,
      frameLimit,
      _ in
      let window = min(Int(connectionWindow), Int(streamWindow))
      return min(window, Int(frameLimit), HTTP2Limits.dataFrameByteCount)
    }
    nghttp2_session_callbacks_set_send_data_callback(pointer) {
      _,
      frame,
      header,
      count,
      _,
      context in
      guard let stream = frame?.pointee.hd.stream_id, let handler = handler(context) else {
        return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
      }
      let header = UnsafeRawBufferPointer(start: header, count: FrameScanner.Header.byteCount)
      handler.writeData(stream, header: header, byteCount: count)
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_not_send_callback(pointer) { _, frame, _, context in
      guard let header = frame?.pointee.hd, UInt32(header.type) == NGHTTP2_HEADERS.rawValue else {
        return 0
      }
      handler(context)?.headersNotSent(header.stream_id)
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_send_callback(pointer) { _, frame, context in
      if let frame, let handler = handler(context) { written(frame.pointee, handler) }
      return 0
    }
  }

  /// Asks for the bytes of a frame of DATA.
  static func provide(
    _ session: OpaquePointer?,
    _ stream: Int32,
    _ limit: Int,
    _ flags: UnsafeMutablePointer<UInt32>?,
    _ context: UnsafeMutableRawPointer?
  ) -> Int {
    guard let flags, let handler = handler(context) else {
      return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    }
    flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
    switch handler.provide(stream, limit: limit) {
    case .bytes(let count): return count
    case .nothing: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    case .end(let count):
      flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
      return count
    case .lastBytes(let count, let trailers):
      flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue | NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
      trailers?.submitTrailers(session, stream)
      return count
    }
  }
}

private func handler(_ context: UnsafeMutableRawPointer?) -> (any FrameHandler)? {
  guard let context else { return nil }
  return Unmanaged<HTTP2Engine.Link>.fromOpaque(context).takeUnretainedValue().handler
}

private func isSet(_ flag: nghttp2_flag, _ header: nghttp2_frame_hd) -> Bool {
  header.flags & UInt8(flag.rawValue) != 0
}

/// Tells of a frame that has been read.
private func received(_ frame: nghttp2_frame, _ handler: any FrameHandler) {
  let header = frame.hd
  let endsStream = isSet(NGHTTP2_FLAG_END_STREAM, header)
  switch UInt32(header.type) {
  case NGHTTP2_HEADERS.rawValue: handler.headersEnded(header.stream_id, endsStream: endsStream)
  case NGHTTP2_DATA.rawValue: if endsStream { handler.streamEnded(header.stream_id) }
  case NGHTTP2_PING.rawValue: handler.pingArrived(isAnswer: isSet(NGHTTP2_FLAG_ACK, header))
  case NGHTTP2_GOAWAY.rawValue:
    let goAway = frame.goaway
    let text = UnsafeRawBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
    handler.goAwayArrived(
      lastStream: goAway.last_stream_id,
      code: goAway.error_code,
      text: String(decoding: text, as: UTF8.self)
    )
  default: break
  }
}

/// Tells of a frame that has been written.
private func written(_ frame: nghttp2_frame, _ handler: any FrameHandler) {
  let header = frame.hd
  var written = HTTP2Engine.WrittenFrame(
    kind: .other,
    stream: header.stream_id,
    endsStream: isSet(NGHTTP2_FLAG_END_STREAM, header),
    code: 0
  )
  switch UInt32(header.type) {
  case NGHTTP2_HEADERS.rawValue: written.kind = .headers
  case NGHTTP2_DATA.rawValue: written.kind = .data
  case NGHTTP2_RST_STREAM.rawValue:
    written.kind = .reset
    written.code = frame.rst_stream.error_code
  case NGHTTP2_GOAWAY.rawValue:
    written.kind = .goAway
    written.code = frame.goaway.error_code
  default: break
  }
  handler.frameWritten(written)
}
