/// Colours that go together.
struct Palette: Sendable {
  /// A point of colour space.
  struct Tone: Sendable {
    var lightness: Double
    var chroma: Double
    /// In turns.
    var hue: Double

    var color: Color { Color(lightness: lightness, chroma: chroma, hue: hue) }

    func mixed(with other: Tone, _ amount: Double) -> Tone {
      Tone(
        lightness: lightness + (other.lightness - lightness) * amount,
        chroma: chroma + (other.chroma - chroma) * amount,
        hue: hue + (other.hue - hue) * amount
      )
    }
  }

  /// The two ends of the background.
  let ground: (Tone, Tone)
  /// Five tones for what lies on it, the boldest first.
  let inks: [Tone]
  /// True where the background is darker than the inks.
  let isDark: Bool

  /// How the hues of the inks lie to the first, in turns.
  private static let harmonies: [[Double]] = [
    [0, 0.07, -0.07, 0.13, 0.5],
    [0, 0.5, 0.06, 0.45, -0.06],
    [0, 0.33, 0.66, 0.05, 0.38],
    [0, 0.42, 0.58, 0.08, -0.05],
    [0, 0.1, 0.2, -0.08, 0.28],
    [0, 0.25, 0.5, 0.05, 0.3],
  ]

  private struct Mood {
    let ground: ClosedRange<Double>
    let groundChroma: Double
    /// Lightness of each ink.
    let inks: [Double]
    let inkChroma: Double
    let isDark: Bool
  }

  private static let moods: [Mood] = [
    Mood(
      ground: 0.94...0.975,
      groundChroma: 0.025,
      inks: [0.62, 0.5, 0.78, 0.7, 0.36],
      inkChroma: 0.15,
      isDark: false
    ),
    Mood(
      ground: 0.2...0.32,
      groundChroma: 0.06,
      inks: [0.74, 0.62, 0.85, 0.68, 0.93],
      inkChroma: 0.15,
      isDark: true
    ),
    Mood(
      ground: 0.72...0.84,
      groundChroma: 0.12,
      inks: [0.58, 0.95, 0.42, 0.88, 0.68],
      inkChroma: 0.17,
      isDark: false
    ),
    Mood(
      ground: 0.42...0.56,
      groundChroma: 0.13,
      inks: [0.82, 0.7, 0.94, 0.3, 0.76],
      inkChroma: 0.14,
      isDark: true
    ),
    Mood(
      ground: 0.88...0.93,
      groundChroma: 0.055,
      inks: [0.68, 0.76, 0.56, 0.84, 0.44],
      inkChroma: 0.12,
      isDark: false
    ),
  ]

  init(_ random: inout SeededRandom) {
    let hue = random.number(0..<1)
    let harmony = random.pick(Self.harmonies)
    let mood = random.pick(Self.moods)
    let groundHue = hue + random.pick([0, 0.5, 0.08, -0.1])
    let turn = random.pick([0.06, 0.1, 0.14, -0.08, -0.12])
    let low = mood.ground.lowerBound
    let high = mood.ground.upperBound
    ground = (
      Self.clean(Tone(lightness: high, chroma: mood.groundChroma, hue: groundHue)),
      Self.clean(Tone(lightness: low, chroma: mood.groundChroma * 1.25, hue: groundHue + turn))
    )
    isDark = mood.isDark
    inks = zip(harmony, mood.inks).map { offset, lightness in
      // The nearer to white or black, the less colour looks clean.
      let chroma = mood.inkChroma * (lightness > 0.9 ? 0.4 : lightness < 0.4 ? 0.65 : 1)
      return Self.clean(Tone(lightness: lightness, chroma: chroma, hue: hue + offset))
    }
  }

  /// Dark yellow is brown or olive: it is made lighter, or where it has to be dark, blue.
  static func clean(_ tone: Tone) -> Tone {
    var tone = tone
    let turn = tone.hue - tone.hue.rounded(.down)
    guard (0.17...0.37).contains(turn) else { return tone }
    if tone.lightness < 0.5 {
      tone.hue += 0.4
    } else {
      tone.lightness = max(tone.lightness, 0.74)
    }
    return tone
  }

  /// `count` colours on the way between two tones, ends included.
  static func ramp(_ from: Tone, _ to: Tone, count: Int) -> [Color] {
    (0..<count).map { from.mixed(with: to, Double($0) / Double(max(count - 1, 1))).color }
  }
}
