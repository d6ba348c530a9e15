import Base
import EventLoop
import Glibc
import HTTP2Wire
import InteropMessages
import NativeWire
import RPC
import Transport

// Serves grpc.testing.TestService as feedrpcd serves its own, until it is killed:
//
//     interop-server SOCKET
//
// It prints `ready socket=PATH` to standard error once it accepts, and to standard output a line
// for every call over HTTP/2 with the flags of its messages: `messages received=0 sent=1,0`.

/// `UnimplementedCall` is what a server does not know.
let log = CompressionLog()
let methods = TestService(log: log).methods.filter {
  $0.descriptor != TestServiceMethods.unimplementedCall
}
let routes = RouteTable(methods.map(\.descriptor))

guard CommandLine.arguments.count == 2 else {
  say("usage: interop-server SOCKET", to: STDERR_FILENO)
  exit(2)
}
let path = CommandLine.arguments[1]
let listener = try Listener(.path(path), policy: AccessPolicy(ownerID: geteuid()))
let server = try await Server.start(
  listeners: [listener],
  loops: try EventLoopGroup(count: 2, name: "interop"),
  methods: methods,
  wires: WireSelector { _, now in
    NativeServerSession(routes: routes, limits: NativeLimits(), now: now)
  } http2: { peer, now in
    let session = HTTP2ServerSession(routes: routes, limits: HTTP2Limits(), now: now)
    return InteropSession(session, connection: peer.connectionID, log: log)
  },
  ownerID: geteuid()
)
say("ready socket=\(path)", to: STDERR_FILENO)
await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
withExtendedLifetime(server) {}
