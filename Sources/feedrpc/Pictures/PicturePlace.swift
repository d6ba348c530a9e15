import CommandLineKit

/// Where a picture goes in a terminal: the cells that it may fill, and how many pixels those have.
struct PicturePlace: Hashable, Sendable {
  /// The most cells, at least one each way.
  let columns: Int
  let rows: Int
  /// The pixels of a picture that one cell shows.
  let cell: Terminal.Cell

  /// The cell of a terminal that tells no size of its own.
  static let usualCell = Terminal.Cell(width: 10, height: 20)
  /// Pixels across that a character can tell apart; more of them cost and show nothing.
  static let characterWidth = 8
  /// The most pixels that are asked for along a side.
  static let longestSide = 2048

  /// A place of so many cells at most.
  init(columns: Int, rows: Int, on terminal: Terminal, way: PicturePainter.Way) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    let real = terminal.cell ?? Self.usualCell
    switch way {
    case .pixels: cell = real
    case .characters:
      // As high as it is for its width, so that circles stay round.
      let height = (Self.characterWidth * real.height + real.width / 2) / real.width
      cell = Terminal.Cell(width: Self.characterWidth, height: max(height, 1))
    }
  }

  /// A picture alone on the screen, above the lines that follow it.
  static func screen(_ terminal: Terminal, _ way: PicturePainter.Way) -> PicturePlace {
    PicturePlace(columns: terminal.width, rows: terminal.height - 3, on: terminal, way: way)
  }

  /// A picture among posts: the screen has room for another post, with its picture or a part.
  static func post(_ terminal: Terminal, _ way: PicturePainter.Way) -> PicturePlace {
    let rows = min(max(terminal.height / 2, 6), 24)
    return PicturePlace(columns: min(terminal.width, 80), rows: rows, on: terminal, way: way)
  }

  /// The most pixels across.
  var width: Int { min(columns * cell.width, Self.longestSide) }
  /// The most pixels down.
  var height: Int { min(rows * cell.height, Self.longestSide) }

  /// The cells that a picture of so many pixels fills, rounded to whole ones.
  func cells(width: Int, height: Int) -> (columns: Int, rows: Int) {
    (
      columns: min(max((width + cell.width / 2) / cell.width, 1), columns),
      rows: min(max((height + cell.height / 2) / cell.height, 1), rows)
    )
  }
}
