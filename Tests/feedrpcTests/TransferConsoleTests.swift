import CommandLineKit
import Testing

@testable import feedrpc

@Suite struct TransferConsoleTests {
  private static let terminal = Terminal(isInteractive: true, width: 80, hasColour: false)

  @Test func progressIsALineForATerminalOnly() {
    for (terminal, shown) in [(Terminal.none, ""), (Self.terminal, "\r1 done\u{1B}[K\r\u{1B}[K")] {
      let errors = MemorySink()
      let console = TransferConsole(
        Console(output: MemorySink(), errors: errors, errorsTerminal: terminal)
      )
      console.show("1 done")
      // Too soon after the first.
      console.show("2 done")
      console.clear()
      console.clear()
      #expect(errors.text == shown)
    }
  }

  @Test func aComplaintIsALineWithoutControlCharacters() {
    let errors = MemorySink()
    let console = TransferConsole(
      Console(output: MemorySink(), errors: errors, errorsTerminal: Self.terminal)
    )
    console.show("1 done")
    console.complain("a\u{1B}.jpg", Complaint("it is\nred"))
    #expect(errors.text == "\r1 done\u{1B}[K\r\u{1B}[Ka\u{FFFD}.jpg: it is red\n")
    #expect(console.complaintCount == 1)
  }
}
