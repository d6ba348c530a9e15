import Base
import CLinux
import EventLoop
import Glibc
import RPC
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(10))) struct DrainTests {
  @Test func aCallInFlightIsAnswered() async throws {
    let gate = Gate()
    let method = unary { (message, _) async throws(RPCError) in
      await gate.wait()
      return message
    }
    let server = try await TestServer([method])
    let client = try server.client()
    let idle = try server.client()
    client.say("open 1 0 x")
    await server.until { $0.openCalls == 1 && $0.openConnections == 2 }
    async let drained: Void = server.server.drain()
    // The idle connection is closed at once, the file is gone, and new calls are refused.
    #expect(await idle.receiveAll() == [])
    #expect(throws: SystemError(ENOENT, "connect")) { try server.client() }
    client.say("open 3 0 y")
    #expect(await client.hear() == "done 3 UNAVAILABLE")
    gate.open()
    #expect(await client.hear() == "reply 1 x")
    #expect(await client.hear() == nil)
    await drained
    server.stopLoops()
  }

  @Test func aServerThatStopsListeningGoesOnWithWhatIsOpen() async throws {
    let server = try await TestServer([echo])
    let client = try server.client()
    client.say("open 1 0 x")
    #expect(await client.hear() == "reply 1 x")
    await server.server.stopListening()
    #expect(throws: SystemError(ENOENT, "connect")) { try server.client() }
    client.say("open 3 0 y")
    #expect(await client.hear() == "reply 3 y")
    await server.stop()
  }

  @Test func aCallThatTakesTooLongIsCut() async throws {
    var limits = ServerLimits()
    limits.drainTimeout = .milliseconds(20)
    let method = streaming { (call) async throws(RPCError) in _ = try await call.nextMessage() }
    let server = try await TestServer([method], limits: limits)
    let client = try server.client()
    client.say("start 1 0")
    await server.until { $0.openCalls == 1 }
    await server.server.drain()
    #expect(await client.hear() == nil)
    server.stopLoops()
  }

  @Test(arguments: [1, 2])
  func aServerMayEndAsSoonAsItHasStarted(loopCount: Int) async throws {
    for _ in 0..<20 {
      let server = try await TestServer([echo], loopCount: loopCount)
      await server.stop()
    }
  }

  @Test func drainingTwiceEndsTwice() async throws {
    let server = try await TestServer([echo])
    async let first: Void = server.server.drain()
    async let second: Void = server.server.drain()
    _ = await (first, second)
    server.stopLoops()
  }

  @Test func acceptingPausesWhereDescriptorsRunOutAndGoesOn() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("socket")
    let notices = Lock<[ServerNotice]>([])
    let loops = try EventLoopGroup(count: 1, name: "test")
    let context = ServerContext(
      methods: [echo],
      interceptors: [],
      wires: WireSelector(native: { _, _ in LineSession() }),
      limits: ServerLimits(),
      loopCount: 1,
      ownerID: geteuid(),
      notify: { notice in notices.withLock { $0.append(notice) } }
    )
    let host = ConnectionHost(loop: loops.next(), context: context)
    let failures = Lock(2)
    let acceptor = Acceptor(
      try Listener(.path(path), policy: ownPolicy()),
      on: loops.loops[0],
      hosts: [host],
      context: context
    ) { (listener) throws(SystemError) in
      let isExhausted = failures.withLock { failures in
        defer { failures -= 1 }
        return failures > 0
      }
      if isExhausted { throw SystemError(EMFILE, "accept4") }
      return try Acceptor.acceptConnection(listener)
    }
    try await acceptor.open()
    let clientLoop = try EventLoop(name: "client")
    let client = try LineClient(path, on: clientLoop)
    client.say("open 1 0 x")
    #expect(await client.hear() == "reply 1 x")
    #expect(notices.withLock { $0.count } == 2)
    await acceptor.close()
    await host.loop.perform { host.drain(until: .now()) {} }
    loops.stop()
    clientLoop.stop()
    clientLoop.join()
  }
}
