import Base
import RPC

@testable import Transport

/// A client's session that does what a test tells it and says nothing on the wire.
struct ScriptedSession: ClientSession {
  /// What all sessions of a test do, and what they were asked.
  struct Script: Sendable {
    var isWritable = true
    /// How often somebody wanted to know whether a call is writable.
    var questionCount = 0
    /// Told at the end of the next turn.
    var events: [SessionEvent] = []
    /// Calls that end as soon as they are opened, as ones that no server ran.
    var unprocessedCount = 0
    var sessionCount = 0
    var openCount = 0
    var sentCount = 0
  }

  private let script: Lock<Script>
  private var lastID: UInt32 = 0

  init(_ script: Lock<Script>) {
    self.script = script
    script.withLock { $0.sessionCount += 1 }
  }

  mutating func open(
    _ method: MethodDescriptor,
    metadata: Metadata,
    deadline: Instant?,
    message: (head: UnsafeRawBufferPointer, tail: Bytes)?,
    at now: Instant
  ) -> CallID? {
    lastID += 1
    let id = CallID(lastID)
    script.withLock { script in
      script.openCount += 1
      guard script.unprocessedCount > 0 else { return }
      script.unprocessedCount -= 1
      let error = RPCError(.unavailable, "not run")
      script.events.append(.finished(id, error, trailers: [:], isUnprocessed: true))
    }
    return id
  }

  mutating func isWritable(_ call: CallID) -> Bool {
    script.withLock { script in
      script.questionCount += 1
      return script.isWritable
    }
  }

  mutating func send(
    _ head: UnsafeRawBufferPointer,
    tail: Bytes,
    on call: CallID,
    at now: Instant
  ) {
    script.withLock { $0.sentCount += 1 }
  }

  mutating func nextEvent() -> SessionEvent? {
    script.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  mutating func condition() -> SessionCondition {
    SessionCondition(outputByteCount: 0, nextWake: nil, wantsRead: true, isFinished: false)
  }

  mutating func receive(_ bytes: Bytes, at now: Instant) {}
  mutating func receiveEnd(at now: Instant) {}
  mutating func wake(at now: Instant) {}
  mutating func drain(at now: Instant) {}
  mutating func endMessages(on call: CallID, at now: Instant) {}
  mutating func cancel(_ call: CallID, code: StatusCode, at now: Instant) {}
  mutating func messageTaken(_ byteCount: Int, on call: CallID, at now: Instant) {}
  mutating func writeOutput(
    upTo limit: Int,
    at now: Instant,
    _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int
  ) {}
}
