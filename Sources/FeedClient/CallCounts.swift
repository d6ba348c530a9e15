import Base
public import RPC

/// Counts a client's calls by method: an interceptor for those who want numbers.
///
/// ```swift
/// let counts = CallCounts()
/// let client = try FeedClient(FeedClientConfiguration(interceptors: [counts]))
/// ```
public final class CallCounts: ClientInterceptor {
  /// The calls of one method that are over.
  public struct Method: Hashable, Sendable {
    /// How many ended with each code; codes that never came are absent.
    public var codes: [StatusCode: Int] = [:]
    /// What half of the calls took at most, to within a thirtieth.
    public var medianDuration = Duration.zero
    /// What 99 of 100 calls took at most, to within a thirtieth.
    public var percentile99Duration = Duration.zero
  }

  private struct Counter {
    var codes: [StatusCode: Int] = [:]
    var nanoseconds = LogHistogram()
  }

  private let counters = Lock<[String: Counter]>([:])

  /// Starts with no calls.
  public init() {}

  /// Counts a call.
  public func callEnded(_ method: MethodDescriptor, error: RPCError?, duration: Duration) {
    counters.withLock { counters in
      counters[method.path, default: Counter()].codes[error?.code ?? .ok, default: 0] += 1
      counters[method.path, default: Counter()].nanoseconds.record(duration.nanoseconds)
    }
  }

  /// The numbers so far, by `package.Service/Method`.
  public func snapshot() -> [String: Method] {
    counters.withLock { $0 }.mapValues { counter in
      Method(
        codes: counter.codes,
        medianDuration: .nanoseconds(counter.nanoseconds.quantile(0.5)),
        percentile99Duration: .nanoseconds(counter.nanoseconds.quantile(0.99))
      )
    }
  }
}
