/// Soft lights that run into each other.
struct GlowPattern: PatternPainter {
  private struct Light: Sendable {
    let x: Float
    let y: Float
    let radius: Float
    let strength: Float
    let color: Color
  }

  private let ground: Gradient
  private let lights: [Light]

  init(_ random: inout SeededRandom, _ palette: Palette, _ frame: Frame) {
    ground = Gradient(
      palette.inks[0].mixed(with: palette.ground.0, 0.3),
      palette.inks[1].mixed(with: palette.ground.1, 0.5),
      turns: random.number(0..<1),
      frame: frame
    )
    // One light in each of six fields, so that none of the picture is left flat.
    let order = [0, 4, 2, 3, 1, 5]
    let mirror = random.flag(oneIn: 2)
    lights = (0..<6).map { index in
      let field = order[index]
      let across = Double(mirror ? 1 - field % 2 : field % 2)
      let x = (across + random.number(0.1..<0.9)) / 2
      let y = (Double(field / 2) + random.number(0.1..<0.9)) / 3
      var tone = index == 5 ? palette.ground.0 : palette.inks[index]
      // Dark spots look like dirt in light.
      tone.lightness = max(0.6, tone.lightness)
      return Light(
        x: Float(x * frame.width),
        y: Float(y * frame.height),
        radius: Float(random.number(0.45..<1.05)),
        strength: Float(random.number(0.75..<1)),
        color: Color(lightness: tone.lightness, chroma: tone.chroma * 1.15, hue: tone.hue)
      )
    }
  }

  func paint(_ row: borrowing PixelRow) {
    ground.fill(row)
    for light in lights {
      let down = row.y - light.y
      let room = light.radius * light.radius - down * down
      guard room > 0 else { continue }
      let half = room.squareRoot()
      let scale = 1 / (light.radius * light.radius)
      for index in row.vectors(from: light.x - half, to: light.x + half) {
        let across = row.x(index) - light.x
        let inside = (room - across * across) * scale
        let fall = VectorMath.clamped(inside)
        row.blend(index, light.color, fall * fall * light.strength)
      }
    }
  }
}
