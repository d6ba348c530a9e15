import Glibc
import Testing

@testable import CommandLineKit

@Suite struct OutputTests {
  static let columns: [Table.Column] = [
    .init("ID"), .init("TEXT", smallestWidth: 6), .init("LIKES", .right),
  ]
  static let rows = [["1", "Grüße aus 東京", "5"], ["22", "two\nlines\u{1B}[31m", "1234567"]]

  @Test func columnsAreAsWideAsTheirWidestCell() {
    #expect(
      Table(columns: Self.columns, rows: Self.rows).text(for: .none) == """
        ID  TEXT              LIKES
        1   Grüße aus 東京        5
        22  two lines\u{FFFD}[31m  1234567

        """
    )
  }

  @Test func aNarrowTerminalCutsTheColumnsThatMayBeCut() {
    let terminal = Terminal(isInteractive: true, width: 24, hasColour: false)
    #expect(
      Table(columns: Self.columns, rows: Self.rows).text(for: terminal) == """
        ID  TEXT           LIKES
        1   Grüße aus …        5
        22  two lines\u{FFFD}…  1234567

        """
    )
  }

  @Test(
    arguments: [
      (30, "ID  LIKES  IMAGE  TEXT"), (29, "ID  LIKES  TEXT"), (23, "ID  LIKES  TEXT"),
      (22, "ID  TEXT"), (1, "ID  TEXT"),
    ]
  )
  func columnsThatHaveNoRoomAreLeftOutInTheirOrder(width: Int, titles: String) {
    let columns: [Table.Column] = [
      .init("ID"), .init("LIKES", leaving: 2), .init("IMAGE", leaving: 1),
      .init("TEXT", smallestWidth: 12),
    ]
    let table = Table(columns: columns, rows: [["22", "7", "yes", "Grüße aus der Stadt"]])
    let terminal = Terminal(isInteractive: true, width: width, hasColour: false)
    #expect(table.text(for: terminal).split(separator: "\n")[0] == titles)
    #expect(table.text(for: .none).hasPrefix("ID  LIKES  IMAGE  TEXT\n"))
  }

  @Test func aTableKnowsTheRoomThatItNeeds() {
    #expect(Table(columns: Self.columns, rows: Self.rows).width == 2 + 2 + 6 + 2 + 7)
    #expect(Table(columns: Self.columns, rows: []).width == 2 + 2 + 4 + 2 + 5)
  }

  @Test func anEmptyTableIsNoText() {
    #expect(Table(columns: Self.columns, rows: []).text(for: .none).isEmpty)
  }

  @Test func aListHasAFormForEachReader() {
    let rows = Self.rows.map { Listing.Row(id: $0[0], cells: $0) }
    let listing = Listing(columns: Self.columns, rows: rows, json: "[]", jsonLines: ["1", "2"])
    #expect(listing.text(.json, quiet: false, terminal: .none) == "[]\n")
    #expect(listing.text(.jsonl, quiet: false, terminal: .none) == "1\n2\n")
    #expect(listing.text(.jsonl, quiet: true, terminal: .none) == "1\n22\n")
    #expect(listing.text(.table, quiet: true, terminal: .none) == "1\n22\n")
    let empty = Listing(columns: Self.columns, rows: [], json: "{}\n", jsonLines: [])
    #expect(empty.text(.table, quiet: true, terminal: .none).isEmpty)
    #expect(empty.text(.table, quiet: false, terminal: .none).isEmpty)
    #expect(empty.text(.json, quiet: false, terminal: .none) == "{}\n")
    #expect(empty.text(.jsonl, quiet: false, terminal: .none).isEmpty)
  }

  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東", 2), ("👍", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("한", 2),
    ("\u{200B}", 0), ("", 0), ("ｱ", 1), ("Ａ", 2),
  ])
  func charactersTakeTheirColumns(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [("東京都", 6, "東京都"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("abc", 0, "")])
  func cutTextsFit(text: String, width: Int, cut: String) {
    #expect(text.truncated(to: width) == cut)
  }

  @Test(arguments: [("東京都", 6, "東京都"), ("東京都", 5, "…京都"), ("東京都", 4, "…都"), ("abc", 0, "")])
  func textsThatAreCutInFrontFit(text: String, width: Int, cut: String) {
    #expect(text.truncated(to: width, keepingEnd: true) == cut)
  }

  @Test(arguments: [
    (Int64(1_000), Int64(1_000), "now"), (1_004, 1_000, "now"), (995, 1_000, "5 s ago"),
    (941, 1_000, "59 s ago"), (940, 1_000, "1 min ago"), (0, 3_600, "1 h ago"),
    (0, 86_399, "23 h ago"), (0, 86_400, "1 d ago"), (0, 86_400 * 365, "1 y ago"),
    (.min, .max, "long ago"), (.max, .min, "now"),
  ])
  func timesAreToldByTheirAge(moment: Int64, now: Int64, text: String) {
    #expect(RelativeTime.text(from: moment, to: now) == text)
  }

  @Test func coloursAreForTerminalsOnly() {
    let terminal = Terminal(isInteractive: true, width: 80, hasColour: true)
    #expect(terminal.styled("x", .bold) == "\u{1B}[1mx\u{1B}[0m")
    #expect(Terminal.none.styled("x", .bold) == "x")
  }

  @Test func aReaderThatHasGoneIsAnError() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    signal(SIGPIPE, SIG_IGN)
    let sink = DescriptorSink(ends[1])
    try sink.write("hello")
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(read(ends[0], &buffer, 8) == 5)
    close(ends[0])
    #expect(throws: OutputError.readerGone) { try sink.write("more") }
    close(ends[1])
    #expect(throws: OutputError.system(EBADF)) { try DescriptorSink(-1).write("x") }
  }

  @Test func anOrdinaryFileIsNoTerminal() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let terminal = Terminal(descriptor: ends[1], environment: ["COLUMNS": "100"])
    #expect(terminal == Terminal(isInteractive: false, width: 100, hasColour: false))
    close(ends[0])
    close(ends[1])
  }
}
