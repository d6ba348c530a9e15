import Base
import Glibc
import RPC

/// Which messages of the calls that run are compressed, as seen on the wire.
///
/// Handlers are not told: nobody but these tests wants to know.
final class CompressionLog: Sendable {
  /// The name under which a call is told its own stream.
  static let streamName = "interop-stream"

  /// A stream of a connection.
  struct Key: Hashable, Sendable {
    var connection: UInt64
    var stream: UInt32
  }

  /// Flags of messages, in order.
  struct Flags: Sendable {
    var received: [Bool] = []
    var sent: [Bool] = []
  }

  private let flags = Lock<[Key: Flags]>([:])

  func note(_ isCompressed: Bool, receivedOn key: Key) {
    flags.withLock { $0[key, default: Flags()].received.append(isCompressed) }
  }

  func note(_ isCompressed: Bool, sentOn key: Key) {
    flags.withLock { $0[key, default: Flags()].sent.append(isCompressed) }
  }

  func received(by call: any ServerCall) -> [Bool] {
    guard let stream = call.metadata[Self.streamName].flatMap({ UInt32($0) }) else { return [] }
    let key = Key(connection: call.peer.connectionID, stream: stream)
    return flags.withLock { $0[key]?.received ?? [] }
  }

  /// Forgets a stream, and prints what was on it, where anything was.
  func end(_ key: Key) {
    guard let flags = flags.withLock({ $0.removeValue(forKey: key) }) else { return }
    let line = "messages received=\(Self.list(flags.received)) sent=\(Self.list(flags.sent))"
    say(line, to: STDOUT_FILENO)
  }

  private static func list(_ flags: [Bool]) -> String {
    flags.map { $0 ? "1" : "0" }.joined(separator: ",")
  }
}
