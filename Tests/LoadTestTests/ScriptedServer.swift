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
  let payloads: Watched<[Bytes]>
  private let folder: URL
  private let loops: EventLoopGroup
  private let server: Server

  convenience init(_ script: @escaping Script) async throws {
    let payloads = Watched<[Bytes]>([])
    try await self.init(payloads) { delays in
      let service: any EchoServiceHandler = ScriptedHandler(script, payloads, delays)
      return service.methods
    }
  }

  /// A server with methods of one's own, which note their payloads themselves.
  init(
    _ payloads: Watched<[Bytes]> = Watched([]),
    methods makeMethods: (Delays) -> [ServerMethod]
  ) async throws {
    self.payloads = payloads
    folder = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    address = try SocketAddress(folder.appending(path: "s").path)
    loops = try EventLoopGroup(count: 1, name: "server")
    let methods = makeMethods(Delays(loops.loops[0]))
    let routes = RouteTable(methods.map(\.descriptor))
    server = try await Server.start(
      listeners: [try Listener(address, policy: AccessPolicy(ownerID: geteuid()))],
      loops: loops,
      methods: methods,
      wires: WireSelector(native: { _, now in
        NativeServerSession(routes: routes, limits: ImageCallTests.takingFiles, now: now)
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
    try await ScriptedServer(script).run(body)
  }

  /// Runs `body` and stops.
  func run(_ body: (ScriptedServer) async throws -> Void) async throws {
    do { try await body(self) } catch {
      await stop()
      throw error
    }
    await stop()
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
final class Delays: Sendable {
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
