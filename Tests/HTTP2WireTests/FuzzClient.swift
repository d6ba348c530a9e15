import Base
import RPC
import Testing

@testable import HTTP2Wire

/// A client with callers who do at random what they may.
struct FuzzClient {
  let session: HTTP2ClientSession
  /// What tells the run in a failure.
  let seed: UInt64
  /// Calls that are not over, in the order in which they were made.
  private(set) var open: [(call: CallID, kind: CallKind)] = []
  private var untaken: [(call: CallID, byteCount: Int)] = []
  private(set) var hasFailed = false

  init(seed: UInt64, _ random: inout RandomGenerator, now: Instant) {
    var limits = HTTP2Limits.client
    limits.messageByteCount = 20_000
    if Bool.random(using: &random) { limits.streamWindowByteCount = 1_000 }
    if Bool.random(using: &random) { limits.windowGrowthByteCount = 50_000 }
    if Bool.random(using: &random) { limits.streamOutputByteCount = 2_000 }
    if Bool.random(using: &random) { limits.openRequestByteCount = 5_000 }
    session = HTTP2ClientSession(limits: limits, now: now)
    self.seed = seed
  }

  /// Takes the events: a call ends once, and nothing of it follows.
  mutating func hear(at now: Instant) {
    while let event = session.nextEvent() {
      if let call = event.call {
        #expect(open.contains { $0.call == call }, "seed \(seed): \(Words.event(event))")
      }
      switch event {
      case .finished(let call, _, trailers: _, isUnprocessed: _): leave(call)
      case .message(let call, let message): untaken.append((call, message.count))
      case .failed:
        #expect(!hasFailed && open.isEmpty, "seed \(seed): failed with \(open.count) calls")
        hasFailed = true
      case .opened, .cancelled, .endOfMessages, .writable, .draining, .files, .headers: break
      }
    }
  }

  /// Does one thing.
  mutating func act(_ random: inout RandomGenerator, at now: Instant) {
    if Int.random(in: 0..<3, using: &random) == 0 { take(at: now) }
    let choice = Int.random(in: 0..<8, using: &random)
    guard choice > 2, let (call, kind) = open.randomElement(using: &random) else {
      call(&random, at: now)
      return
    }
    switch choice {
    case 3, 4:
      guard kind.streamsRequests, session.isWritable(call) else { return }
      session.send(.empty, tail: .random(&random, upTo: 21_000), on: call, at: now)
    case 5: if kind.streamsRequests { session.endMessages(on: call, at: now) }
    case 6: cancel(call, at: now)
    default: take(at: now)
    }
  }

  private mutating func call(_ random: inout RandomGenerator, at now: Instant) {
    guard let method = Methods.all.randomElement(using: &random) else { return }
    let patience = Duration.milliseconds(Int.random(in: 0...3_000, using: &random))
    let message = Bytes.random(&random, upTo: 21_000)
    let call = session.open(
      method,
      metadata: Bool.random(using: &random) ? ["a": "1"] : [:],
      deadline: Bool.random(using: &random) ? now + patience : nil,
      message: method.kind.streamsRequests ? nil : (.empty, message),
      at: now
    )
    if let call { open.append((call, method.kind)) }
  }

  /// Ends what it sends, or gives calls up.
  mutating func endAll(_ random: inout RandomGenerator, at now: Instant) {
    takeAll(at: now)
    for (call, kind) in open {
      if !kind.streamsRequests || Int.random(in: 0..<4, using: &random) == 0 {
        if Bool.random(using: &random) { cancel(call, at: now) }
      } else {
        session.endMessages(on: call, at: now)
      }
    }
  }

  /// Messages wait for their callers.
  var hasUntaken: Bool { !untaken.isEmpty }

  mutating func takeAll(at now: Instant) { while !untaken.isEmpty { take(at: now) } }

  private mutating func cancel(_ call: CallID, at now: Instant) {
    leave(call)
    session.cancel(call, code: .cancelled, at: now)
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
