import RPC

/// How a call of a load ended by itself.
struct LoadEnding: Sendable {
  var code: StatusCode
  /// What the server said of it.
  var message: String
  /// The picture that came whole.
  var image: ReceivedImage?

  /// Nil is OK.
  init(_ error: RPCError?) {
    code = error?.code ?? .ok
    message = error?.message ?? ""
  }

  init(_ failure: LoadFailure) {
    code = failure.code
    message = failure.sentence
  }

  init(_ image: ReceivedImage) {
    self.init(RPCError?.none)
    self.image = image
  }
}
