import RPC

/// What failures of HTTP/2 are to a caller (grpc.io, PROTOCOL-HTTP2 and http-grpc-status-mapping).
enum StatusMapping {
  /// The status of a call whose stream was reset with a code of RFC 9113 7.
  static func code(ofReset code: UInt32) -> StatusCode {
    switch code {
    case 0x7: .unavailable  // REFUSED_STREAM: it was not run.
    case 0x8: .cancelled  // CANCEL
    case 0xB: .resourceExhausted  // ENHANCE_YOUR_CALM
    case 0xC: .permissionDenied  // INADEQUATE_SECURITY
    default: .internal
    }
  }

  /// The status of a call that was answered by something else than gRPC.
  static func code(ofHTTP status: Int) -> StatusCode {
    switch status {
    case 400: .internal
    case 401: .unauthenticated
    case 403: .permissionDenied
    case 404: .unimplemented
    case 429, 502, 503, 504: .unavailable
    default: .unknown
    }
  }

  /// The name of a code of RFC 9113 7, for people.
  static func name(ofReset code: UInt32) -> String {
    let names = [
      "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
      "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
      "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]
    return code < names.count ? names[Int(code)] : "code \(code)"
  }
}
