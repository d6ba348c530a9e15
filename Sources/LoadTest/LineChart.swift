import Glibc

/// Lines over an axis, drawn as SVG for a page whose style names the colours.
///
/// What is written beside the axes is HTML, so that it has the same size on a narrow screen; the
/// lines take whatever room there is.
struct LineChart: Hashable, Sendable {
  /// How a value becomes a place on an axis.
  enum Scale: Hashable, Sendable {
    case linear
    /// For values above zero.
    case logarithmic
  }

  struct Line: Hashable, Sendable {
    let name: String
    /// From left to right, each of one or more points; between them nothing was measured.
    let pieces: [[Point]]

    init(name: String, pieces: [[Point]]) {
      self.name = name
      self.pieces = pieces
    }

    init(name: String, points: [Point]) { self.init(name: name, pieces: [points]) }
  }

  struct Point: Hashable, Sendable {
    let x: Double
    let y: Double
  }

  /// A value on an axis with what is written there.
  struct Mark: Hashable, Sendable {
    let value: Double
    let text: String
  }

  let title: String
  /// What the vertical axis counts.
  let unit: String
  let lines: [Line]
  let scale: Scale
  /// The right end of the axis below, which begins at 0.
  let end: Double
  /// What is written there.
  let marks: [Mark]

  /// Units of the drawing, both ways.
  private static let side = 1_000.0
  /// Colours that the page has for lines.
  static let colourCount = 4

  /// The chart with its title and the names of its lines, as a figure of a page.
  var html: String {
    let names = lines.enumerated().map { index, line in
      "<span class=\"key c\(index % Self.colourCount)\">\(line.name.escapedForHTML)</span>\n"
    }
    // The first line lies above the others.
    let paths = lines.enumerated().reversed().map(path)
    return """
      <figure>
      <figcaption><b>\(title.escapedForHTML)</b> <small>\(unit.escapedForHTML)</small>
      \(names.joined())</figcaption>
      <div class="plot" role="img" aria-label="\(title.escapedForHTML)">
      <svg viewBox="0 0 \(Int(Self.side)) \(Int(Self.side))" preserveAspectRatio="none">
      \(grid)\(paths.joined())</svg>
      \(writing)</div>
      </figure>

      """
  }

  private func path(_ index: Int, _ line: Line) -> String {
    let name = line.name.escapedForHTML
    return line.pieces.map { piece in
      // A line of one point is a dot.
      let points = piece.count == 1 ? piece + piece : piece
      let places = points.map {
        "\(Self.text(place(x: $0.x) * Self.side)),\(Self.text((1 - place(y: $0.y)) * Self.side))"
      }
      return "<polyline class=\"c\(index % Self.colourCount)\" points=\""
        + places.joined(separator: " ") + "\"><title>\(name)</title></polyline>\n"
    }.joined()
  }

  private var grid: String {
    levels.map { level in
      let y = Self.text((1 - place(y: level.value)) * Self.side)
      return "<line x1=\"0\" x2=\"\(Int(Self.side))\" y1=\"\(y)\" y2=\"\(y)\"/>\n"
    }.joined()
  }

  /// The texts beside the axes, each at its part of the way.
  private var writing: String {
    let beside = levels.map { level in
      let top = Self.text((1 - place(y: level.value)) * 100)
      return "<span class=\"y\" style=\"top: \(top)%\">\(level.text)</span>\n"
    }
    let below = marks.map { mark in
      let place = place(x: mark.value)
      let kind = place < 0.04 ? "x first" : place > 0.94 ? "x last" : "x"
      let left = Self.text(place * 100)
      return "<span class=\"\(kind)\" style=\"left: \(left)%\">\(mark.text)</span>\n"
    }
    return (beside + below).joined()
  }

  private static func text(_ place: Double) -> String { Decimal.text(place, fractionDigits: 1) }
}

// MARK: - Places

extension LineChart {
  private var values: [Double] { lines.flatMap { $0.pieces.joined().map(\.y) } }

  /// The lowest and the highest value of the vertical axis, which are apart.
  private var range: ClosedRange<Double> {
    let highest = max(values.max() ?? 0, 1e-6)
    switch scale {
    case .linear: return 0...highest
    case .logarithmic:
      let lowest = values.filter { $0 > 0 }.min() ?? highest
      return Self.decade(below: lowest)...Self.decade(below: highest) * 10
    }
  }

  /// The largest power of ten that is not larger.
  private static func decade(below value: Double) -> Double {
    var decade = 1.0
    while decade > value { decade /= 10 }
    while decade * 10 <= value { decade *= 10 }
    return decade
  }

  /// How far to the right, 0 to 1.
  private func place(x: Double) -> Double { end > 0 ? min(max(x / end, 0), 1) : 0 }

  /// How far up, 0 to 1.
  private func place(y: Double) -> Double {
    let range = range
    switch scale {
    case .linear: return y / range.upperBound
    case .logarithmic:
      let part = log(max(y, range.lowerBound) / range.lowerBound)
      return part / log(range.upperBound / range.lowerBound)
    }
  }

  /// The values with a line across.
  private var levels: [Mark] {
    let range = range
    switch scale {
    case .linear: return Self.steps(to: range.upperBound).map(Self.mark)
    case .logarithmic:
      var levels: [Mark] = []
      var level = range.lowerBound
      while level <= range.upperBound * 1.001 {
        levels.append(Self.mark(level))
        level *= 10
      }
      return levels
    }
  }

  /// Round values from 0, six at most.
  static func steps(to end: Double) -> [Double] {
    guard end > 0 else { return [0] }
    let decade = decade(below: end)
    let step = [0.2, 0.5, 1, 2].map { $0 * decade }.first { end / $0 <= 5 } ?? decade
    return (0...5).map { Double($0) * step }.filter { $0 <= end }
  }

  private static func mark(_ value: Double) -> Mark { Mark(value: value, text: short(value)) }

  /// With as many digits as its size needs.
  static func short(_ value: Double) -> String {
    switch value {
    case 1e9...: Decimal.text(value / 1e9, fractionDigits: 0) + "G"
    case 1e6...: Decimal.text(value / 1e6, fractionDigits: value < 1e7 ? 1 : 0) + "M"
    case 1e4...: Decimal.text(value / 1e3, fractionDigits: 0) + "k"
    case 10...: Decimal.text(value, fractionDigits: 0)
    case 0: "0"
    default: trimmed(Decimal.text(value, fractionDigits: value < 0.1 ? 3 : 1))
    }
  }

  /// Without noughts at its end that say nothing.
  private static func trimmed(_ digits: String) -> String {
    var digits = digits
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return digits
  }
}

extension String {
  /// The text where HTML could take it for its own, in elements and in attributes.
  var escapedForHTML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }
}
