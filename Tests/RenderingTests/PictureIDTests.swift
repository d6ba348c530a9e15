import Rendering
import Testing

@Suite struct PictureIDTests {
  @Test(
    arguments: [
      "pattern:a.1x1", "pattern:7.1080x1350", "pattern:A-z_09.8192x8192",
      "photo:0123abcd.16384x16384", "pattern:\(String(repeating: "s", count: 64)).3x4",
    ]
  )
  func aNameReadsBack(text: String) throws {
    #expect(try PictureID(text).text == text)
  }

  @Test(
    arguments: [
      "", ":", "pattern", "pattern:", "pattern:a", "pattern:a.", "pattern:a.1x", "pattern:a.x1",
      "pattern:.1x1", "pattern:a.0x1", "pattern:a.1x0", "pattern:a.01x1", "pattern:a.1x01",
      "pattern:a.8193x1", "pattern:a.1x8193", "photo:a.16385x1", "photo:a.1x16385",
      "pattern:a.-1x1", "pattern:a.+1x1", "pattern:a.1x1 ", " pattern:a.1x1", "Pattern:a.1x1",
      "video:a.1x1", "pattern:a b.1x1", "pattern:a.b.1x1", "pattern:a/b.1x1", "pattern:ä.1x1",
      "pattern:a:b.1x1", "pattern:a.1x1x1", "pattern:a.999999x1", "pattern:a.\u{0661}x1",
      "pattern:\(String(repeating: "s", count: 65)).3x4", "pattern:a\u{0}.1x1",
    ]
  )
  func whatIsNoNameIsRefused(text: String) {
    #expect(throws: RenderError.malformedImageID) { try PictureID(text) }
  }

  @Test func partsMakeOnlyNamesThatReadBack() throws {
    let id = try PictureID(kind: .pattern, name: "seed", width: 3, height: 4)
    #expect(id.text == "pattern:seed.3x4")
    #expect(throws: RenderError.malformedImageID) {
      try PictureID(kind: .pattern, name: "se.ed", width: 3, height: 4)
    }
    #expect(throws: RenderError.malformedImageID) {
      try PictureID(kind: .pattern, name: "seed", width: 0, height: 4)
    }
  }
}
