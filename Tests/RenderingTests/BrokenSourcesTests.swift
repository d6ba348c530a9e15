import Base
import Testing

@testable import Rendering

@Suite struct BrokenSourcesTests {
  private let start = Instant.at(milliseconds: 0)

  @Test func aBrokenPictureIsBrokenAtAllSizesForAWhile() {
    var broken = BrokenSources()
    broken.note(.sourceDamaged, of: sampleKey("a", side: 8), at: start)
    #expect(broken.error(for: sampleKey("a", side: 9), at: start) == .sourceDamaged)
    #expect(broken.error(for: sampleKey("b", side: 8), at: start) == nil)
    #expect(broken.error(for: sampleKey("a"), at: .at(milliseconds: 1999)) == .sourceDamaged)
    #expect(broken.error(for: sampleKey("a"), at: .at(milliseconds: 2000)) == nil)
  }

  @Test(arguments: [
    RenderError.cancelled, .encoderUnavailable, .timedOut, .shutDown, .unknownImage,
  ])
  func failuresThatAreNotThePicturesAreForgotten(error: RenderError) {
    var broken = BrokenSources()
    broken.note(error, of: sampleKey(), at: start)
    #expect(broken.count == 0)
  }

  @Test func aCrashIsThePhotosDoingAndNotThePatterns() throws {
    var broken = BrokenSources()
    let crash = RenderError.encodingFailed(.crashed)
    let photo = try RenderKey(ImageVariant(imageID: "photo:a.1x1", format: .rgba8))
    broken.note(crash, of: sampleKey(), at: start)
    #expect(broken.count == 0)
    broken.note(.encodingFailed(.timedOut), of: photo, at: start)
    #expect(broken.count == 0)
    broken.note(crash, of: photo, at: start)
    #expect(broken.error(for: photo, at: .at(milliseconds: 1999)) == crash)
    #expect(broken.error(for: photo, at: .at(milliseconds: 2000)) == nil)
    #expect(broken.error(for: sampleKey(), at: start) == nil)
  }

  @Test func anotherFailureStartsTheTimeAnew() {
    var broken = BrokenSources()
    broken.note(.sourceDamaged, of: sampleKey(), at: start)
    broken.note(.sourceRefused, of: sampleKey(), at: .at(milliseconds: 1500))
    broken.note(.sourceRefused, of: sampleKey("b"), at: .at(milliseconds: 2500))
    #expect(broken.error(for: sampleKey(), at: .at(milliseconds: 3499)) == .sourceRefused)
    #expect(broken.error(for: sampleKey(), at: .at(milliseconds: 3500)) == nil)
  }

  @Test func onlySoManyAreRemembered() {
    var broken = BrokenSources()
    for number in 0...RenderLimits.brokenSources {
      broken.note(.sourceDamaged, of: sampleKey("\(number)"), at: start)
    }
    #expect(broken.count == RenderLimits.brokenSources)
    #expect(broken.error(for: sampleKey("0"), at: start) == nil)
    #expect(broken.error(for: sampleKey("1"), at: start) == .sourceDamaged)
  }
}
