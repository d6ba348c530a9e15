import Base
import CommandLineKit

/// Tells how far an import or export has come and what it could not take, on standard error.
///
/// Progress is one line that changes, and only for a person at a terminal.
final class TransferConsole: Sendable {
  private struct State {
    /// When the line was written last; nil while there is none.
    var shownAt: Instant?
    var complaintCount = 0
  }

  private let errors: any TextSink
  private let isShown: Bool
  private let state = Lock(State())

  init(_ console: Console) {
    errors = console.errors
    isShown = console.errorsTerminal.isInteractive
  }

  /// Things that could not be taken so far.
  var complaintCount: Int { state.withLock { $0.complaintCount } }

  /// Writes the line anew where it is time to; from any thread.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = Instant.now()
    let isDue = state.withLock { state in
      if let shownAt = state.shownAt, now < shownAt + TransferLimits.progressInterval {
        return false
      }
      state.shownAt = now
      return true
    }
    if isDue { write("\r\(text().printable)\u{1B}[K") }
  }

  /// Counts what could not be taken, and tells why unless others have told enough.
  func complain(_ place: String, _ complaint: Complaint, count: Int = 1, isTold: Bool = true) {
    state.withLock { $0.complaintCount += count }
    if isTold { tell("\(place): \(complaint)") }
  }

  /// Writes a line, in the place of that of progress.
  func tell(_ text: String) {
    clear()
    write("\(text.printable)\n")
  }

  /// Takes the line away, where one was written.
  func clear() {
    if state.withLock({ $0.shownAt.take() }) != nil { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    do { try errors.write(text) } catch {
      // Nobody is left to tell; the exit code says the rest.
    }
  }
}
