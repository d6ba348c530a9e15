import FeedMessages
import RPC
import Testing

@testable import FeedServices

extension RPCError {
  /// The reason that programs see; nil where there is none.
  var reason: String? {
    let info: ErrorInfo? = detail()
    return info?.reason
  }

  /// When to try again; nil where the status does not say.
  var retryDelay: Duration? {
    let info: RetryInfo? = detail()
    return info?.retryDelay.map { .seconds($0.seconds) + .nanoseconds(Int64($0.nanos)) }
  }
}

/// Expects that a call ends with a status for a reason.
func expectRefusal(
  _ code: StatusCode,
  _ reason: ErrorReason?,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws(RPCError) -> some Any
) async {
  do throws(RPCError) {
    let answer = try await call()
    Issue.record("answered \(answer)", sourceLocation: sourceLocation)
  } catch {
    #expect(error.code == code, sourceLocation: sourceLocation)
    #expect(error.reason == reason?.rawValue, sourceLocation: sourceLocation)
    expectWellFormed(error, sourceLocation: sourceLocation)
  }
}

/// Expects what holds for every status: a sentence, the domain, and when to try again.
func expectWellFormed(_ error: RPCError, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(!error.message.isEmpty && !error.message.hasSuffix("."), sourceLocation: sourceLocation)
  #expect(!error.message.contains("\n"), sourceLocation: sourceLocation)
  let info: ErrorInfo? = error.detail()
  #expect(info == nil || info?.domain == "feedrpc", sourceLocation: sourceLocation)
  guard error.code == .resourceExhausted || error.code == .unavailable else { return }
  #expect(error.retryDelay.map { $0 > .zero } == true, sourceLocation: sourceLocation)
}
