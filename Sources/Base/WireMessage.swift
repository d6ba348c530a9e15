/// A message that has a form in bytes.
///
/// Calls are made of these; what the bytes mean is known to the conforming type alone.
public protocol WireMessage: Sendable {
  /// Reads a message.
  ///
  /// - Throws: `MalformedMessage` where the bytes are no such message.
  init(wireBytes: Bytes) throws(MalformedMessage)

  /// Gives `body` the encoded message in two parts that follow each other.
  ///
  /// The head is valid only inside `body`. The tail is a large last field kept by reference, or
  /// empty.
  func withWireBytes<Result, Failure: Error>(
    _ body: (_ head: UnsafeRawBufferPointer, _ tail: Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

/// Bytes that are not the message they should be.
public struct MalformedMessage: Error, Hashable, Sendable {
  /// What is wrong with them.
  public enum Reason: Hashable, Sendable {
    /// They end inside a field, or a tag, length or wire type is not possible here.
    case malformed
    /// A string is not UTF-8.
    case invalidUTF8
    /// A string contains the character U+0000.
    case containsNUL
    /// Messages lie deeper in each other than `limit`.
    case tooDeep(limit: Int)
    /// There are more fields than `limit`.
    case tooManyFields(limit: Int)
    /// Decoding would take more than `limitBytes` of memory.
    case tooLarge(limitBytes: Int)
  }

  /// The field, as `posts[3].author.username`; empty for the message itself.
  public var path: String
  /// What is wrong there.
  public var reason: Reason

  /// A description of what is wrong at `path`.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension Bytes: WireMessage {
  /// The bytes as they are.
  @inlinable
  public init(wireBytes: Bytes) { self = wireBytes }

  /// All of the bytes are the tail: they are not copied.
  @inlinable
  public func withWireBytes<Result, Failure: Error>(
    _ body: (_ head: UnsafeRawBufferPointer, _ tail: Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: nil, count: 0), self)
  }
}
