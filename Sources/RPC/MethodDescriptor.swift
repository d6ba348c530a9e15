/// Which of the four kinds of call a method is.
public enum CallKind: CaseIterable, Sendable {
  case unary, clientStreaming, serverStreaming, bidirectional

  /// True where the client sends any number of messages.
  @inlinable
  public var streamsRequests: Bool { self == .clientStreaming || self == .bidirectional }

  /// True where the server sends any number of messages.
  @inlinable
  public var streamsResponses: Bool { self == .serverStreaming || self == .bidirectional }
}

/// The name and the kind of a method.
public struct MethodDescriptor: Hashable, Sendable {
  /// The full name of the service, as `feedrpc.v1.FeedService`.
  public let service: String
  /// The bare name of the method, as `ToggleLike`.
  public let method: String
  /// How many messages go each way.
  public let kind: CallKind
  /// `package.Service/Method`.
  public let path: String

  /// Describes a method; nothing is looked up.
  public init(service: String, method: String, kind: CallKind) {
    self.service = service
    self.method = method
    self.kind = kind
    path = "\(service)/\(method)"
  }
}
