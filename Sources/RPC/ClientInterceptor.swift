/// What watches or changes the calls of a client.
///
/// `callStarts` is called by the caller's task, `callEnded` on the loop of the client's connection;
/// neither may block.
public protocol ClientInterceptor: Sendable {
  /// Before a call is made; what it changes in the options is sent.
  func callStarts(_ method: MethodDescriptor, options: inout CallOptions)

  /// When the call is over, once a call; nil is OK.
  func callEnded(_ method: MethodDescriptor, error: RPCError?, duration: Duration)
}

extension ClientInterceptor {
  /// Changes nothing.
  public func callStarts(_ method: MethodDescriptor, options: inout CallOptions) {}

  /// Does nothing.
  public func callEnded(_ method: MethodDescriptor, error: RPCError?, duration: Duration) {}
}
