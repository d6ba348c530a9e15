import CommandLineKit
import Testing

@Suite struct ScreenTests {
  @Test(arguments: [
    (1, "\u{1B}[Hab\u{1B}[K\u{1B}[J"), (2, "\u{1B}[Hab\u{1B}[K\r\nc\u{1B}[K\u{1B}[J"),
    (9, "\u{1B}[Hab\u{1B}[K\r\nc\u{1B}[K\u{1B}[J"), (0, "\u{1B}[Hab\u{1B}[K\u{1B}[J"),
  ])
  func aFrameIsNoHigherThanTheTerminal(height: Int, text: String) {
    #expect(Screen.frame(["ab", "c"], height: height) == text)
  }

  @Test func whatIsTakenIsGivenBack() {
    #expect(Screen.enter.contains("\u{1B}[?1049h") && Screen.leave.contains("\u{1B}[?1049l"))
    #expect(Screen.enter.contains("\u{1B}[?25l") && Screen.leave.contains("\u{1B}[?25h"))
  }
}
