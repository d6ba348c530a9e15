import Base
import EventLoop
import FeedClient
import FeedMessages
import Foundation
import NativeWire
import RPC
import Testing
import Transport
import Waiting

/// A server in this process, in a folder of its own.
final class TestServer: Sendable {
  let socket: String
  let handler: TestHandler
  private let folder: URL
  private let loops: EventLoopGroup
  private let server: Server

  init(_ handler: TestHandler, limits: NativeLimits = NativeLimits()) async throws {
    let name = "feedclient-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appending(path: "s").path
    self.handler = handler
    loops = try EventLoopGroup(count: 1, name: "server")
    (server, _) = try await Self.start(handler, socket, loops, limits)
  }

  private static func start(
    _ handler: TestHandler,
    _ socket: String,
    _ loops: EventLoopGroup,
    _ limits: NativeLimits
  ) async throws -> (Server, RouteTable) {
    let methods = handler.methods
    let routes = RouteTable(methods.map(\.descriptor))
    let server = try await Server.start(
      listeners: [try Listener(SocketAddress(socket), policy: AccessPolicy(ownerID: geteuid()))],
      loops: loops,
      methods: methods,
      wires: WireSelector(native: { _, now in
        NativeServerSession(routes: routes, limits: limits, now: now)
      }),
      ownerID: geteuid()
    )
    return (server, routes)
  }

  /// A client of its own.
  func client(
    timeout: Duration? = nil,
    metadata: Metadata = Metadata(),
    interceptors: [any ClientInterceptor] = [],
    thread: ClientThread = .shared
  ) throws -> FeedClient {
    try FeedClient(
      FeedClientConfiguration(
        socket: socket,
        patience: .seconds(10),
        timeout: timeout,
        metadata: metadata,
        interceptors: interceptors,
        thread: thread
      )
    )
  }

  /// Waits until the server's counts are as they should be.
  func until(_ isRight: (ServerStatistics) -> Bool) async throws {
    try await waitUntil { isRight(await server.statistics()) }
  }

  func stop() async {
    await server.drain()
    loops.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Runs `body` with a server that is stopped afterwards.
func withServer(
  _ handler: TestHandler = TestHandler(),
  _ body: (TestServer) async throws -> Void
) async throws {
  let server = try await TestServer(handler)
  do { try await body(server) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// The status that `body` ends with; nil where it succeeds.
func status<Value>(of body: () async throws(RPCError) -> Value) async -> RPCError? {
  do throws(RPCError) {
    _ = try await body()
    return nil
  } catch { return error }
}
