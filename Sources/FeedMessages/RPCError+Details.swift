internal import Base
public import ProtobufRuntime
public import RPC

extension RPCError {
  /// The first detail of a type that can be decoded, or nil.
  public func detail<Message: FeedMessage>(_ type: Message.Type = Message.self) -> Message? {
    for detail in details where detail.typeURL.hasSuffix("/\(type.fullName)") {
      if let message = try? type.init(wireBytes: detail.value) { return message }
    }
    return nil
  }

  /// How long the server asks to wait before another attempt (google.rpc.RetryInfo), zero or more;
  /// nil where it says nothing.
  public var retryDelay: Duration? {
    guard let asked = detail(RetryInfo.self)?.retryDelay else { return nil }
    return max(.seconds(asked.seconds) + .nanoseconds(Int64(asked.nanos)), .zero)
  }
}

extension RPCError.Detail {
  /// A message as a detail of a status.
  public init(_ message: some FeedMessage) {
    self.init(
      typeURL: "type.googleapis.com/\(type(of: message).fullName)",
      value: message.encodedBytes()
    )
  }
}
