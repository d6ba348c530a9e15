import Base
import CommandLineKit
import HTTP2Wire
import NativeWire
import RPC

/// What the program speaks to a server.
enum Wire: String, CaseIterable, Sendable {
  /// ttrpc framing, as FeedClient speaks it.
  case native
  /// gRPC over HTTP/2.
  case grpc

  /// The calling side of a connection that begins at a time.
  var makeSession: @Sendable (Instant) -> any ClientSession {
    switch self {
    case .native: { NativeClientSession(limits: NativeLimits(), now: $0) }
    case .grpc: { HTTP2ClientSession(now: $0) }
    }
  }
}

/// The option of commands that work on any server.
enum WireOption {
  static let wire = Option(
    "wire",
    .choice(of: Wire.self),
    default: .native,
    help: "What to speak: grpc reaches any server that knows the method."
  )
}
