import Base
import CommandLineKit
import FeedMessages
import ProtobufRuntime
import RPC
import Testing
import Waiting

@testable import feedrpc

/// What stands in the place of pictures on a terminal.
@Suite struct PictureTests {
  static let terminal = Terminal(isInteractive: true, width: 80, hasColour: true)
  static let socket = ["FEEDRPC_SOCKET": "a-socket"]
  static let trueColour = socket.merging(["TERM": "xterm", "COLORTERM": "truecolor"]) { $1 }

  static func surroundings(
    _ environment: [String: String],
    terminal: Terminal = terminal,
    library: String = PicturePainter.libraryName
  ) -> Surroundings {
    Surroundings(
      console: Console(
        output: MemorySink(),
        errors: MemorySink(),
        terminal: terminal,
        environment: environment
      ),
      isRoot: false,
      now: 0,
      exists: { _ in false },
      readInput: { Bytes() },
      connect: { _, _ in FakeServer([]) },
      pause: { _ in },
      interruption: {},
      currentTerminal: { terminal },
      painterLibrary: library
    )
  }

  /// Red, 16 pixels wide and 8 high.
  static let red = Picture(
    width: 16,
    height: 8,
    pixels: Bytes((0..<512).map { [255, 0, 0, 255][$0 % 4] })
  )

  static func painted(
    _ environment: [String: String],
    terminal: Terminal = terminal
  ) throws -> (text: String, way: PicturePainter.Way) {
    let painter = try PicturePainter(surroundings(environment, terminal: terminal))
    let place = PicturePlace.screen(terminal, painter.way)
    return (
      String(decoding: Array(painter.paint(red, in: place)), as: UTF8.self), painter.way
    )
  }

  @Test(
    arguments: [
      (["TERM": "xterm", "COLORTERM": "truecolor"], "48;2;255;0;0m"),
      (["TERM": "tmux-256color"], "48;5;196m"), (["TERM": "linux"], "101m"),
    ] as [([String: String], String)]
  )
  func charactersHaveTheColoursThatTheTerminalKnows(
    environment: [String: String],
    red: String
  ) throws {
    let (text, way) = try Self.painted(environment)
    #expect(way == .characters && text.contains(red))
    // One row of two columns: a cell shows 8 pixels across and 16 down.
    #expect(text.filter { $0 == "\n" }.count == 1 && text.hasSuffix("\u{1B}[0m\n"))
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,"), (["TERM": "foot"], "\u{1B}P0;1;0q"),
      (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1;"),
    ] as [([String: String], String)]
  )
  func pixelsGoInTheWayOfTheTerminal(environment: [String: String], start: String) throws {
    let (text, way) = try Self.painted(environment)
    #expect(way == .pixels && text.hasPrefix(start) && text.hasSuffix("\n"))
  }

  @Test(arguments: ["tmux-256color", "screen"])
  func whatIsAroundAMultiplexerGetsNoPixels(name: String) throws {
    let around = ["LC_TERMINAL": "iTerm2", "TERM_PROGRAM": "iTerm.app", "COLORTERM": "truecolor"]
    let (text, way) = try Self.painted(around.merging(["TERM": name]) { $1 })
    #expect(way == .characters && !text.contains("1337"))
    #expect(try Self.painted(around.merging(["TERM": "xterm"]) { $1 }).way == .pixels)
  }

  @Test(arguments: ["xterm-kitty", "foot", "linux", "dumb"])
  func withoutColoursNothingSteersTheTerminal(name: String) throws {
    let terminal = Terminal(isInteractive: true, width: 80, hasColour: false)
    let (text, way) = try Self.painted(["TERM": name], terminal: terminal)
    #expect(way == .characters && text.last == "\n" && text.count > 1)
    #expect(!text.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test func aMissingLibraryIsNamed() {
    let surroundings = Self.surroundings([:], library: "libnothing.so.0")
    #expect(
      throws: CommandFailure(
        "libnothing.so.0 is needed to show pictures and can't be loaded: install libchafa0, "
          + "version 1.12 or newer"
      )
    ) { try PicturePainter(surroundings) }
    // Another library is not taken for it.
    let other = Self.surroundings([:], library: "libc.so.6")
    #expect(throws: CommandFailure.self) { try PicturePainter(other) }
  }
}

/// How large pictures are.
@Suite struct PicturePlaceTests {
  static func terminal(_ width: Int, _ height: Int, cell: Terminal.Cell? = nil) -> Terminal {
    Terminal(isInteractive: true, width: width, height: height, hasColour: true, cell: cell)
  }

  @Test func aPictureHasTheScreenButForTheLinesBelow() {
    let place = PicturePlace.screen(Self.terminal(60, 24), .characters)
    #expect(place.columns == 60 && place.rows == 21 && place.width == 480 && place.height == 336)
    let tiny = PicturePlace.screen(Self.terminal(1, 1), .pixels)
    #expect(tiny.columns == 1 && tiny.rows == 1)
  }

  @Test(arguments: [(60, 24, 60, 12), (160, 50, 80, 24), (200, 10, 80, 6)])
  func aPictureAmongPostsLeavesRoom(width: Int, height: Int, columns: Int, rows: Int) {
    let place = PicturePlace.post(Self.terminal(width, height), .characters)
    #expect(place.columns == columns && place.rows == rows)
  }

  @Test func cellsAreAsLargeAsTheTerminalSays() {
    let cell = Terminal.Cell(width: 9, height: 18)
    let pixels = PicturePlace.screen(Self.terminal(100, 30, cell: cell), .pixels)
    #expect(pixels.width == 900 && pixels.height == 486)
    // Eight pixels are all that a character can show, in the shape of the cell.
    let wide = Terminal.Cell(width: 20, height: 30)
    let characters = PicturePlace.screen(Self.terminal(100, 30, cell: wide), .characters)
    #expect(characters.cell == Terminal.Cell(width: 8, height: 12))
  }

  @Test func noSideIsLongerThanTheLimit() {
    let cell = Terminal.Cell(width: 16, height: 32)
    let place = PicturePlace.screen(Self.terminal(128, 67, cell: cell), .pixels)
    #expect(place.width == 2048 && place.height == 2048)
    let larger = PicturePlace.screen(Self.terminal(129, 68, cell: cell), .pixels)
    #expect(larger.width == 2048 && larger.height == 2048)
    let smaller = PicturePlace.screen(Self.terminal(127, 66, cell: cell), .pixels)
    #expect(smaller.width == 2032 && smaller.height == 2016)
  }

  @Test(arguments: [(8, 16, 1, 1), (11, 23, 1, 1), (12, 24, 2, 2), (9999, 9999, 60, 21)])
  func cellsAreRounded(width: Int, height: Int, columns: Int, rows: Int) {
    let cells = PicturePlace.screen(Self.terminal(60, 24), .characters)
      .cells(width: width, height: height)
    #expect(cells.columns == columns && cells.rows == rows)
    #expect(PicturePlace.screen(Self.terminal(1, 1), .pixels).cells(width: 1, height: 1) == (1, 1))
  }

  @Test(
    arguments: [
      ((0, 0), (480, 336), ImageFit.contain), ((100, 0), (100, 336), .contain),
      ((0, 999), (480, 336), .contain), ((100, 50), (100, 50), .cover),
      ((480, 336), (480, 336), .cover), ((960, 336), (480, 168), .cover),
      ((480, 672), (240, 336), .cover), ((8192, 1), (480, 1), .cover),
    ] as [((Int32, Int32), (Int32, Int32), ImageFit)]
  )
  func whatIsAskedForHasRoom(asked: (Int32, Int32), got: (Int32, Int32), fit: ImageFit) {
    var variant = ImageVariant(imageID: "x", width: asked.0, height: asked.1, fit: .cover)
    PicturePlace.screen(Self.terminal(60, 24), .characters).limit(&variant)
    #expect(variant.width == got.0 && variant.height == got.1 && variant.fit == fit)
  }
}

/// Work that is used in order.
@Suite(.timeLimit(.minutes(5))) struct OrderedWorkTests {
  @Test func whatComesFirstWaitsForThoseBefore() async throws {
    let begun = Watched(Set<Int>())
    var told: [String] = []
    try await OrderedWork.run(Array(0..<10), limit: 3) { number in
      begun.change { $0.insert(number) }
      // The first ends when the last that may run beside it has begun.
      if number == 0 { try await begun.until { $0.contains(2) ? true : nil } }
      return number * 10
    } prepare: { number in
      told.append("prepare \(number)")
      // What is begun and not used is bounded.
      #expect(begun.change { $0.max() ?? 0 } <= number + 2)
    } use: { value in
      told.append("use \(value)")
    }
    #expect(told == (0..<10).flatMap { ["prepare \($0)", "use \($0 * 10)"] })
  }

  @Test func anErrorEndsTheRest() async {
    struct Flaw: Error {}
    await #expect(throws: Flaw.self) {
      try await OrderedWork.run([1, 2], limit: 2) { number in
        if number == 2 { await Harness.cancellation() }
        return number
      } prepare: { _ in
      } use: { _ in
        throw Flaw()
      }
    }
  }
}
