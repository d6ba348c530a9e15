import Base
import RPC
import Testing

@testable import NativeWire

/// Whatever arrives, a session neither traps nor answers a call twice.
@Suite struct GarbageTests {
  /// Frames that are mostly plausible, with some bits turned.
  private func garbage(_ random: inout Random, isServer: Bool) -> [UInt8] {
    let types: [UInt8] = isServer ? [1, 1, 1, 3, 3, 3] : [2, 2, 3, 3, 3, 0xE5, 0xE6]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      let stream = Bool.random(using: &random) ? UInt32.random(in: 0...12, using: &random) : .max
      let type =
        Bool.random(using: &random)
        ? types.randomElement(using: &random) ?? 1
        : UInt8.random(in: 0xDF...0xE9, using: &random)
      let flags = UInt8.random(in: 0...7, using: &random)
      let methods = ["U", "C", "V", "B", "?"]
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let method = methods.randomElement(using: &random) ?? "U"
        bytes += Raw.request(stream, method, flags: flags, payload: [1, 2], timeout: 5)
      case 1:
        bytes += Raw.hello(flags: flags & 3)
      default:
        let count = Int.random(in: 0...40, using: &random)
        bytes += Raw.frame(
          type,
          stream,
          flags: flags,
          (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        )
      }
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      // The highest length bits stay, or most rounds would wait for a body.
      if index % 7 != 0 { bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random) }
    }
    return bytes
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aServerKeepsItsPromises(seed: UInt64) {
    var random = Random(seed)
    var server = NativeServerSession.make {
      $0.streamMessageCount = 3
      $0.openCallCount = 5
    }
    if Bool.random(using: &random) { _ = server.feed(Raw.hello() + Raw.confirm) }
    var open: Set<CallID> = []
    var now = Instant.start
    for _ in 0..<40 {
      server.receive(Bytes(garbage(&random, isServer: true)), at: now)
      hear(&server, &open, &random, at: now)
      for call in open where Int.random(in: 0..<4, using: &random) == 0 {
        act(&server, call, &random)
        open.remove(call)
      }
      _ = server.takeOutput(at: now)
      now = now + .milliseconds(Int.random(in: 0...2_000, using: &random))
      server.wake(at: now)
      hear(&server, &open, &random, at: now)
      #expect(server.openCallCount >= open.count, "seed \(seed)")
    }
    #expect(server.connection.heldByteCount >= 0)
  }

  /// Takes the events: every call is opened once, and cancelled only while it is open.
  private func hear(
    _ server: inout NativeServerSession,
    _ open: inout Set<CallID>,
    _ random: inout Random,
    at now: Instant
  ) {
    while let event = server.nextEvent() {
      switch event {
      case .opened(let call, _): #expect(open.insert(call).inserted)
      case .cancelled(let call, _): #expect(open.remove(call) != nil)
      case .message(let call, let bytes):
        if Bool.random(using: &random) { server.messageTaken(bytes.count, on: call, at: now) }
      default: break
      }
    }
  }

  private func act(_ server: inout NativeServerSession, _ call: CallID, _ random: inout Random) {
    guard let slot = server.streams.slot(of: call.rawValue) else { return }
    if server.streams[slot].kind.streamsResponses { server.send(byteCount: 50, on: call) }
    if Bool.random(using: &random) {
      server.reply("done", on: call)
    } else {
      server.finish(RPCError(.aborted, "no"), on: call)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func callsMadeInPlaceAreThoseOfEvents(seed: UInt64) {
    var random = Random(seed)
    var server = NativeServerSession.make {
      $0.openCallCount = 5
      $0.messageByteCount = 60
      $0.metadataByteCount = 50
    }
    if Bool.random(using: &random) { _ = server.feed(Raw.hello() + Raw.confirm) }
    var head = CallHead(route: 0, isEnded: false)
    var callCount: UInt32 = 0
    for _ in 0..<40 {
      let bytes = garbage(&random, isServer: true) + Self.calls(&random, after: &callCount)
      server.receive(Bytes(bytes), at: .start)
      var twin = server
      var heard: [String] = []
      while let event = server.nextEvent(inPlace: &head) { heard.append(Words.event(event)) }
      #expect(heard == twin.events(), "seed \(seed)")
      for slot in (0..<server.streams.count).reversed() where Bool.random(using: &random) {
        let call = CallID(server.streams.id(at: slot))
        twin.finish(on: call)
        server.finish(on: call)
      }
      #expect(server.said() == twin.said(), "seed \(seed)")
    }
  }

  /// Requests of new calls, some with metadata, a deadline or too much of something.
  private static func calls(_ random: inout Random, after count: inout UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let metadata = String(repeating: "m", count: Int.random(in: 0...20, using: &random))
      bytes += Raw.request(
        2 * count + 101,
        ["U", "C", "V", "B", "?"].randomElement(using: &random) ?? "U",
        flags: UInt8.random(in: 1...2, using: &random),
        payload: [UInt8](repeating: 7, count: Int.random(in: 0...9, using: &random)),
        timeout: Int64.random(in: -1...1, using: &random),
        metadata: metadata.count > 10 ? [("k", metadata)] : []
      )
      count += 1
    }
    return bytes
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func aClientKeepsItsPromises(seed: UInt64) {
    var random = Random(seed)
    var client = NativeClientSession.make()
    if Bool.random(using: &random) { _ = client.feed(Raw.hello(flags: 1)) }
    var open: Set<CallID> = []
    var now = Instant.start
    for round in 0..<40 {
      if let call = client.open(Methods.all[round % 4], "m", deadline: now + .seconds(3), at: now) {
        open.insert(call)
      }
      client.receive(Bytes(garbage(&random, isServer: false)), at: now)
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
    }
    #expect(client.openCallCount == open.count, "seed \(seed)")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noiseIsRead(seed: UInt64) {
    var random = Random(seed)
    for _ in 0..<50 {
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      var server = NativeServerSession.make()
      var client = NativeClientSession.make()
      _ = server.feed(noise)
      _ = client.feed(noise)
      noise.withUnsafeBytes { bytes in
        _ = try? RequestEnvelope(bytes, metadataLimit: 100)
        _ = try? ResponseEnvelope(bytes, metadataLimit: 100)
      }
      _ = Hello(Bytes([0x46, 0x52, 0x43, 0x31] + noise))
    }
  }
}
