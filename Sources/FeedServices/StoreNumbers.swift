import Base
import FeedStore

/// The store's numbers for who won't wait long for them.
///
/// A server that hangs answers when it likes, or never. Whoever asks waits for a moment; while
/// what was asked then has no answer nobody asks again, so the store's queue does not fill.
final class StoreNumbers: Sendable {
  typealias Outcome = Result<StoreStatistics, StoreError>
  typealias ReadID = UInt64

  /// How long somebody waits.
  static let patience = Duration.seconds(1)

  private struct Guarded: Parking {
    var parked: [ReadID: UnsafeContinuation<Void, Never>] = [:]
    /// The reads under way.
    var reads: [ReadID: Task<Void, Never>] = [:]
    /// Those that somebody waits for.
    var awaited: Set<ReadID> = []
    /// Those that nobody would wait for any longer.
    var late: Set<ReadID> = []
    var outcomes: [ReadID: Outcome] = [:]
    var lastID: ReadID = 0

    func isWaiting(_ id: ReadID) -> Bool { awaited.contains(id) }

    mutating func stopWaiting(_ id: ReadID) { awaited.remove(id) }

    /// A read has ended; whether somebody waits for it.
    mutating func end(_ id: ReadID, _ outcome: Outcome) -> Bool {
      reads[id] = nil
      late.remove(id)
      guard awaited.remove(id) != nil else { return false }
      outcomes[id] = outcome
      return true
    }

    /// What came of a read; nil where nothing has yet, and then it is late unless its caller left.
    mutating func take(_ id: ReadID, callerLeft: Bool) -> Outcome? {
      awaited.remove(id)
      if let outcome = outcomes.removeValue(forKey: id) { return outcome }
      if !callerLeft, reads[id] != nil { late.insert(id) }
      return nil
    }
  }

  private let read: @Sendable () async -> Outcome
  private let pause: @Sendable (Duration) async throws -> Void
  private let guarded = Lock(Guarded())

  /// - Parameters:
  ///   - read: Asks the store.
  ///   - pause: Returns after so long; throws where the task is cancelled meanwhile.
  init(
    read: @escaping @Sendable () async -> Outcome,
    pause: @escaping @Sendable (Duration) async throws -> Void = Pause.wait
  ) {
    self.read = read
    self.pause = pause
  }

  /// What the store answers; nil where it does not within `patience`, or has not for longer.
  func outcome() async -> Outcome? {
    guard let id = begin() else { return nil }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [guarded] in await guarded.park(id) }
      group.addTask { [pause] in
        do { try await pause(Self.patience) } catch {
          // There is an answer, or the caller has left.
        }
      }
      await group.next()
      group.cancelAll()
    }
    let callerLeft = Task.isCancelled
    return guarded.withLock { $0.take(id, callerLeft: callerLeft) }
  }

  /// Reads that have not ended, for tests.
  var readCount: Int { guarded.withLock { $0.reads.count } }

  private func begin() -> ReadID? {
    guarded.withLock { guarded in
      guard guarded.late.isEmpty else { return nil }
      guarded.lastID += 1
      let id = guarded.lastID
      guarded.awaited.insert(id)
      // It takes the lock only when it has an answer.
      guarded.reads[id] = Task { [self] in
        let outcome = await read()
        self.guarded.wake { $0.end(id, outcome) ? [id] : [] }
      }
      return id
    }
  }
}
