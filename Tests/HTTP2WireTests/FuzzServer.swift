import Base
import RPC
import Testing

@testable import HTTP2Wire

/// A server with handlers that answer at random.
struct FuzzServer {
  let session: HTTP2ServerSession
  /// What tells the run in a failure.
  let seed: UInt64
  /// Calls whose handlers have not said their last word, in the order in which they came.
  private var open: [(call: CallID, kind: CallKind)] = []
  private var untaken: [(call: CallID, byteCount: Int)] = []
  private(set) var hasFailed = false

  init(seed: UInt64, _ random: inout RandomGenerator, now: Instant) {
    var limits = HTTP2Limits()
    limits.messageByteCount = 20_000
    limits.idlePingInterval = Bool.random(using: &random) ? .seconds(60) : nil
    if Bool.random(using: &random) { limits.streamWindowByteCount = 1_000 }
    if Bool.random(using: &random) { limits.windowGrowthByteCount = 50_000 }
    if Bool.random(using: &random) { limits.streamOutputByteCount = 2_000 }
    if Bool.random(using: &random) { limits.openRequestByteCount = 5_000 }
    if Bool.random(using: &random) { limits.openCallCount = 3 }
    session = HTTP2ServerSession(routes: Methods.routes, limits: limits, now: now)
    self.seed = seed
  }

  /// Handlers have something to say.
  var hasOpen: Bool { !open.isEmpty }

  /// Takes the events: each call is told once, and cancelled only before it is answered.
  mutating func hear(at now: Instant) {
    while let event = session.nextEvent() {
      switch event {
      case .opened(let call, let head):
        #expect(!open.contains { $0.call == call }, "seed \(seed): \(call) opened twice")
        open.append((call, Methods.all[head.route].kind))
      case .cancelled(let call, _):
        #expect(open.contains { $0.call == call }, "seed \(seed): \(call) cancelled")
        leave(call)
      case .message(let call, let message):
        #expect(open.contains { $0.call == call }, "seed \(seed): a message of \(call)")
        untaken.append((call, message.count))
      case .failed:
        #expect(!hasFailed && open.isEmpty, "seed \(seed): failed with \(open.count) calls")
        hasFailed = true
      case .endOfMessages, .writable, .draining, .files, .headers, .finished: break
      }
    }
  }

  /// Does one thing.
  mutating func act(_ random: inout RandomGenerator, at now: Instant) {
    if Int.random(in: 0..<3, using: &random) == 0 { take(at: now) }
    guard let (call, kind) = open.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: session.sendHeaders(["h": "1"], on: call)
    case 1, 2:
      guard kind.streamsResponses, session.isWritable(call) else { return }
      session.send(.empty, tail: .random(&random, upTo: 21_000), on: call, at: now)
    case 3: finish(call, kind, &random, at: now)
    default: take(at: now)
    }
  }

  /// Says the last word on all calls, also on some that are over.
  mutating func finishAll(_ random: inout RandomGenerator, at now: Instant) {
    while !untaken.isEmpty { take(at: now) }
    while let (call, kind) = open.first { finish(call, kind, &random, at: now) }
  }

  private mutating func finish(
    _ call: CallID,
    _ kind: CallKind,
    _ random: inout RandomGenerator,
    at now: Instant
  ) {
    leave(call)
    if !kind.streamsResponses, Bool.random(using: &random) {
      let answer = Bytes.random(&random, upTo: 20_000)
      session.reply(.empty, tail: answer, trailers: [:], on: call, at: now)
      return
    }
    let error = Bool.random(using: &random) ? nil : RPCError(.aborted, "no")
    session.finish(error, trailers: ["t": "1"], on: call, at: now)
  }

  private mutating func take(at now: Instant) {
    guard let (call, byteCount) = untaken.first else { return }
    untaken.removeFirst()
    session.messageTaken(byteCount, on: call, at: now)
  }

  private mutating func leave(_ call: CallID) {
    open.removeAll { $0.call == call }
    untaken.removeAll { $0.call == call }
  }
}

extension UnsafeRawBufferPointer {
  static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}

extension Bytes {
  /// Mostly few zeros, at times many.
  static func random(_ random: inout RandomGenerator, upTo limit: Int) -> Bytes {
    let isLarge = Int.random(in: 0..<4, using: &random) == 0
    let count = Int.random(in: 0...(isLarge ? limit : 50), using: &random)
    return Bytes([UInt8](repeating: 0, count: count))
  }
}

extension HTTP2Connection {
  /// Nothing is left of any call.
  func expectEmpty(_ seed: UInt64, _ moment: String) {
    let left = streams.values.map { "\($0.id) with \($0.outgoing.byteCount) bytes" }
    #expect(left.isEmpty, "seed \(seed): \(moment)")
    #expect(
      waitingByteCount == 0 && heldCost == 0 && blockedCount == 0,
      "seed \(seed): \(moment)"
    )
    var room = growth
    let isRoomFree = room.take(limits.windowGrowthByteCount)
    #expect(failure != nil || isRoomFree, "seed \(seed): \(moment)")
  }
}
