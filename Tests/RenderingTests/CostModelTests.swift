import Base
import Rendering
import Testing

@Suite struct CostModelTests {
  @Test func morePixelsTakeLonger() {
    let model = CostModel.pattern
    for format in ImageFormat.allCases where format != .original {
      let small = model.time(for: sampleKey(side: 100, format: format))
      let large = model.time(for: sampleKey(side: 1000, format: format))
      #expect(small < large && small > .zero)
    }
  }

  @Test(arguments: [5, 20, 80])
  func estimatesFollowWhatIsObserved(milliseconds: Int) {
    var model = CostModel.pattern
    let key = sampleKey(side: 1000, format: .jpeg)
    for _ in 0..<60 { model.learn(key, took: .milliseconds(milliseconds)) }
    let error = model.time(for: key) - .milliseconds(milliseconds)
    #expect(abs(error.nanoseconds) < Int64(milliseconds) * 50_000)
  }

  @Test func oneSlowRenderIsNoSlowMachine() {
    var model = CostModel.pattern
    let key = sampleKey(side: 1000, format: .jpeg)
    let before = model.time(for: key)
    model.learn(key, took: .seconds(3600))
    #expect(model.time(for: key) < before * 1.5)
  }

  @Test func smallPicturesTeachNothing() {
    var model = CostModel.pattern
    let key = sampleKey(side: 99, format: .jpeg)
    let before = model.time(for: key)
    model.learn(key, took: .seconds(1))
    #expect(model.time(for: key) == before)
  }

  @Test func aRenderThatTookNoTimeLeavesAPositiveEstimate() {
    var model = CostModel.pattern
    let key = sampleKey(side: 100, format: .rgba8)
    for _ in 0..<1000 { model.learn(key, took: .zero) }
    #expect(model.time(for: key) > .zero)
  }
}
