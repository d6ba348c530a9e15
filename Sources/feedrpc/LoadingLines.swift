import Base
import CommandLineKit

/// A line for each thing that is on its way, on standard error, for a person at a terminal.
///
/// They stand below what has been written; whoever writes takes them away first.
final class LoadingLines: Sendable {
  private struct State {
    /// What is said of each part that is on its way.
    var texts: [(part: ProfileView.Part, text: String)]
    /// Lines that stand on the screen.
    var lineCount = 0
    /// Something else is being written.
    var isHidden = false
  }

  private let errors: any TextSink
  private let width: Int
  private let isShown: Bool
  private let state: Lock<State>

  init(_ console: Console, _ parts: [ProfileView.Part]) {
    errors = console.errors
    width = console.errorsTerminal.width
    isShown = console.errorsTerminal.isInteractive
    state = Lock(State(texts: parts.map { ($0, "loading…") }))
  }

  /// Writes the lines of all that is on its way.
  func begin() { change { $0.isHidden = false } }

  /// Says something else of a part.
  func show(_ text: String, _ part: ProfileView.Part) {
    change { state in
      for index in state.texts.indices where state.texts[index].part == part {
        state.texts[index].text = text
      }
    }
  }

  /// Takes all lines away until `begin`, and that of a part that has arrived for good.
  func clear(_ part: ProfileView.Part? = nil) {
    state.withLock { state in
      state.texts.removeAll { $0.part == part }
      state.isHidden = true
      write(Self.erase(&state))
    }
  }

  private func change(_ body: (inout State) -> Void) {
    guard isShown else { return }
    // Under the lock, so that lines of two parts do not mix.
    state.withLock { state in
      body(&state)
      if state.isHidden { return }
      let erased = Self.erase(&state)
      state.lineCount = state.texts.count
      let lines = state.texts.map { part, text in
        TextLayout.cut("\(part.rawValue): \(text)", width: width - 1) + "\n"
      }
      write(erased + lines.joined())
    }
  }

  /// What takes the lines that stand on the screen away.
  private static func erase(_ state: inout State) -> String {
    defer { state.lineCount = 0 }
    return state.lineCount == 0 ? "" : "\u{1B}[\(state.lineCount)A\u{1B}[J"
  }

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    do { try errors.write(text) } catch {
      // Nobody is left to tell; what is loaded goes to standard output.
    }
  }
}
