import Glibc

/// Lines over an axis, drawn as SVG for a page whose style names the colours.
struct LineChart: Hashable, Sendable {
  /// How a value becomes a place on an axis.
  enum Scale: Hashable, Sendable {
    case linear
    /// For values above zero.
    case logarithmic
  }

  struct Line: Hashable, Sendable {
    let name: String
    /// From left to right.
    let points: [Point]
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
  /// What is written below; its first and last value are the ends of the axis.
  let marks: [Mark]

  private static let (width, height) = (720.0, 260.0)
  private static let (left, right, top, bottom) = (64.0, 12.0, 10.0, 26.0)
  /// Colours that the page has for lines.
  static let colourCount = 4

  /// The chart with its title and the names of its lines, as a figure of a page.
  var html: String {
    let names = lines.enumerated().map { index, line in
      "<span class=\"key c\(index % Self.colourCount)\">\(line.name.escapedForHTML)</span>"
    }
    return """
      <figure>
      <figcaption><b>\(title.escapedForHTML)</b> <small>\(unit.escapedForHTML)</small>\
      \(names.joined())</figcaption>
      <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" \
      aria-label="\(title.escapedForHTML)">
      \(grid)\(lines.enumerated().map(path).joined())</svg>
      </figure>

      """
  }

  private func path(_ index: Int, _ line: Line) -> String {
    let places = line.points.map { "\(Self.text(place(x: $0.x))),\(Self.text(place(y: $0.y)))" }
    guard !places.isEmpty else { return "" }
    let name = line.name.escapedForHTML
    return "<polyline class=\"c\(index % Self.colourCount)\" points=\""
      + places.joined(separator: " ") + "\"><title>\(name)</title></polyline>\n"
  }

  private var grid: String {
    var svg = ""
    let (right, bottom) = (Self.width - Self.right, Self.height - Self.bottom)
    for mark in levels {
      let y = Self.text(place(y: mark.value))
      svg +=
        "<line x1=\"\(Self.left)\" x2=\"\(right)\" y1=\"\(y)\" y2=\"\(y)\"/>"
        + "<text x=\"\(Self.left - 8)\" y=\"\(y)\" dy=\"4\" class=\"end\">\(mark.text)</text>\n"
    }
    for mark in marks {
      let x = Self.text(place(x: mark.value))
      svg += "<text x=\"\(x)\" y=\"\(bottom + 18)\" class=\"middle\">\(mark.text)</text>\n"
    }
    return svg
  }

  private static func text(_ place: Double) -> String { Decimal.text(place, fractionDigits: 1) }
}

// MARK: - Places

extension LineChart {
  private var values: [Double] { lines.flatMap { $0.points.map(\.y) } }

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

  private func place(x: Double) -> Double {
    let (first, last) = (marks.first?.value ?? 0, marks.last?.value ?? 1)
    let part = last > first ? (x - first) / (last - first) : 0
    return Self.left + min(max(part, 0), 1) * (Self.width - Self.left - Self.right)
  }

  private func place(y: Double) -> Double {
    let range = range
    let part: Double =
      switch scale {
      case .linear: y / range.upperBound
      case .logarithmic:
        log(max(y, range.lowerBound) / range.lowerBound) / log(range.upperBound / range.lowerBound)
      }
    return Self.height - Self.bottom - part * (Self.height - Self.top - Self.bottom)
  }

  /// The values with a line across.
  private var levels: [Mark] {
    let range = range
    switch scale {
    case .linear:
      let decade = Self.decade(below: range.upperBound)
      let step =
        [0.2, 0.5, 1, 2].map { $0 * decade }.first { range.upperBound / $0 <= 5 } ?? decade
      return (0...5).map { Double($0) * step }.filter { $0 <= range.upperBound }.map(Self.mark)
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

  private static func mark(_ value: Double) -> Mark { Mark(value: value, text: short(value)) }

  /// With as many digits as its size needs.
  static func short(_ value: Double) -> String {
    switch value {
    case 1e9...: Decimal.text(value / 1e9, fractionDigits: 0) + "G"
    case 1e6...: Decimal.text(value / 1e6, fractionDigits: value < 1e7 ? 1 : 0) + "M"
    case 1e4...: Decimal.text(value / 1e3, fractionDigits: 0) + "k"
    case 10...: Decimal.text(value, fractionDigits: 0)
    case 0.1...: Decimal.text(value, fractionDigits: 1)
    case 0: "0"
    default: Decimal.text(value, fractionDigits: 3)
    }
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
