public import Base

/// A protobuf message as a plain Swift value.
///
/// Conforming types are generated from `.proto` files by `protoc-gen-feedrpc`. Fields that their
/// `.proto` does not know are dropped when a message is decoded: they do not come back when it is
/// encoded again.
public protocol FeedMessage: WireMessage, Hashable {
  /// The message's name with its package, as `feedrpc.v1.Post`.
  static var fullName: String { get }

  /// The message in bytes, in memory of this thread: use it at once and let go of it.
  func encoded() -> EncodedMessage
}

extension FeedMessage {
  /// Gives `body` the encoded message.
  @inlinable
  public func withWireBytes<Result, Failure: Error>(
    _ body: (_ head: UnsafeRawBufferPointer, _ tail: Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let encoded = encoded()
    return try body(encoded.head, encoded.tail)
  }

  /// The encoded message in memory of its own.
  public func encodedBytes() -> Bytes {
    let encoded = encoded()
    let tail = encoded.tail
    guard !tail.isEmpty else { return Bytes(copying: encoded.head) }
    let head = encoded.head
    return Bytes(byteCount: head.count + tail.count) { target in
      target.copyMemory(from: head)
      tail.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: target[head.count...]).copyMemory(from: $0)
      }
    }
  }
}
