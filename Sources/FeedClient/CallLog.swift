import Base
public import RPC

/// Writes a line for each call that is over: an interceptor for those who want to see them.
///
/// A line is `method=feedrpc.v1.FeedService/ToggleLike code=OK duration_us=412`, and `message="…"`
/// where the call failed.
public struct CallLog: ClientInterceptor {
  private let write: @Sendable (String) -> Void

  /// A log whose lines, without a line end, go to `write`, which must not block.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Writes the line of a call.
  public func callEnded(_ method: MethodDescriptor, error: RPCError?, duration: Duration) {
    var line = "method=\(method.path) code=\((error?.code ?? .ok).name)"
    line += " duration_us=\(duration.nanoseconds / 1_000)"
    if let error, !error.message.isEmpty { line += " message=\(error.message.debugDescription)" }
    write(line)
  }
}
