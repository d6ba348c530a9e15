import Base
import FeedMessages
import RPC
import Transport

/// Makes calls again that ended with UNAVAILABLE, where that can do no harm.
///
/// What no server got is not made again: the base has waited for one.
struct RetryingTransport: CallTransport {
  /// How often a call is made, in all.
  static let attempts = 4
  /// The wait before the second attempt, where the server asks for no longer one; it doubles with
  /// each.
  static let firstDelay = Duration.milliseconds(50)
  /// What a server may ask for; where it wants more, the caller is told at once.
  static let longestDelay = Duration.seconds(2)

  private let base: Channel
  private let standard: CallOptions

  /// - Parameters:
  ///   - base: Makes the calls.
  ///   - standard: Metadata of calls that do not name them, and the timeout of calls without one.
  init(_ base: Channel, standard: CallOptions) {
    self.base = base
    self.standard = standard
  }

  func unary<Request: WireMessage, Response: WireMessage>(
    _ method: MethodDescriptor,
    _ request: Request,
    options: CallOptions
  ) async throws(RPCError) -> Response {
    var options = completed(options)
    var request = request
    let isIdentified = Self.identify(&request)
    let deadline = options.timeout.map { Instant.now() + $0 }
    var attempt = 1
    while true {
      do {
        return try await base.unary(method, request, options: options)
      } catch {
        guard error.code == .unavailable, error.wasSent, attempt < Self.attempts,
          isIdentified || Self.reads.contains(method.path)
        else { throw error }
        let advised = error.retryDelay ?? .zero
        guard advised <= Self.longestDelay else { throw error }
        let delay = max(Self.firstDelay * (1 << (attempt - 1)), advised)
        if let deadline {
          let rest = deadline - .now() - delay
          guard rest > .zero else { throw error }
          options.timeout = rest
        }
        do { try await Task.sleep(for: delay) } catch {
          throw RPCError(.cancelled, "the call was given up")
        }
        attempt += 1
      }
    }
  }

  func open(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    options: CallOptions
  ) async throws(RPCError) -> any ClientCall {
    try await base.open(method, request: request, options: completed(options))
  }

  private func completed(_ options: CallOptions) -> CallOptions {
    var completed = options
    for entry in standard.metadata.entries where options.metadata[entry.name] == nil {
      completed.metadata.add(entry.value, for: entry.name)
    }
    completed.timeout = options.timeout ?? standard.timeout
    return completed
  }

  /// Gives a request an id where it can have one and comes without.
  ///
  /// - Returns: whether it has one, so that a repeat does no harm.
  private static func identify<Request: WireMessage>(_ request: inout Request) -> Bool {
    guard takesID(Request.self), let identified = request as? any IdentifiedRequest,
      let complete = identified.withRequestID() as? Request
    else { return false }
    request = complete
    return true
  }

  /// By name, as looking for a conformance takes a twentieth of a short call.
  private static func takesID(_ type: any WireMessage.Type) -> Bool {
    type == ToggleLikeRequest.self || type == AddCommentRequest.self
      || type == CreatePostRequest.self
  }

  /// Methods that change nothing.
  private static let reads: Set<String> = Set(
    (FeedServiceMethods.all + ImageServiceMethods.all + AdminServiceMethods.all)
      .filter { $0.kind == .unary && ["Fetch", "Get"].contains(where: $0.method.hasPrefix) }
      .map(\.path)
  )
}

/// A request whose repeat is recognised by an id.
protocol IdentifiedRequest: WireMessage {
  var requestID: String { get set }
}

extension ToggleLikeRequest: IdentifiedRequest {}
extension AddCommentRequest: IdentifiedRequest {}
extension CreatePostRequest: IdentifiedRequest {}

extension IdentifiedRequest {
  /// The same request, with an id of its own where it has none: 128 random bits to base 36.
  fileprivate func withRequestID() -> Self {
    guard requestID.isEmpty else { return self }
    var request = self
    request.requestID = String(UInt128.random(in: 0 ... .max), radix: 36)
    return request
  }
}
