/// Hills or water under a sky, layer before layer.
struct WavePattern: PatternPainter {
  private struct Wave: Sendable {
    /// Height above the middle line, amplitude, waves a unit and phase of each part.
    let base: Double
    let parts: [(amplitude: Double, frequency: Double, phase: Double)]
    let crest: Color
    let foot: Color

    func height(_ x: Double) -> Double {
      parts.reduce(base) { $0 + $1.amplitude * Arithmetic.sine(turns: x * $1.frequency + $1.phase) }
    }
  }

  private struct Sun: Sendable {
    let x: Float
    let y: Float
    let radius: Float
    let color: Color
    let glow: Float
  }

  /// A wave's upper edge at each pixel of the output.
  private struct Edge: Sendable {
    let wave: Wave
    let heights: [PixelRow.Vector]
    let highest: Float
    let lowest: Float
  }

  private let sky: Gradient
  private let sun: Sun
  private let edges: [Edge]
  private static let depth: Float = 0.34

  init(_ random: inout SeededRandom, _ palette: Palette, _ frame: Frame, _ columns: [Double]) {
    let horizon = palette.inks[0].mixed(with: palette.ground.0, 0.55)
    sky = Gradient(palette.ground.1, horizon, turns: random.number(0.2..<0.3), frame: frame)
    // Suns are warm or nearly white, whatever the palette.
    let light = Palette.Tone(
      lightness: random.number(0.86..<0.96),
      chroma: random.pick([0.03, 0.09, 0.12]),
      hue: random.number(0.08..<0.26)
    )
    sun = Sun(
      x: Float(frame.width * random.number(0.2..<0.8)),
      y: Float(frame.height * random.number(0.16..<0.4)),
      radius: Float(random.number(0.07..<0.17)),
      color: light.color,
      glow: Float(random.number(0.3..<0.7))
    )
    edges = Self.waves(&random, palette, frame).map { wave in
      let heights = columns.map { Float(wave.height($0)) }
      let vectors = stride(from: 0, to: heights.count, by: 8).map { start in
        PixelRow.Vector(heights[start..<start + 8])
      }
      return Edge(
        wave: wave,
        heights: vectors,
        highest: heights.min() ?? 0,
        lowest: heights.max() ?? 0
      )
    }
  }

  private static func waves(
    _ random: inout SeededRandom,
    _ palette: Palette,
    _ frame: Frame
  ) -> [Wave] {
    let count = 4 + random.index(below: 4)
    let start = random.number(0.36..<0.55)
    let roughness = random.number(0.6..<2.4)
    let near = Palette.Tone(
      lightness: palette.isDark ? 0.24 : 0.4,
      chroma: 0.1,
      hue: palette.inks[0].hue + random.number(-0.16..<0.16)
    )
    let far = palette.inks[0].mixed(with: palette.ground.0, 0.25)
    return (0..<count).map { index in
      let amount = Double(index) / Double(count - 1)
      let tone = far.mixed(with: near, amount)
      let foot = tone.mixed(with: palette.ground.0, 0.3)
      let amplitude = random.number(0.03..<0.075) * (1.25 - 0.4 * amount)
      return Wave(
        base: frame.height * (start + (0.9 - start) * amount),
        parts: [
          (amplitude, roughness * random.number(0.6..<1.1), random.number(0..<1)),
          (amplitude * 0.45, roughness * random.number(1.4..<2.6), random.number(0..<1)),
          (amplitude * 0.16, roughness * random.number(3.5..<5.5), random.number(0..<1)),
        ],
        crest: tone.color,
        foot: foot.color
      )
    }
  }

  func paint(_ row: borrowing PixelRow) {
    let soft = row.step
    // What a wave in front hides need not be painted.
    let hidden = edges.lastIndex { row.y > $0.lowest + soft }
    if hidden == nil {
      sky.fill(row)
      paintSun(row)
    }
    for edge in edges[(hidden ?? 0)...] where row.y > edge.highest - soft {
      for index in 0..<row.count {
        // The foot fades into haze as far as the wave is deep at this place.
        let below = row.y - edge.heights[index]
        let haze = VectorMath.clamped(below * (1 / Self.depth))
        row.blend(index, edge.wave.crest, edge.wave.foot, haze, row.coverage(below))
      }
    }
  }

  private func paintSun(_ row: borrowing PixelRow) {
    let down = row.y - sun.y
    let reach = sun.radius * 4
    guard abs(down) < reach else { return }
    for index in row.vectors(from: sun.x - reach, to: sun.x + reach) {
      let across = row.x(index) - sun.x
      let square = across * across + down * down
      let fall = VectorMath.clamped(1 - square * (1 / (reach * reach)))
      row.blend(index, sun.color, fall * fall * fall * sun.glow)
      row.blend(index, sun.color, row.coverage(sun.radius - square.squareRoot()))
    }
  }
}
