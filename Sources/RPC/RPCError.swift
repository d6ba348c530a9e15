public import Base

/// The status of a call that failed.
///
/// The same three parts as google.rpc.Status. A call that succeeded has none of this.
public struct RPCError: Error, Sendable {
  /// Behind one reference: a call has several places for an error that is almost never there, and
  /// moving an empty one about took a twentieth of a short call while it was four words.
  private var box: Box

  /// What kind of failure it is; never `.ok`.
  public var code: StatusCode {
    get { box.parts.code }
    set { change { $0.code = newValue } }
  }
  /// One sentence for people.
  public var message: String {
    get { box.parts.message }
    set { change { $0.message = newValue } }
  }
  /// Facts for programs, as packed messages.
  public var details: [Detail] {
    get { box.parts.details }
    set { change { $0.details = newValue } }
  }
  /// False where the call was not sent: no server was there for as long as the caller would wait.
  package var wasSent: Bool {
    get { box.parts.wasSent }
    set { change { $0.wasSent = newValue } }
  }

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
    box = Box(Parts(code: code, message: message, details: details))
  }
}

extension RPCError {
  /// All that an error is.
  private struct Parts: Hashable, Sendable {
    var code: StatusCode
    var message: String
    var details: [Detail]
    var wasSent = true
  }

  /// Shared by copies until one of them changes.
  private final class Box: @unchecked Sendable {  // Changed only where nobody else holds it.
    var parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private mutating func change(_ body: (inout Parts) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.parts) }
    body(&box.parts)
  }
}

extension RPCError: Hashable {
  /// Equal parts.
  public static func == (left: RPCError, right: RPCError) -> Bool {
    left.box === right.box || left.box.parts == right.box.parts
  }

  /// Feeds the parts to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(box.parts) }
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
