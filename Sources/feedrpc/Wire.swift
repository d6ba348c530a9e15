import CommandLineKit

/// What the program speaks to a server.
enum Wire: String, CaseIterable, Sendable {
  /// ttrpc framing, as FeedClient speaks it.
  case native
  /// gRPC over HTTP/2.
  case grpc
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
