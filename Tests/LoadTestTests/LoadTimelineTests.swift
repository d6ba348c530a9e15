import Base
import Testing

@testable import LoadTest

@Suite struct LoadTimelineTests {
  @Test func whatEndsIsCountedInItsStretch() {
    var timeline = LoadTimeline()
    for milliseconds in [0, 99, 100, 350, -5] {
      timeline[at: .milliseconds(milliseconds)].callCount += 1
    }
    #expect(timeline.length == .milliseconds(100))
    #expect(timeline.stretches.map(\.callCount) == [3, 1, 0, 1])
  }

  @Test func stretchesGetLongerWhereTheTimeDoesAndNothingIsLost() {
    var timeline = LoadTimeline()
    let count = LoadLimits.timelineCount
    for index in 0..<count {
      timeline[at: .milliseconds(100 * index)].callCount += 1
      timeline[at: .milliseconds(100 * index)].responseTimes.record(Int64(index))
    }
    #expect(timeline.stretches.count == count && timeline.length == .milliseconds(100))
    timeline[at: .milliseconds(100 * count)].callCount += 1
    #expect(timeline.length == .milliseconds(200))
    #expect(timeline.stretches.count == count / 2 + 1)
    #expect(timeline.stretches.prefix(count / 2).allSatisfy { $0.callCount == 2 })
    #expect(
      timeline.stretches.allSatisfy { $0.responseTimes.count == $0.callCount || $0.callCount == 1 }
    )
    timeline[at: .seconds(1_000_000)].callCount += 1
    #expect(timeline.stretches.count <= count)
    #expect(timeline.stretches.reduce(0) { $0 + $1.callCount } == count + 2)
  }
}
