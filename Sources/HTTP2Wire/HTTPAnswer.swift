/// The answer to a request that is no call of gRPC: a status of HTTP and a sentence.
struct HTTPAnswer: Equatable, Sendable {
  var status: Int
  var text: String
  /// The methods that there are, where the request had another (RFC 9110 10.2.1).
  var allow: String?

  private static let purpose = "This socket serves gRPC over HTTP/2, without TLS, and ttrpc.\n"

  static let malformed = HTTPAnswer(
    status: 400,
    text: "The request is malformed (RFC 9113 8.1.1). " + purpose
  )
  static let methodNotAllowed = HTTPAnswer(
    status: 405,
    text: "Calls are POST requests. " + purpose,
    allow: "POST"
  )
  static let unsupportedMediaType = HTTPAnswer(
    status: 415,
    text: "The content-type of calls is application/grpc. " + purpose
  )
}
