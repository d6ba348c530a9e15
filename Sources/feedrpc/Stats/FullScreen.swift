import CommandLineKit
import Glibc

/// The terminal while a whole screen is shown on it.
///
/// What is typed meanwhile is not shown and goes nowhere, and Ctrl-Z does nothing: it would leave
/// the shell on this screen.
struct FullScreen {
  private let output: any TextSink
  private let earlierInput: termios?
  private let earlierStop: sigaction

  /// Takes the terminal; `leave` gives it back.
  init(_ output: any TextSink) throws(OutputError) {
    self.output = output
    var input = termios()
    earlierInput = tcgetattr(STDIN_FILENO, &input) == 0 ? input : nil
    if earlierInput != nil {
      input.c_lflag &= ~tcflag_t(ECHO | ICANON)
      tcsetattr(STDIN_FILENO, TCSANOW, &input)
    }
    var (ignoring, earlier) = (sigaction(), sigaction())
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGTSTP, &ignoring, &earlier)
    earlierStop = earlier
    do { try output.write(Screen.enter) } catch {
      leave()
      throw error
    }
  }

  func leave() {
    do { try output.write(Screen.leave) } catch {
      // There is no screen any more.
    }
    var stop = earlierStop
    sigaction(SIGTSTP, &stop, nil)
    guard var input = earlierInput else { return }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &input)
  }
}
