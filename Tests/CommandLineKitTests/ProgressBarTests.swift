import CommandLineKit
import Testing

@Suite struct ProgressBarTests {
  @Test(arguments: [
    (0, 5_000_000, 60, "a.jpg [                  ]   0%  0.0 of 5.0 MB"),
    (3_000_000, 5_000_000, 60, "a.jpg [##########        ]  60%  3.0 of 5.0 MB"),
    (6_000_000, 5_000_000, 60, "a.jpg [##################] 100%  5.0 of 5.0 MB"),
    (0, 0, 60, "a.jpg [##################] 100%  0.0 of 0.0 MB"),
    (1, 2, 20, "  50%  0.0 of 0.0 …"), (1, 2, 5, "  5…"), (1, 2, 0, ""),
  ])
  func itIsALineThatFits(done: Int, total: Int, width: Int, text: String) {
    let bar = ProgressBar(label: "a.jpg", done: done, total: total)
    #expect(bar.text(width: width) == text)
  }

  @Test(arguments: 0...200)
  func itNeverFillsTheWidth(width: Int) {
    let bar = ProgressBar(label: "a rather long name.jpg", done: 1, total: 3)
    #expect(bar.text(width: width).count < max(width, 1))
  }

  @Test func aLongNameIsCutFirst() {
    let bar = ProgressBar(label: String(repeating: "x", count: 99), done: 1, total: 2)
    #expect(bar.text(width: 50) == "xxxxxxxxxxx… [######       ]  50%  0.0 of 0.0 MB")
  }
}
