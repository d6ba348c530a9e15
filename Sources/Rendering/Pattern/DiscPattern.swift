/// Translucent discs and rings over a gradient.
struct DiscPattern: PatternPainter {
  private struct Disc: Sendable {
    let x: Float
    let y: Float
    let radius: Float
    /// Of a ring: half the width of its line; 0 for a disc.
    let halfLine: Float
    let top: Color
    let bottom: Color
    let alpha: Float
  }

  private let ground: Gradient
  private let discs: [Disc]

  init(_ random: inout SeededRandom, _ palette: Palette, _ frame: Frame) {
    ground = Gradient(
      palette.ground.0,
      palette.ground.1,
      turns: random.number(0..<1),
      frame: frame
    )
    let places: [(x: Double, y: Double, radius: Double)] =
      switch random.index(below: 4) {
      case 0: Self.scattered(&random)
      case 1: Self.nested(&random)
      case 2: Self.row(&random)
      default: Self.spiral(&random)
      }
    discs = places.enumerated().map { index, place in
      let tone = palette.inks[(index + (index / 5)) % 5]
      var other = tone
      other.hue += 0.06
      other.lightness += palette.isDark ? -0.1 : 0.07
      let isRing = index > 1 && random.flag(oneIn: 5)
      return Disc(
        x: Float(place.x * frame.width),
        y: Float(place.y * frame.height),
        radius: Float(place.radius),
        halfLine: isRing ? Float(place.radius * random.number(0.06..<0.16)) : 0,
        top: tone.color,
        bottom: other.color,
        alpha: Float(random.number(0.62..<0.94))
      )
    }
  }

  private typealias Places = [(x: Double, y: Double, radius: Double)]

  private static func scattered(_ random: inout SeededRandom) -> Places {
    (0..<14).map { index in
      let radius = 0.34 / (1 + 0.28 * Double(index)) * random.number(0.8..<1.15)
      return (random.number(0.02..<0.98), random.number(0.02..<0.98), radius)
    }
  }

  private static func nested(_ random: inout SeededRandom) -> Places {
    let x = random.number(0.25..<0.75)
    let y = random.number(0.25..<0.75)
    let turn = random.number(0..<1)
    let drift = random.number(0..<0.05)
    return (0..<8).map { index in
      let shift = drift * Double(index)
      return (
        x + shift * Arithmetic.cosine(turns: turn), y + shift * Arithmetic.sine(turns: turn),
        0.62 - 0.075 * Double(index)
      )
    }
  }

  private static func row(_ random: inout SeededRandom) -> Places {
    let count = 3 + random.index(below: 3)
    let lines = 1 + random.index(below: 3)
    let lean = random.number(-0.2..<0.2)
    return (0..<count * lines).map { index in
      let across = (Double(index % count) + 0.5) / Double(count)
      let down = (Double(index / count) + 0.5) / Double(lines)
      let y = lines == 1 ? 0.5 + lean * (across - 0.5) * 2 : down
      return (across, y, min(0.62 / Double(count), 0.6 / Double(lines)))
    }
  }

  private static func spiral(_ random: inout SeededRandom) -> Places {
    let start = random.number(0..<1)
    // The golden angle: no two discs lie in one direction.
    return (0..<21).map { index in
      let distance = 0.1 * Double(index + 1).squareRoot()
      let turn = start + 0.381966 * Double(index)
      return (
        0.5 + distance * Arithmetic.cosine(turns: turn),
        0.5 + distance * Arithmetic.sine(turns: turn), 0.045 + 0.0042 * Double(index)
      )
    }
  }

  func paint(_ row: borrowing PixelRow) {
    ground.fill(row)
    for disc in discs { paint(disc, row) }
  }

  private func paint(_ disc: Disc, _ row: borrowing PixelRow) {
    let down = row.y - disc.y
    let soft = row.step / 2
    let outer = disc.radius + disc.halfLine + soft
    guard abs(down) < outer else { return }
    let reach = (outer * outer - down * down).squareRoot()
    let run = row.vectors(from: disc.x - reach, to: disc.x + reach)
    let inner = disc.radius - disc.halfLine - soft
    let core = vectors(of: run, inside: inner, of: disc, down, row)
    let amount = max(0, min(1, down / disc.radius / 2 + 0.5))
    let color = disc.top.mixed(with: disc.bottom, amount)
    paintEdge(disc, color, run.lowerBound..<core.lowerBound, down, row)
    // The inside of a ring is empty.
    if disc.halfLine == 0 { row.blend(core, color, disc.alpha) }
    paintEdge(disc, color, core.upperBound..<run.upperBound, down, row)
  }

  /// The vectors that lie as a whole inside a radius, `down` units below the middle.
  private func vectors(
    of run: Range<Int>,
    inside radius: Float,
    of disc: Disc,
    _ down: Float,
    _ row: borrowing PixelRow
  ) -> Range<Int> {
    let none = run.upperBound..<run.upperBound
    guard radius > abs(down) else { return none }
    let half = (radius * radius - down * down).squareRoot()
    let chord = row.vectors(from: disc.x - half, to: disc.x + half)
    // The first and the last may have a pixel outside.
    let first = max(run.lowerBound, chord.lowerBound + 1)
    let last = min(run.upperBound, chord.upperBound - 1)
    return first < last ? first..<last : none
  }

  private func paintEdge(
    _ disc: Disc,
    _ color: Color,
    _ run: Range<Int>,
    _ down: Float,
    _ row: borrowing PixelRow
  ) {
    for index in run {
      let across = row.x(index) - disc.x
      let beyond = (across * across + down * down).squareRoot() - disc.radius
      let inside = disc.halfLine == 0 ? -beyond : disc.halfLine - VectorMath.magnitude(beyond)
      row.blend(index, color, row.coverage(inside) * disc.alpha)
    }
  }
}
