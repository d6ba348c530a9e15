/// A grid of tiles, each with a shape: Bauhaus, or facets of a gradient.
struct MosaicPattern: PatternPainter {
  private enum Shape: CaseIterable, Sendable {
    case plain, disc, quarter, half, triangle, leaf, ring
  }

  private struct Tile: Sendable {
    let shape: Shape
    /// Which way the shape is turned: mirrored across, mirrored down.
    let flipAcross: Bool
    let flipDown: Bool
    let ground: Color
    let ink: Color
  }

  private let seed: UInt64
  private let side: Float
  private let isFaceted: Bool
  private let shapes: [Shape]
  private let colors: [Color]
  private let slope: Gradient

  init(_ random: inout SeededRandom, _ palette: Palette, _ frame: Frame) {
    seed = random.next()
    isFaceted = random.flag(oneIn: 3)
    side = Float(1 / Double(random.pick(isFaceted ? [5, 6, 8, 10] : [3, 4, 5, 6])))
    let families: [[Shape]] = [
      [.quarter, .quarter, .disc, .half, .plain, .leaf],
      [.triangle, .triangle, .quarter, .plain],
      [.leaf, .leaf, .disc, .ring],
      [.half, .quarter, .ring, .triangle, .disc, .plain, .leaf],
      [.quarter],
    ]
    shapes = random.pick(families)
    colors = (palette.inks + [palette.ground.0, palette.ground.1]).map(\.color)
    var far = palette.inks[0]
    far.hue += random.pick([-0.22, -0.14, 0.14, 0.22])
    far.lightness += far.lightness > 0.65 ? -0.24 : 0.24
    slope = Gradient(palette.inks[0], Palette.clean(far), turns: random.number(0..<1), frame: frame)
  }

  func paint(_ row: borrowing PixelRow) {
    let place = row.y / side
    let tileRow = place.rounded(.down)
    let toUpper = (place - tileRow) * side / row.step
    paint(tileRow: Int(tileRow), row, alpha: 1)
    // A row of pixels across the border belongs to the tiles on both sides.
    if toUpper < 0.5 {
      paint(tileRow: Int(tileRow) - 1, row, alpha: 0.5 - toUpper)
    } else if toUpper > side / row.step - 0.5 {
      paint(tileRow: Int(tileRow) + 1, row, alpha: toUpper - side / row.step + 0.5)
    }
  }

  private func paint(tileRow: Int, _ row: borrowing PixelRow, alpha: Float) {
    let right = row.left + row.step * Float(8 * row.count)
    let first = Int((row.left / side).rounded(.down)) - 1
    let last = Int((right / side).rounded(.down))
    let v = max(0, min(1, row.y / side - Float(tileRow)))
    for column in first...last {
      let start = Float(column) * side
      let tile = tile(column, tileRow)
      let reach = row.step / 2
      for index in row.vectors(from: start - reach, to: start + side + reach) {
        let across = row.x(index) - start
        let u = across * (1 / side)
        let inside = row.coverage(across) * alpha
        let cover = row.coverage(distance(tile, u, v) * side)
        row.blend(index, tile.ground, tile.ink, cover, inside)
      }
    }
  }

  private func tile(_ column: Int, _ row: Int) -> Tile {
    var random = SeededRandom(seed, column, row)
    if isFaceted { return facet(column, row, &random) }
    let ground = random.index(below: colors.count)
    let ink = (ground + 1 + random.index(below: colors.count - 1)) % colors.count
    return Tile(
      shape: random.pick(shapes),
      flipAcross: random.flag(oneIn: 2),
      flipDown: random.flag(oneIn: 2),
      ground: colors[ground],
      ink: colors[ink]
    )
  }

  private func facet(_ column: Int, _ row: Int, _ random: inout SeededRandom) -> Tile {
    let x = (Float(column) + 0.5) * side
    let y = (Float(row) + 0.5) * side
    let lean = side * Float(random.number(0.2..<1.4))
    return Tile(
      shape: .triangle,
      flipAcross: (column + row) & 1 == 0,
      flipDown: random.flag(oneIn: 2),
      ground: slope.color(x: x - lean, y: y + lean)
        .mixed(with: .white, Float(random.number(0..<0.16))),
      ink: slope.color(x: x + lean, y: y - lean)
        .mixed(with: Color(red: 0, green: 0, blue: 0), Float(random.number(0..<0.12)))
    )
  }

  /// How far inside the tile's shape places lie, in sides of the tile.
  private func distance(_ tile: Tile, _ u: PixelRow.Vector, _ v: Float) -> PixelRow.Vector {
    let u = tile.flipAcross ? 1 - u : u
    let v = tile.flipDown ? 1 - v : v
    func away(_ x: Float, _ y: Float) -> PixelRow.Vector {
      ((u - x) * (u - x) + (v - y) * (v - y)).squareRoot()
    }
    switch tile.shape {
    case .plain: return PixelRow.Vector(repeating: -1)
    case .disc: return 0.38 - away(0.5, 0.5)
    case .quarter: return 1 - away(0, 0)
    case .half: return 0.5 - away(0.5, 0)
    case .triangle: return (1 - u - v) * 0.70710678
    case .leaf: return VectorMath.smaller(1 - away(0, 0), 1 - away(1, 1))
    case .ring: return VectorMath.smaller(1 - away(0, 0), away(0, 0) - 0.5)
    }
  }
}
