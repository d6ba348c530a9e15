/// A colour as it is drawn: sRGB, each part from 0 to 255.
struct Color: Hashable, Sendable {
  var red: Float
  var green: Float
  var blue: Float

  static let white = Color(red: 255, green: 255, blue: 255)

  /// The colour of this lightness (0 to 1), chroma (0 to about 0.3) and hue (in turns) in Oklab
  /// (bottosson.github.io/posts/oklab), where equal steps look equal.
  ///
  /// What sRGB does not have loses chroma until it has it.
  init(lightness: Double, chroma: Double, hue: Double) {
    let cosine = Arithmetic.cosine(turns: hue)
    let sine = Arithmetic.sine(turns: hue)
    var chroma = chroma
    while true {
      let light = Self.linear(lightness, chroma * cosine, chroma * sine)
      let isInside = light.min() >= -0.0001 && light.max() <= 1.0001
      if isInside || chroma < 0.002 {
        self.init(linear: light)
        return
      }
      chroma -= 0.004
    }
  }

  init(red: Float, green: Float, blue: Float) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  private init(linear light: SIMD3<Double>) {
    let inside = light.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
    red = Float(255 * Arithmetic.encodeSRGB(inside.x))
    green = Float(255 * Arithmetic.encodeSRGB(inside.y))
    blue = Float(255 * Arithmetic.encodeSRGB(inside.z))
  }

  /// This colour where `amount` is 0, `other` where it is 1.
  func mixed(with other: Color, _ amount: Float) -> Color {
    Color(
      red: red + (other.red - red) * amount,
      green: green + (other.green - green) * amount,
      blue: blue + (other.blue - blue) * amount
    )
  }

  private static func linear(_ lightness: Double, _ a: Double, _ b: Double) -> SIMD3<Double> {
    let long = lightness + 0.3963377774 * a + 0.2158037573 * b
    let medium = lightness - 0.1055613458 * a - 0.0638541728 * b
    let short = lightness - 0.0894841775 * a - 1.2914855480 * b
    let cubes = SIMD3(long * long * long, medium * medium * medium, short * short * short)
    return SIMD3(
      4.0767416621 * cubes.x - 3.3077115913 * cubes.y + 0.2309699292 * cubes.z,
      -1.2684380046 * cubes.x + 2.6097574011 * cubes.y - 0.3413193965 * cubes.z,
      -0.0041960863 * cubes.x - 0.7034186147 * cubes.y + 1.7076147010 * cubes.z
    )
  }
}
