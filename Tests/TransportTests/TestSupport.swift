import Base
import CLinux
import EventLoop
import Glibc
import RPC
import Testing
import Waiting

@testable import Transport

/// A folder of its own that goes with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/feedrpc-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a folder can be made")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(directory)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

/// The access of whoever runs the tests.
func ownPolicy() -> AccessPolicy { AccessPolicy(ownerID: geteuid()) }

/// Something that one side waits for and the other lets happen, once.
final class Gate: Sendable {
  private enum State {
    case shut([UnsafeContinuation<Void, Never>])
    case open
  }

  private let state = Lock(State.shut([]))

  func wait() async {
    await withUnsafeContinuation { continuation in
      let isOpen = state.withLock { state in
        switch state {
        case .open: return true
        case .shut(let waiting):
          state = .shut(waiting + [continuation])
          return false
        }
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = .open }
      if case .shut(let waiting) = state { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Holds all answers back until its gate opens.
final class DelayingInterceptor: ServerInterceptor {
  let gate: Gate
  let hasStarted = Gate()

  init(gate: Gate) { self.gate = gate }

  var delaysAnswers: Bool { true }

  func answerReady(_ call: any ServerCall) async throws(RPCError) {
    hasStarted.open()
    await gate.wait()
  }
}

/// A client that speaks the lines of `LineSession`; it waits, for two minutes at most, on a thread
/// that only clients use.
final class LineClient: @unchecked Sendable {  // Used by one test.
  let number: Int32
  private let loop: EventLoop
  private var received: [UInt8] = []

  init(_ path: String, on loop: EventLoop, saysZero: Bool = true) throws {
    self.loop = loop
    number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let connected = linux_connect_unix(number, path, path.utf8.count, 0)
    guard connected == 0 else { throw SystemError(errno, "connect") }
    var timeout = timeval(tv_sec: 120, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    if saysZero { send(raw: [0]) }
  }

  deinit { close(number) }

  @discardableResult
  func send(raw bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        return Glibc.send(number, base + start, bytes.count - start, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  @discardableResult
  func say(_ line: String) -> Bool { send(raw: Array("\(line)\n".utf8)) }

  /// Sends a text with the first byte of which a descriptor is passed.
  func send(_ text: String, passing file: Int32) -> Bool {
    var bytes = Array(text.utf8)
    return bytes.withUnsafeMutableBytes { bytes in
      var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      return linux_send_files(number, &piece, 1, [file], 1) == bytes.count
    }
  }

  func endWriting() { shutdown(number, Int32(SHUT_WR)) }

  /// The next line of the server, or nil when it has closed the connection.
  func hear() async -> String? { await loop.perform { self.waitForLine() } }

  private func waitForLine() -> String? {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      searched = received.count
      guard let more = receive(), !more.isEmpty else { return nil }
      received += more
    }
  }

  /// Some bytes; empty at the end, nil where there are none or the connection broke.
  private func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &bytes, bytes.count, 0)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// All bytes until the server closes.
  func receiveAll() async -> [UInt8] { await loop.perform { self.waitForAll() } }

  /// Waits until some bytes have come.
  func receiveSome() async { _ = await loop.perform { self.receive() } }

  private func waitForAll() -> [UInt8] {
    var all = received
    while let more = receive(), !more.isEmpty { all += more }
    return all
  }
}

/// True where somebody listens at a path.
func canConnect(_ path: String) -> Bool {
  guard let socket = try? SocketAddress.makeSocket() else { return false }
  return (try? SocketAddress.path(path).connect(socket)) == true
}

/// A server that speaks lines, with its loops and its folder.
final class TestServer: Sendable {
  let folder = TemporaryFolder()
  let loops: EventLoopGroup
  let clientLoop: EventLoop
  let server: Server
  /// But for those of late turns, which a slow machine makes.
  let notices: Lock<[ServerNotice]>
  let lateLoops: Lock<[ServerNotice.LateLoop]>
  var path: String { folder.file("socket") }

  /// Those of a server whose end waits for what runs, however slow the machine.
  static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.drainTimeout = .seconds(600)
    return limits
  }

  init(
    _ methods: [ServerMethod],
    loopCount: Int = 1,
    interceptors: [any ServerInterceptor] = [],
    limits: ServerLimits = TestServer.limits,
    ownerID: UInt32 = geteuid()
  ) async throws {
    let notices = Lock<[ServerNotice]>([])
    self.notices = notices
    let lateLoops = Lock<[ServerNotice.LateLoop]>([])
    self.lateLoops = lateLoops
    loops = try EventLoopGroup(count: loopCount, name: "test")
    clientLoop = try EventLoop(name: "client")
    let listener = try Listener(.path(folder.file("socket")), policy: ownPolicy())
    server = try await Server.start(
      listeners: [listener],
      loops: loops,
      methods: methods,
      interceptors: interceptors,
      wires: WireSelector(native: { _, _ in LineSession() }),
      limits: limits,
      ownerID: ownerID,
      notify: { notice in
        if case .loopLate(let late) = notice {
          lateLoops.withLock { $0.append(late) }
        } else {
          notices.withLock { $0.append(notice) }
        }
      }
    )
  }

  func client(saysZero: Bool = true) throws -> LineClient {
    try LineClient(path, on: clientLoop, saysZero: saysZero)
  }

  /// Waits until the counts are as they should be; they change on the loops.
  func until(_ isRight: (ServerStatistics) -> Bool) async {
    // Fails only in a test that is cancelled, and over.
    try? await waitUntil { isRight(await server.statistics()) }
  }

  func stop() async {
    await server.drain()
    stopLoops()
  }

  func stopLoops() {
    loops.stop()
    clientLoop.stop()
    clientLoop.join()
  }
}

/// Runs `body` with a server that is stopped afterwards.
func withServer(
  _ methods: [ServerMethod],
  loopCount: Int = 1,
  interceptors: [any ServerInterceptor] = [],
  limits: ServerLimits = ServerLimits(),
  _ body: (TestServer) async throws -> Void
) async throws {
  let server = try await TestServer(
    methods,
    loopCount: loopCount,
    interceptors: interceptors,
    limits: limits
  )
  do { try await body(server) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

func unary(
  _ name: String = "Unary",
  _ body: @escaping @Sendable (Bytes, any ServerCall) async throws(RPCError) -> Bytes
) -> ServerMethod {
  .unary(MethodDescriptor(service: "test.Lines", method: name, kind: .unary), body)
}

func streaming(
  _ name: String = "Streaming",
  _ body: @escaping @Sendable (any ServerCall) async throws(RPCError) -> Void
) -> ServerMethod {
  ServerMethod(
    MethodDescriptor(service: "test.Lines", method: name, kind: .bidirectional),
    run: body
  )
}

let echo = unary("Echo") { (message, _) async throws(RPCError) in message }
