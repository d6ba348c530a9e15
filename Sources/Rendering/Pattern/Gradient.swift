/// A change of colour along a line over the whole picture.
struct Gradient: Sendable {
  /// At equal distances from 0 to 1; the colours between two neighbours are mixed.
  private let stops: [Color]
  /// Position along the gradient = across * x + down * y + offset.
  private let across: Float
  private let down: Float
  private let offset: Float

  /// A gradient that runs from one edge of the frame to the opposite one, in a direction in turns.
  init(_ from: Palette.Tone, _ to: Palette.Tone, turns: Double, frame: Frame) {
    stops = Palette.ramp(from, to, count: 9)
    let cosine = Arithmetic.cosine(turns: turns)
    let sine = Arithmetic.sine(turns: turns)
    let length = abs(cosine) * frame.width + abs(sine) * frame.height
    across = Float(cosine / length)
    down = Float(sine / length)
    offset = Float(0.5 - (cosine * frame.width + sine * frame.height) / (2 * length))
  }

  /// The colour at a place.
  func color(x: Float, y: Float) -> Color {
    let position = max(0, min(1, across * x + down * y + offset)) * Float(stops.count - 1)
    let index = min(Int(position), stops.count - 2)
    return stops[index].mixed(with: stops[index + 1], position - Float(index))
  }

  /// Fills a row.
  func fill(_ row: borrowing PixelRow) {
    let last = Float(stops.count - 1)
    let slope = across * row.step * last
    let start = (across * row.left + down * row.y + offset) * last
    var stop = 0
    for index in 0..<row.count {
      let first = start + slope * Float(8 * index)
      let low = min(first, first + 7 * slope)
      while stop > 0, Float(stop) > low { stop -= 1 }
      while stop + 2 < stops.count, Float(stop + 1) <= low { stop += 1 }
      let from = stops[stop]
      let to = stops[stop + 1]
      let position = VectorMath.clamped(PixelRow.lanes * slope + (first - Float(stop)))
      row.set(
        index,
        position * (to.red - from.red) + from.red,
        position * (to.green - from.green) + from.green,
        position * (to.blue - from.blue) + from.blue
      )
      // A vector that lies across stops: what is beyond one goes on from its colour.
      let high = max(first, first + 7 * slope)
      var next = stop + 1
      while next + 1 < stops.count, Float(next) < high {
        let beyond = VectorMath.clamped(PixelRow.lanes * slope + (first - Float(next)))
        row.add(index, from: stops[next], to: stops[next + 1], beyond)
        next += 1
      }
    }
  }
}
