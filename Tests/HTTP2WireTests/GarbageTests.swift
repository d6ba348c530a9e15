import Base
import HTTP2Testing
import RPC
import Testing

@testable import HTTP2Wire

/// Whatever arrives, a session neither traps nor ends a call twice.
struct GarbageTests {
  /// Frames that are mostly plausible, with some bits turned.
  private static func garbage(_ random: inout RandomGenerator, isServer: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      let stream = UInt32.random(in: 0...9, using: &random)
      let isEnd = Int.random(in: 0..<4, using: &random) == 0
      let count = Int.random(in: 0...40, using: &random)
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: bytes += headers(stream, &random, isServer: isServer, isEnd: isEnd)
      case 2, 3: bytes += Raw.data(stream, Raw.message(noise), isEnd: isEnd)
      case 4: bytes += Raw.data(stream, noise, isEnd: isEnd)
      case 5: bytes += Raw.window(stream, UInt32(count) << UInt32(count % 20))
      case 6: bytes += Raw.reset(stream, code: UInt32(count))
      case 7: bytes += isEnd ? Raw.goAway(last: stream) : Raw.ping(flags: UInt8(count & 1))
      default: bytes += Raw.settings([(UInt16(count % 8), UInt32(count) << UInt32(count % 17))])
      }
    }
    // The bits of most frames' lengths stay, or most rounds would wait for a payload.
    for _ in 0..<Int.random(in: 0...1, using: &random) {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      if bytes[index] != 0 { bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random) }
    }
    return bytes
  }

  private static func headers(
    _ stream: UInt32,
    _ random: inout RandomGenerator,
    isServer: Bool,
    isEnd: Bool
  ) -> [UInt8] {
    guard !isServer else {
      let method = ["U", "C", "V", "B", "?"].randomElement(using: &random) ?? "U"
      return Raw.call(stream, method, [("grpc-timeout", "5S")], isEnd: isEnd)
    }
    let answer = [(":status", "200"), ("content-type", "application/grpc")]
    return Raw.headers(stream, isEnd ? [("grpc-status", "0")] : answer, isEnd: isEnd)
  }

  private static func expectSound(_ session: HTTP2Connection, seed: UInt64) {
    #expect(session.heldCost >= 0 && session.waitingByteCount >= 0, "seed \(seed)")
    #expect(session.begunByteCount >= 0 && session.blockedCount >= 0, "seed \(seed)")
    guard session.streams.isEmpty else { return }
    let sums = [session.heldCost, session.waitingByteCount, session.begunByteCount]
    #expect(sums == [0, 0, 0], "seed \(seed)")
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func aServerKeepsItsPromises(seed: UInt64) {
    var random = RandomGenerator(seed: seed)
    let server = RawServer { $0.heldByteCount = 1_000 }
    var open: Set<CallID> = []
    var now = Instant.start
    for _ in 0..<40 where server.session.failure == nil {
      server.session.receive(Bytes(Self.garbage(&random, isServer: true)), at: now)
      while let event = server.session.nextEvent() {
        switch event {
        case .opened(let call, _): #expect(open.insert(call).inserted, "seed \(seed)")
        case .cancelled(let call, _): #expect(open.remove(call) != nil, "seed \(seed)")
        case .message(let call, let bytes):
          #expect(open.contains(call), "seed \(seed)")
          server.session.messageTaken(bytes.count, on: call, at: now)
        case .failed: #expect(open.isEmpty, "seed \(seed)")
        default: break
        }
      }
      for call in open where Int.random(in: 0..<4, using: &random) == 0 {
        server.finish(RPCError(.aborted, "no"), on: call)
        open.remove(call)
      }
      if Bool.random(using: &random) { _ = server.said(at: now) }
      now = now + .milliseconds(Int.random(in: 0...2_000, using: &random))
      server.session.wake(at: now)
      Self.expectSound(server.session, seed: seed)
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func aClientKeepsItsPromises(seed: UInt64) {
    var random = RandomGenerator(seed: seed)
    let client = HTTP2ClientSession(now: .start)
    client.feed(Raw.settings() + Raw.settings(flags: 1))
    var open: Set<CallID> = []
    var now = Instant.start
    let message = (UnsafeRawBufferPointer(start: nil, count: 0), Bytes([1]))
    for round in 0..<40 {
      let method = Methods.all[round % 4]
      let first = method.kind.streamsRequests ? nil : message
      let deadline = now + .seconds(3)
      if let call = client.open(method, metadata: [:], deadline: deadline, message: first, at: now)
      {
        open.insert(call)
      }
      client.receive(Bytes(Self.garbage(&random, isServer: false)), at: now)
      now = now + .milliseconds(Int.random(in: 0...500, using: &random))
      client.wake(at: now)
      while let event = client.nextEvent() {
        if case .finished(let call, _, trailers: _, isUnprocessed: _) = event {
          #expect(open.remove(call) != nil, "one end a call, seed \(seed)")
        } else if let call = event.call {
          #expect(open.contains(call), "nothing after the end, seed \(seed)")
        }
      }
      _ = client.takeOutput(at: now)
      Self.expectSound(client, seed: seed)
    }
    #expect(client.streams.count <= open.count, "seed \(seed)")
  }
}
