import CommandLineKit
import Testing

@testable import feedrpc

@Suite struct LoadingLinesTests {
  private let errors = MemorySink()

  private func lines() -> LoadingLines {
    let terminal = Terminal(isInteractive: true, width: 40, hasColour: false)
    return LoadingLines(
      Console(output: MemorySink(), errors: errors, errorsTerminal: terminal),
      [.profile, .posts]
    )
  }

  /// What is written where they stood must not be erased with them.
  @Test func nothingIsWrittenWhileTheyAreTakenAway() {
    let lines = lines()
    lines.begin()
    lines.clear(.profile)
    let before = errors.text
    lines.show("trying again", .posts)
    #expect(errors.text == before)
    lines.begin()
    let after = errors.text.dropFirst(before.count)
    #expect(after == "\(ProfileView.Part.posts.rawValue): trying again\n")
    lines.clear()
    #expect(errors.text.hasSuffix("\u{1B}[1A\u{1B}[J"))
  }
}
