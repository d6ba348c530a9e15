package import FeedModel

/// Lets go of photos that nobody uses, and of what uploads have left that did not come to their
/// end, now and then.
package struct PhotoSweeper: Sendable {
  /// What came of a sweep.
  package enum Outcome: Equatable, Sendable {
    /// So many photos were removed, and the bytes of so many that are in no feed.
    case swept(photos: Int, leftovers: Int)
    /// It could not go on; the next one will.
    case failed(String)
  }

  /// How long after one sweep the next begins.
  package static let interval = Duration.seconds(60 * 60)

  private let keeper: PhotoKeeper
  private let now: @Sendable () -> Timestamp
  private let nextTick: @Sendable () async throws -> Void
  private let note: @Sendable (Outcome) -> Void

  /// - Parameters:
  ///   - keeper: Does the work.
  ///   - now: The time of the calendar.
  ///   - nextTick: Waits until it is time for the next sweep.
  ///   - note: Is told what came of each.
  package init(
    _ keeper: PhotoKeeper,
    now: @escaping @Sendable () -> Timestamp,
    nextTick: @escaping @Sendable () async throws -> Void = { try await Pause.wait(interval) },
    note: @escaping @Sendable (Outcome) -> Void
  ) {
    self.keeper = keeper
    self.now = now
    self.nextTick = nextTick
    self.note = note
  }

  /// Sweeps at once and at every tick, until the task is cancelled or `nextTick` throws.
  package func run() async {
    repeat {
      do {
        let counts = try await keeper.sweep(at: now())
        note(.swept(photos: counts.photos, leftovers: counts.leftovers))
      } catch is CancellationError {
        // Whoever cancelled it knows.
      } catch {
        note(.failed("\(error)"))
      }
    } while await isTimeForNext()
  }

  private func isTimeForNext() async -> Bool {
    do {
      try await nextTick()
      return !Task.isCancelled
    } catch { return false }
  }
}
