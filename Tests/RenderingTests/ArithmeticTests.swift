import Foundation
import Testing

@testable import Rendering

@Suite struct ArithmeticTests {
  @Test func theSineIsOne() {
    for step in -4000...4000 {
      let turns = Double(step) / 1000
      #expect(abs(Arithmetic.sine(turns: turns) - sin(turns * 2 * .pi)) < 4e-6, "at \(turns)")
      #expect(abs(Arithmetic.cosine(turns: turns) - cos(turns * 2 * .pi)) < 4e-6, "at \(turns)")
    }
  }

  @Test func theCubeRootIsOne() {
    for step in 0...1000 {
      let number = Double(step) / 1000
      #expect(abs(Arithmetic.cubeRoot(number) - cbrt(number)) < 1e-12, "of \(number)")
    }
    #expect(abs(Arithmetic.cubeRoot(1e-15) - 1e-5) < 1e-12)
    #expect(Arithmetic.cubeRoot(0) == 0)
  }

  @Test func sRGBIsEncodedAndDecoded() {
    for step in 0...1000 {
      let value = Double(step) / 1000
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      #expect(abs(Arithmetic.decodeSRGB(value) - light) < 1e-9, "at \(value)")
      #expect(abs(Arithmetic.encodeSRGB(light) - value) < 1e-6, "at \(value)")
    }
  }

  @Test func vectorsAreClamped() {
    let vector = SIMD8<Float>(-2, -0.0, 0, 0.25, 0.5, 1, 1.5, 1e6)
    #expect(VectorMath.clamped(vector) == SIMD8<Float>(0, 0, 0, 0.25, 0.5, 1, 1, 1))
    #expect(VectorMath.positive(vector) == SIMD8<Float>(0, 0, 0, 0.25, 0.5, 1, 1.5, 1e6))
    #expect(VectorMath.magnitude(vector) == SIMD8<Float>(2, 0, 0, 0.25, 0.5, 1, 1.5, 1e6))
    let other = SIMD8<Float>(repeating: 0.5)
    let smaller = VectorMath.smaller(vector, other)
    #expect(smaller == SIMD8<Float>(-2, 0, 0, 0.25, 0.5, 0.5, 0.5, 0.5))
  }

  @Test func greyIsGreyAndNoColorIsOutOfRange() {
    for step in 0...20 {
      let lightness = Double(step) / 20
      let grey = Color(lightness: lightness, chroma: 0, hue: 0.3)
      #expect(abs(grey.red - grey.green) < 0.01 && abs(grey.green - grey.blue) < 0.01)
      for hue in 0..<36 {
        let color = Color(lightness: lightness, chroma: 0.3, hue: Double(hue) / 36)
        for part in [color.red, color.green, color.blue] { #expect((0...255).contains(part)) }
      }
    }
    #expect(Color(lightness: 1, chroma: 0, hue: 0).red > 254.9)
  }
}
