import CommandLineKit
import EventLoop
import NativeWire
import RPC
import Transport

/// Makes the program's way to its server: native framing over a channel with a loop of its own.
enum Connector {
  /// The way to the server at an address; nothing is sent before the first call.
  static func connect(to address: String) throws -> any CallTransport {
    let socket: SocketAddress
    do { socket = try SocketAddress(address) } catch {
      throw CommandFailure(sentence(about: error, address), exitCode: .wrongUsage)
    }
    let loop = try EventLoop(name: "client")
    return Channel(Channel.Configuration(address: socket), on: loop) { now in
      NativeClientSession(limits: NativeLimits(), now: now)
    }
  }

  private static func sentence(about error: TransportError, _ address: String) -> String {
    switch error {
    case .addressTooLong(let byteCount, let limit):
      "the socket's path has \(byteCount) bytes, and the system takes \(limit): use a shorter one"
    default: "'\(address)' is no socket: write a path, unix:PATH or @NAME"
    }
  }
}
