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

  /// What makes the calling side of a connection that begins at a time; it offers to take files
  /// where that is wished and the wire can carry them.
  func makeSession(takingFiles: Bool = false) -> @Sendable (Instant) -> any ClientSession {
    switch self {
    case .native:
      var limits = NativeLimits()
      if takingFiles { limits.descriptorCount = NativeLimits.standardDescriptorCount }
      return { [limits] in NativeClientSession(limits: limits, now: $0) }
    case .grpc: return { HTTP2ClientSession(now: $0) }
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
