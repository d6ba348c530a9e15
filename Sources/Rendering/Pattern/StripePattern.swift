/// Folded bands: straight, or as arcs around a point.
struct StripePattern: PatternPainter {
  private struct Band: Sendable {
    /// Where the band begins, as a distance in units.
    let start: Float
    /// One over its width.
    let scale: Float
    let near: Color
    let far: Color
  }

  private enum Course: Sendable {
    case straight(across: Float, down: Float)
    case around(x: Float, y: Float)
  }

  private let course: Course
  /// In order; the first reaches back, and the last on, without end.
  private let bands: [Band]

  init(_ random: inout SeededRandom, _ palette: Palette, _ frame: Frame) {
    let reach: Double
    if random.flag(oneIn: 2) {
      let turns = random.pick([0, 0.08, 0.125, 0.17, 0.25, 0.33, 0.375, 0.42])
      let (across, down) = (Arithmetic.cosine(turns: turns), Arithmetic.sine(turns: turns))
      course = .straight(across: Float(across), down: Float(down))
      reach = frame.width + frame.height
    } else {
      let x = random.pick([-0.1, 0.5, 1.1]) * frame.width
      let y = random.pick([-0.1, 1.1, 0.5]) * frame.height
      course = .around(x: Float(x), y: Float(y))
      reach = frame.width + frame.height
    }
    bands = Self.bands(&random, palette, reach)
  }

  private static func bands(
    _ random: inout SeededRandom,
    _ palette: Palette,
    _ reach: Double
  ) -> [Band] {
    let tones = palette.inks + [palette.ground.0, palette.ground.1]
    let widths = (0..<3).map { _ in random.number(0.05..<0.16) }
    let isEven = random.flag(oneIn: 3)
    let shade = random.number(0.05..<0.16)
    // Straight bands may begin left of the frame.
    var start = -reach / 2
    var bands: [Band] = []
    while start < reach, bands.count < 160 {
      let width = isEven ? widths[0] : widths[bands.count % 3] * random.number(0.7..<1.3)
      let tone = tones[bands.count * 3 % tones.count]
      var far = tone
      far.lightness = max(0.12, tone.lightness - shade)
      far.hue += 0.025
      bands.append(
        Band(start: Float(start), scale: Float(1 / width), near: tone.color, far: far.color)
      )
      start += width
    }
    return bands
  }

  func paint(_ row: borrowing PixelRow) {
    var band = 0
    for index in 0..<row.count {
      let distance = distance(row, index)
      let soft = row.step / 2
      let low = nearest(row, distance) - soft
      let high = max(distance[0], distance[7]) + soft
      while band > 0, bands[band].start > low { band -= 1 }
      while band + 1 < bands.count, bands[band + 1].start <= low { band += 1 }
      paint(bands[band], row, index, distance)
      var next = band + 1
      while next < bands.count, bands[next].start < high {
        let along = VectorMath.clamped((distance - bands[next].start) * bands[next].scale)
        let cover = row.coverage(distance - bands[next].start)
        row.blend(index, bands[next].near, bands[next].far, along, cover)
        next += 1
      }
    }
  }

  private func paint(
    _ band: Band,
    _ row: borrowing PixelRow,
    _ index: Int,
    _ distance: PixelRow.Vector
  ) {
    let along = VectorMath.clamped((distance - band.start) * band.scale)
    row.set(
      index,
      along * (band.far.red - band.near.red) + band.near.red,
      along * (band.far.green - band.near.green) + band.near.green,
      along * (band.far.blue - band.near.blue) + band.near.blue
    )
  }

  /// The smallest of the distances, or less.
  private func nearest(_ row: borrowing PixelRow, _ distance: PixelRow.Vector) -> Float {
    let end = min(distance[0], distance[7])
    switch course {
    case .straight: return end
    // Over or under the middle of the arcs the nearest place may lie between the ends.
    case .around(_, let y): return max(min(end, abs(row.y - y)), end - 8 * row.step)
    }
  }

  @inline(__always)
  private func distance(_ row: borrowing PixelRow, _ index: Int) -> PixelRow.Vector {
    switch course {
    case .straight(let across, let down): return row.x(index) * across + row.y * down
    case .around(let x, let y):
      let right = row.x(index) - x
      let below = row.y - y
      return (right * right + below * below).squareRoot()
    }
  }
}
