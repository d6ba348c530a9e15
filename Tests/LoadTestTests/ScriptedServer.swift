import Base
import EventLoop
import FeedMessages
import Foundation
import NativeWire
import RPC
import Transport
import Waiting

@testable import LoadTest

/// A server in this process whose answers to Echo come when a script says; its streams send two
/// messages with the same delay before each.
final class ScriptedServer: Sendable {
  /// How long the call with a number, from 0, waits, and what it ends with.
  typealias Script = @Sendable (_ number: Int) -> (delay: Duration, error: RPCError?)

  let address: SocketAddress
  /// The payloads that came, by call.
  let payloads = Watched<[Bytes]>([])
  private let folder: URL
  private let loops: EventLoopGroup
  private let server: Server

  init(_ script: @escaping Script) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    address = try SocketAddress(folder.appending(path: "s").path)
    loops = try EventLoopGroup(count: 1, name: "server")
    let handler = ScriptedHandler(script, payloads, Delays(loops.loops[0]))
    let service: any EchoServiceHandler = handler
    let methods = service.methods
    let routes = RouteTable(methods.map(\.descriptor))
    server = try await Server.start(
      listeners: [try Listener(address, policy: AccessPolicy(ownerID: geteuid()))],
      loops: loops,
      methods: methods,
      wires: WireSelector(native: { _, now in
        NativeServerSession(routes: routes, limits: NativeLimits(), now: now)
      }),
      ownerID: geteuid()
    )
  }

  func stop() async {
    await server.drain()
    loops.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs `body` with a server that is stopped afterwards.
  static func with(
    _ script: @escaping Script,
    _ body: (ScriptedServer) async throws -> Void
  ) async throws {
    let server = try await ScriptedServer(script)
    do { try await body(server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

private struct ScriptedHandler: EchoServiceHandler {
  let script: ScriptedServer.Script
  let payloads: Watched<[Bytes]>
  let delays: Delays

  init(_ script: @escaping ScriptedServer.Script, _ payloads: Watched<[Bytes]>, _ delays: Delays) {
    self.script = script
    self.payloads = payloads
    self.delays = delays
  }

  private func number(of payload: Bytes) -> Int {
    payloads.change { payloads in
      payloads.append(payload)
      return payloads.count - 1
    }
  }

  func echo(_ request: EchoRequest, _ call: any ServerCall) async throws(RPCError) -> EchoResponse {
    let (delay, error) = script(number(of: request.payload))
    await delays.wait(delay)
    if let error { throw error }
    return EchoResponse(payload: request.payload)
  }

  func streamBytes(
    _ request: StreamBytesRequest,
    _ responses: ResponseWriter<StreamBytesResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    let (delay, error) = script(number(of: Bytes()))
    for _ in 0..<2 {
      await delays.wait(delay)
      if let error { throw error }
      try await responses.send(
        StreamBytesResponse(payload: Bytes([UInt8](repeating: 1, count: 98)))
      )
    }
  }
}

/// Waits on a loop's own clock, which costs no thread.
private final class Delays: Sendable {
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func wait(_ delay: Duration) async {
    guard delay > .zero else { return }
    let (loop, moment) = (loop, Instant.now() + delay)
    await withCheckedContinuation { continuation in
      loop.execute { _ = loop.schedule(at: moment) { continuation.resume() } }
    }
  }
}
