import Base
import CommandLineKit
import Glibc

/// The terminal while a whole screen is shown on it.
///
/// What is typed meanwhile is not shown and goes nowhere.
final class FullScreen: Sendable {
  private struct State: Sendable {
    /// How the terminal took input before; nil: it is not taken, or none.
    var earlierInput: termios?
    var frame = ""
  }

  private let output: any TextSink
  /// Held while the screen is written to, so that nothing is drawn that has been given back.
  private let state = Lock(State())

  /// Takes the terminal; `leave` gives it back.
  init(_ output: any TextSink) throws(OutputError) {
    self.output = output
    do throws(OutputError) {
      try state.withLock { (state) throws(OutputError) in try enter(&state) }
    } catch {
      leave()
      throw error
    }
  }

  /// Shows a text that fills the screen, in the place of the one before.
  func show(_ frame: String) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      state.frame = frame
      try output.write(frame)
    }
  }

  /// Gives the terminal back while `stop` runs, and takes it again.
  func suspend(_ stop: () -> Void) throws(OutputError) {
    try state.withLock { (state) throws(OutputError) in
      leave(&state)
      stop()
      try enter(&state)
      try output.write(state.frame)
    }
  }

  func leave() { state.withLock { leave(&$0) } }

  private func enter(_ state: inout State) throws(OutputError) {
    var input = termios()
    if tcgetattr(STDIN_FILENO, &input) == 0 {
      state.earlierInput = input
      input.c_lflag &= ~tcflag_t(ECHO | ICANON)
      Self.set(input, TCSANOW)
    }
    try output.write(Screen.enter)
  }

  private func leave(_ state: inout State) {
    do { try output.write(Screen.leave) } catch {
      // There is no screen any more.
    }
    guard let input = state.earlierInput.take() else { return }
    Self.set(input, TCSAFLUSH)
  }

  /// In the background this stops the program, until it is in the foreground again.
  private static func set(_ input: termios, _ when: Int32) {
    var input = input
    while tcsetattr(STDIN_FILENO, when, &input) != 0, errno == EINTR {}
  }
}
