public import Base

/// The status of a call that failed.
///
/// The same three parts as google.rpc.Status. A call that succeeded has none of this.
public struct RPCError: Error, Hashable, Sendable {
  /// What kind of failure it is; never `.ok`.
  public var code: StatusCode
  /// One sentence for people.
  public var message: String
  /// Facts for programs, as packed messages.
  public var details: [Detail]
  /// False where the call was not sent: no server was there for as long as the caller would wait.
  package var wasSent = true

  /// One packed message: google.protobuf.Any.
  public struct Detail: Hashable, Sendable {
    /// `type.googleapis.com/` and the full name of the message.
    public var typeURL: String
    /// The encoded message.
    public var value: Bytes

    /// A message that is encoded already.
    public init(typeURL: String, value: Bytes) {
      self.typeURL = typeURL
      self.value = value
    }
  }

  /// - Precondition: `code` is not `.ok`.
  public init(_ code: StatusCode, _ message: String, details: [Detail] = []) {
    precondition(code != .ok, "a failure has a code other than OK")
    self.code = code
    self.message = message
    self.details = details
  }
}

extension RPCError: CustomStringConvertible {
  /// The code and the sentence, as `NOT_FOUND: no such post`.
  public var description: String { message.isEmpty ? code.name : "\(code.name): \(message)" }
}

extension RPCError {
  /// The status of a call whose message could not be decoded.
  public init(_ malformed: MalformedMessage) {
    let place = malformed.path.isEmpty ? "the message" : malformed.path
    let what =
      switch malformed.reason {
      case .malformed: "is not valid protobuf"
      case .invalidUTF8: "is not valid UTF-8"
      case .containsNUL: "contains a NUL character"
      case .tooDeep(let limit): "lies deeper than \(limit) messages"
      case .tooManyFields(let limit): "has more than \(limit) fields"
      case .tooLarge(let limitBytes): "takes more than \(limitBytes) bytes to decode"
      }
    self.init(.invalidArgument, "\(place) \(what)")
  }
}

extension RPCError {
  /// The answer of a method that a server leaves out.
  package init(notImplemented method: MethodDescriptor) {
    self.init(.unimplemented, "\(method.path) is not implemented by this server")
  }
}
