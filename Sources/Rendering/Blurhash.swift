import Base

/// A picture in 28 characters, for a placeholder to paint until it arrives (blurha.sh).
///
/// Four by three cosines a colour: how much of each there is, in linear light, is written in base
/// 83.
///
///     1 character    horizontal components - 1 + 9 * (vertical components - 1)
///     1 character    the largest factor but the first, quantised to 1/166
///     4 characters   the mean: sRGB, 8 bits each
///     2 characters   each other factor: 19 steps of the square root, each colour
package enum Blurhash {
  private static let across = 4
  private static let down = 3
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8
  )
  private static let linear = (0..<256).map { Arithmetic.decodeSRGB(Double($0) / 255) }

  /// The blurhash of pixels; their transparency is ignored.
  ///
  /// Takes time in proportion to the pixels; a picture made small first has the same hash but for
  /// rounding.
  package static func encode(_ pixels: PixelBuffer) -> String {
    let factors = factors(pixels)
    var text: [UInt8] = []
    append(across - 1 + 9 * (down - 1), digits: 1, to: &text)
    let largest = factors.dropFirst().map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
    let steps = max(0, min(82, Int((largest * 166 - 0.5).rounded(.down))))
    append(steps, digits: 1, to: &text)
    let mean = SIMD3<Int>(byte(factors[0].x), byte(factors[0].y), byte(factors[0].z))
    append(mean.x << 16 | mean.y << 8 | mean.z, digits: 4, to: &text)
    let scale = Double(steps + 1) / 166
    for factor in factors.dropFirst() {
      let red = step(factor.x / scale)
      let green = step(factor.y / scale)
      append(red * 361 + green * 19 + step(factor.z / scale), digits: 2, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The blurhash of a pattern, drawn small; nil where the picture is none.
  package static func ofPattern(_ id: PictureID) -> String? {
    guard id.kind == .pattern else { return nil }
    let longest = Double(max(id.width, id.height))
    let width = max(1, Int((32 * Double(id.width) / longest).rounded()))
    let height = max(1, Int((32 * Double(id.height) / longest).rounded()))
    let scene = PatternScene(seed: id.name, naturalWidth: id.width, naturalHeight: id.height)
    return scene.draw(width: width, height: height, until: StopFlag()).map(encode)
  }

  /// How much of each cosine there is, row by row; the first is the mean.
  private static func factors(_ pixels: PixelBuffer) -> [SIMD3<Double>] {
    let horizontal = cosines(across, pixels.width)
    let vertical = cosines(down, pixels.height)
    var factors = [SIMD3<Double>](repeating: SIMD3(), count: across * down)
    pixels.bytes.withUnsafeBytes { bytes in
      for y in 0..<pixels.height {
        var sums = [SIMD3<Double>](repeating: SIMD3(), count: across)
        for x in 0..<pixels.width {
          let place = 4 * (y * pixels.width + x)
          let light = SIMD3(
            linear[Int(bytes[place])],
            linear[Int(bytes[place + 1])],
            linear[Int(bytes[place + 2])]
          )
          for i in 0..<across { sums[i] += light * horizontal[i][x] }
        }
        for j in 0..<down {
          for i in 0..<across { factors[j * across + i] += sums[i] * vertical[j][y] }
        }
      }
    }
    let area = Double(pixels.width * pixels.height)
    return factors.enumerated().map { index, factor in factor * ((index == 0 ? 1 : 2) / area) }
  }

  private static func cosines(_ count: Int, _ length: Int) -> [[Double]] {
    (0..<count).map { wave in
      (0..<length).map { place in
        Arithmetic.cosine(turns: Double(wave * place) / Double(2 * length))
      }
    }
  }

  private static func byte(_ light: Double) -> Int {
    Int(Arithmetic.encodeSRGB(max(0, min(1, light))) * 255 + 0.5)
  }

  private static func step(_ factor: Double) -> Int {
    let root = abs(factor).squareRoot()
    return max(0, min(18, Int(((factor < 0 ? -root : root) * 9 + 9.5).rounded(.down))))
  }

  private static func append(_ number: Int, digits count: Int, to text: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<count { divisor *= 83 }
    for _ in 0..<count {
      text.append(digits[number / divisor % 83])
      divisor /= 83
    }
  }
}
