import EventLoop
import HTTP2Wire
import RPC
import Transport

extension Channel {
  /// Our calling side of HTTP/2, with a connection and a loop of its own.
  static func grpc(to socket: String) throws -> Channel {
    let loop = try EventLoop(name: "grpc")
    return Channel(
      Channel.Configuration(address: .path(socket)),
      on: loop,
      whenReleased: { loop.stop() },
      makeSession: { HTTP2ClientSession(now: $0) }
    )
  }
}
