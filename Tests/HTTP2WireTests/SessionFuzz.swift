import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// Two peers, or one and noise, that do at random what they may and what they may not.
///
/// Whatever comes, each call ends once at each side, and in the end nothing is left of any.
struct SessionFuzz {
  let seed: UInt64
  private var random: RandomGenerator
  private var now = Instant.start

  init(seed: UInt64) {
    self.seed = seed
    random = RandomGenerator(seed: seed)
  }

  /// All kinds of runs with a seed.
  static func run(seed: UInt64) {
    var both = SessionFuzz(seed: seed)
    both.runBoth(breaksBytes: seed % 4 == 0)
    var server = SessionFuzz(seed: seed)
    server.runServer()
    var client = SessionFuzz(seed: seed)
    client.runClient()
  }

  private mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  private mutating func pass(_ duration: Duration, _ sessions: HTTP2Connection...) {
    now = now + duration
    for session in sessions { session.wake(at: now) }
  }

  // MARK: - Both sides

  /// A client and a server, whose bytes arrive in pieces of any length, and late.
  private mutating func runBoth(breaksBytes: Bool) {
    var client = FuzzClient(seed: seed, &random, now: now)
    var server = FuzzServer(seed: seed, &random, now: now)
    var wires = (up: [UInt8](), down: [UInt8]())
    for _ in 0..<300 {
      client.act(&random, at: now)
      server.act(&random, at: now)
      if roll(200) == 0 { server.session.drain(at: now) }
      wires.up += written(by: client.session)
      wires.down += written(by: server.session)
      server.session.receive(Bytes(piece(of: &wires.up, breaksBytes)), at: now)
      client.session.receive(Bytes(piece(of: &wires.down, breaksBytes)), at: now)
      pass(.milliseconds(roll(100)), client.session, server.session)
      server.hear(at: now)
      client.hear(at: now)
    }
    let clientLeaves = roll(3) == 0
    if !clientLeaves { settle(&client, &server, &wires) }
    server.session.receive(Bytes(wires.up), at: now)
    leave(&server)
    leave(&client)
  }

  /// Both end what they have begun and hear all of each other.
  private mutating func settle(
    _ client: inout FuzzClient,
    _ server: inout FuzzServer,
    _ wires: inout (up: [UInt8], down: [UInt8])
  ) {
    for _ in 0..<100 {
      client.endAll(&random, at: now)
      server.finishAll(&random, at: now)
      wires.up += client.session.takeOutput(at: now)
      wires.down += server.session.takeOutput(at: now)
      server.session.receive(Bytes(wires.up), at: now)
      client.session.receive(Bytes(wires.down), at: now)
      wires = ([], [])
      pass(.milliseconds(100), client.session, server.session)
      server.hear(at: now)
      client.hear(at: now)
    }
    guard !client.hasFailed, !server.hasFailed, seed % 4 != 0 else { return }
    client.session.expectEmpty(seed, "the client, settled")
    server.session.expectEmpty(seed, "the server, settled")
  }

  /// What a session would write now, or a part of it.
  private mutating func written(by session: HTTP2Connection) -> [UInt8] {
    guard roll(3) > 0 else { return [] }
    var bytes: [UInt8] = []
    session.writeOutput(upTo: 1 + roll(40_000), at: now) { pieces in
      for piece in pieces { bytes += piece }
      return bytes.count
    }
    return bytes
  }

  /// Takes the first bytes off a wire.
  private mutating func piece(of wire: inout [UInt8], _ breaksBytes: Bool) -> [UInt8] {
    guard !wire.isEmpty, roll(4) > 0 else { return [] }
    let count = roll(2) == 0 ? wire.count : 1 + roll(min(wire.count, 2_000))
    var piece = Array(wire[..<count])
    wire.removeFirst(count)
    if breaksBytes, roll(20) == 0 { piece[roll(count)] ^= 1 << UInt8(roll(8)) }
    return piece
  }

  // MARK: - One side

  private mutating func runServer() {
    var server = FuzzServer(seed: seed, &random, now: now)
    if roll(10) > 0 { server.session.receive(Bytes(Raw.preface), at: now) }
    var noise = FrameNoise(isClient: true)
    for _ in 0..<150 {
      server.session.receive(Bytes(noise.next(&random)), at: now)
      server.hear(at: now)
      server.act(&random, at: now)
      if roll(200) == 0 { server.session.drain(at: now) }
      _ = written(by: server.session)
      pass(.milliseconds(roll(500)), server.session)
      server.hear(at: now)
    }
    leave(&server)
  }

  /// The client says nothing more and reads all that there is.
  private mutating func leave(_ server: inout FuzzServer) {
    server.session.receiveEnd(at: now)
    repeat {
      server.finishAll(&random, at: now)
      server.hear(at: now)
    } while server.hasOpen
    _ = server.session.takeOutput(at: now)
    pass(.seconds(3_600), server.session)
    server.hear(at: now)
    _ = server.session.takeOutput(at: now)
    server.session.expectEmpty(seed, "the server, left")
    #expect(server.session.condition().isFinished, "seed \(seed)")
  }

  private mutating func runClient() {
    var client = FuzzClient(seed: seed, &random, now: now)
    var noise = FrameNoise(isClient: false)
    for _ in 0..<150 {
      client.act(&random, at: now)
      client.session.receive(Bytes(noise.next(&random)), at: now)
      client.hear(at: now)
      _ = written(by: client.session)
      pass(.milliseconds(roll(500)), client.session)
      client.hear(at: now)
    }
    leave(&client)
  }

  /// The server closes the connection; what came before is heard.
  private mutating func leave(_ client: inout FuzzClient) {
    client.session.receiveEnd(at: now)
    repeat {
      client.takeAll(at: now)
      client.hear(at: now)
    } while client.hasUntaken
    #expect(client.open.isEmpty, "seed \(seed)")
    client.session.expectEmpty(seed, "the client, left")
  }
}

/// Frames that are mostly plausible, to a server or to a client.
struct FrameNoise {
  /// It plays the client, which opens streams.
  let isClient: Bool
  private var lastStream: UInt32 = 1

  init(isClient: Bool) {
    self.isClient = isClient
    if !isClient { lastStream = 41 }
  }

  mutating func next(_ random: inout RandomGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { bytes += frame(&random) }
    if Int.random(in: 0..<100, using: &random) == 0 {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
        in: 1...255,
        using: &random
      )
    }
    return bytes
  }

  private mutating func frame(_ random: inout RandomGenerator) -> [UInt8] {
    let stream = UInt32.random(in: 0...lastStream / 2, using: &random) * 2 + 1
    let isEnd = Int.random(in: 0..<3, using: &random) == 0
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<10: return headers(stream, isEnd, &random)
    case 10..<22: return data(stream, isEnd, &random)
    case 22..<25: return Raw.window(stream, UInt32.random(in: 1...5_000, using: &random))
    case 25: return Raw.window(0, UInt32.random(in: 1...5_000, using: &random))
    case 26..<30: return Raw.reset(stream, code: UInt32.random(in: 0...14, using: &random))
    case 30..<33:
      let windows: [UInt32] = [0, 3, 1_000, 65_535]
      let window = windows.randomElement(using: &random) ?? 0
      return Raw.settings([(4, window)])
    case 33: return Raw.settings(flags: 1)
    case 34, 35: return Raw.ping(flags: UInt8.random(in: 0...1, using: &random))
    case 36: return Raw.priority(stream)
    case 37: return Raw.frame(0x77, stream, [1, 2, 3])
    case 38 where Int.random(in: 0..<10, using: &random) == 0:
      return Raw.goAway(last: stream, code: UInt32.random(in: 0...14, using: &random))
    default: return Raw.frame(9, stream, flags: 4, Raw.block([("x", "y")]))
    }
  }

  private mutating func headers(
    _ stream: UInt32,
    _ isEnd: Bool,
    _ random: inout RandomGenerator
  ) -> [UInt8] {
    let isNew = Int.random(in: 0..<8, using: &random) > 0
    guard isClient else {
      let status = Bool.random(using: &random) ? [(":status", "200")] : []
      let more = [("content-type", "application/grpc"), ("grpc-encoding", "gzip")]
      let ending = isEnd ? [("grpc-status", "\(stream % 20)")] : []
      return Raw.headers(stream, status + more + ending, isEnd: isEnd)
    }
    guard isNew else { return Raw.headers(stream, [("x", "y")], isEnd: true) }
    lastStream += 2
    let method = ["U", "C", "V", "B", "?"].randomElement(using: &random) ?? "U"
    let timeout = ["1S", "50m", "x", "99999999H"].randomElement(using: &random) ?? "1S"
    var more = [("grpc-timeout", timeout), ("grpc-accept-encoding", "gzip")]
    if Bool.random(using: &random) { more.append(("grpc-encoding", "gzip")) }
    return Raw.call(lastStream, method, more, isEnd: isEnd)
  }

  private func data(
    _ stream: UInt32,
    _ isEnd: Bool,
    _ random: inout RandomGenerator
  ) -> [UInt8] {
    let isLarge = Int.random(in: 0..<5, using: &random) == 0
    let count = Int.random(in: 0...(isLarge ? 16_000 : 40), using: &random)
    let isGzip = Int.random(in: 0..<10, using: &random) == 0
    var bytes = Raw.message([UInt8](repeating: 7, count: count), flag: isGzip ? 1 : 0)
    if Int.random(in: 0..<10, using: &random) == 0 { bytes.removeLast() }
    return Raw.data(stream, bytes, isEnd: isEnd)
  }
}
