import Base
import CommandLineKit
import LoadTest

/// The line that tells a person at a terminal how far a load has come.
final class LiveLine: Sendable {
  /// How often it changes at most.
  static let interval = Duration.milliseconds(100)

  private let errors: any TextSink
  private let isShown: Bool
  /// When it was written last, since the start of the load.
  private let writtenAt = Lock<Duration?>(nil)

  init(_ console: Console) {
    errors = console.errors
    isShown = console.errorsTerminal.isInteractive
  }

  /// Writes the line anew where it is time to; from any thread.
  func show(_ progress: LoadProgress) {
    guard isShown else { return }
    let isDue = writtenAt.withLock { written in
      guard progress.elapsed >= (written ?? .zero) + Self.interval else { return false }
      written = progress.elapsed
      return true
    }
    if isDue { write("\r\(Self.text(progress))\u{1B}[K") }
  }

  /// Takes the line away, where one was written.
  func clear() {
    guard writtenAt.withLock({ $0 != nil }) else { return }
    write("\r\u{1B}[K")
  }

  static func text(_ progress: LoadProgress) -> String {
    let seconds = progress.elapsed.nanoseconds / 1_000_000_000
    let calls = Plural.text(progress.endedCount, "call")
    let running = progress.startedCount - progress.endedCount
    return "\(seconds) s: \(calls), \(progress.failedCount) failed, \(running) running"
  }

  private func write(_ text: String) {
    do { try errors.write(text) } catch {
      // Nobody is left to tell; the report says the rest.
    }
  }
}
