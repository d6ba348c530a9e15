import Base
import EventLoop
import FeedModel
import FeedServices
import FeedStore
import Rendering

/// Tells the service manager that the daemon works, for as long as all of its parts answer.
///
/// All are asked twice in the interval that the manager grants, from Swift's shared threads, so
/// those have to be free too. Where a part does not answer nothing is told, and the manager ends
/// the daemon once its interval is over.
struct Watchdog: Sendable {
  /// Something that has to answer.
  struct Part: Sendable {
    var name: String
    /// Gives the answer, now or later: whether it is well.
    var ask: @Sendable (@escaping @Sendable (Bool) -> Void) -> Void
  }

  private let interval: Duration
  private let parts: [Part]
  private let report: @Sendable ([String]) -> Void
  private let tell: @Sendable () -> Void
  private let round: Lock<WatchdogRound>

  /// - Parameters:
  ///   - interval: What the manager grants.
  ///   - parts: Who is asked.
  ///   - report: Is told the names of those that have not answered in half an interval, whenever
  ///     they are others than before; none where all have.
  ///   - tell: Tells the manager.
  init(
    interval: Duration,
    parts: [Part],
    report: @escaping @Sendable ([String]) -> Void,
    tell: @escaping @Sendable () -> Void
  ) {
    self.interval = interval
    self.parts = parts
    self.report = report
    self.tell = tell
    round = Lock(WatchdogRound(partCount: parts.count))
  }

  /// Asks until the task is cancelled.
  func run(pause: @Sendable (Duration) async throws -> Void = Pause.wait) async {
    var reported: [Int] = []
    while true {
      for index in round.withLock({ $0.begin() }) {
        parts[index].ask { isWell in
          if round.withLock({ $0.answer(index, isWell: isWell) }) { tell() }
        }
      }
      do { try await pause(interval / 2) } catch { return }
      let silent = round.withLock { $0.silent }
      if silent != reported { report(silent.map { parts[$0].name }) }
      reported = silent
    }
  }
}

// MARK: - Parts

extension Watchdog.Part {
  /// A loop has a turn.
  static func loop(_ loop: EventLoop, _ name: String) -> Self {
    Self(name: name) { answer in loop.execute { answer(true) } }
  }

  /// A store has read something, and has had a turn to write; what it says does not matter here,
  /// since a restart makes no room on a disk.
  static func store(_ store: any FeedStore) -> Self {
    Self(name: "store") { answer in
      Task {
        _ = try? await store.statistics()
        // Nothing is as old, so nothing changes; it counts as a commit all the same.
        _ = try? await store.removeUnusedPhotos(uploadedUntil: Timestamp(microseconds: .min))
        answer(true)
      }
    }
  }

  /// A renderer takes calls, and not all of its slots are stuck.
  static func renderer(_ renderer: ImageRenderer) -> Self {
    Self(name: "renderer") { answer in
      Task {
        _ = await renderer.statistics()
        answer(!renderer.isWedged(at: .now()))
      }
    }
  }
}
