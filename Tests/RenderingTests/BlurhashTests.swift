import Base
import Rendering
import Testing

@Suite struct BlurhashTests {
  private func pixels(_ width: Int, _ height: Int, _ color: (Int, Int) -> [Int]) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += color(x, y).map { UInt8($0) } + [255] }
    }
    return PixelBuffer(width: width, height: height, bytes: Bytes(bytes))
  }

  /// What the package `blurhash` 1.1.5 from PyPI answers for the same pixels.
  @Test func theHashIsThatOfOtherEncoders() {
    #expect(Blurhash.encode(pixels(8, 6) { _, _ in [0, 0, 0] }) == "L00000fQfQfQfQfQfQfQfQfQfQfQ")
    #expect(
      Blurhash.encode(pixels(32, 24) { _, _ in [255, 255, 255] }) == "LDTSUA_3fQ_3~qoffQoffQfQfQfQ"
    )
    #expect(
      Blurhash.encode(pixels(32, 24) { x, y in [x * 8, y * 10, 128] })
        == "LxH27k2swxX8mHWWjtf7gJfjfQfj"
    )
    let checks = pixels(20, 30) { x, y in (x / 5 + y / 5) % 2 == 1 ? [255, 0, 0] : [0, 64, 255] }
    #expect(Blurhash.encode(checks) == "LELlA|=PfQ=P$TFhfQ2zfQfQfQfQ")
    #expect(
      Blurhash.encode(pixels(1, 1) { _, _ in [200, 100, 50] }) == "L~M|T9}=}=}=}=}=}=}=}=}=}=}="
    )
  }

  @Test func transparencyIsIgnored() {
    let opaque = PixelBuffer(width: 1, height: 1, bytes: [9, 8, 7, 255])
    let clear = PixelBuffer(width: 1, height: 1, bytes: [9, 8, 7, 0])
    #expect(Blurhash.encode(opaque) == Blurhash.encode(clear))
  }

  @Test(arguments: ["1x1", "1080x1350", "8192x1", "1x8192", "33x32"])
  func everyPatternHasOne(size: String) throws {
    let hash = Blurhash.ofPattern(try PictureID("pattern:seed.\(size)"))
    #expect(hash?.count == 28 && hash?.first == "L")
  }

  @Test func aPhotoHasNoneWithoutItsPixels() throws {
    #expect(Blurhash.ofPattern(try PictureID("photo:mac.4x3")) == nil)
  }
}
