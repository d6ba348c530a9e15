import Testing

@testable import Rendering

@Suite struct PixelRowTests {
  private func stored(_ row: borrowing PixelRow, width: Int, number: Int = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 77, count: 4 * width + 4)
    bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      row.store(to: start, width: width, row: number)
    }
    return bytes
  }

  @Test(arguments: [1, 7, 8, 9, 16, 23])
  func aRowIsStoredToItsLastPixelAndNoFurther(width: Int) {
    let row = PixelRow(width: width, left: 0, step: 1)
    for index in 0..<row.count { row.set(index, Color(red: 1, green: 2, blue: 3)) }
    let pixels = (0..<width).flatMap { _ in [1, 2, 3, 255] as [UInt8] }
    #expect(stored(row, width: width) == pixels + [77, 77, 77, 77])
  }

  @Test(arguments: 0..<8)
  func wholeValuesStayAsTheyAre(number: Int) {
    let row = PixelRow(width: 8, left: 0, step: 1)
    for value in 0...255 {
      row.set(0, Color(red: Float(value), green: Float(255 - value), blue: 0))
      let bytes = stored(row, width: 8, number: number)
      for pixel in 0..<8 {
        #expect(bytes[4 * pixel] == UInt8(value) && bytes[4 * pixel + 1] == UInt8(255 - value))
      }
    }
  }

  @Test(arguments: [0.25, 0.5, 0.75] as [Float])
  func valuesBetweenTwoBytesAreSpreadOverThePlaces(part: Float) {
    let row = PixelRow(width: 8, left: 0, step: 1)
    row.set(0, Color(red: 100 + part, green: 0, blue: 0))
    var sum = 0
    for number in 0..<8 {
      let bytes = stored(row, width: 8, number: number)
      for pixel in 0..<8 { sum += Int(bytes[4 * pixel]) - 100 }
    }
    #expect(Float(sum) == 64 * part)
  }

  @Test func aRunHoldsEveryPixelBetweenTwoPlaces() {
    let row = PixelRow(width: 40, left: 10, step: 2)
    #expect(row.count == 5)
    // Vectors begin at 10, 26, 42, 58 and 74.
    #expect(row.vectors(from: 10, to: 24) == 0..<1)
    #expect(row.vectors(from: 25, to: 26) == 0..<2)
    #expect(row.vectors(from: 30, to: 80) == 1..<5)
    #expect(row.vectors(from: -1e9, to: 1e9) == 0..<5)
    #expect(row.vectors(from: -20, to: -10).isEmpty)
    #expect(row.vectors(from: 1000, to: 2000).isEmpty)
  }

  @Test(arguments: [1, 5, 40, 300], [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9])
  func aGradientHasItsColorAtEveryPixel(width: Int, turns: Double) {
    let frame = Frame(naturalWidth: 4, naturalHeight: 5)
    let from = Palette.Tone(lightness: 0.3, chroma: 0.15, hue: 0.1)
    let to = Palette.Tone(lightness: 0.9, chroma: 0.1, hue: 0.6)
    let gradient = Gradient(from, to, turns: turns, frame: frame)
    let window = frame.window(width: width, height: width)
    var row = PixelRow(width: width, left: Float(window.left), step: Float(window.step))
    for line in [0, width / 2, width - 1] {
      row.y = Float(window.top + window.step * Double(line))
      gradient.fill(row)
      let bytes = stored(row, width: width, number: line)
      for pixel in 0..<width {
        let color = gradient.color(x: row.left + row.step * Float(pixel), y: row.y)
        #expect(abs(Float(bytes[4 * pixel]) - color.red) < 1.05)
        #expect(abs(Float(bytes[4 * pixel + 1]) - color.green) < 1.05)
        #expect(abs(Float(bytes[4 * pixel + 2]) - color.blue) < 1.05)
      }
    }
  }
}
