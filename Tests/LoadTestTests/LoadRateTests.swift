import Testing

@testable import LoadTest

@Suite struct LoadRateTests {
  @Test(
    arguments: [
      ("1000", .constant(1_000)), ("0.5", .constant(0.5)), ("0.01", .constant(0.01)),
      ("1000000", .constant(1_000_000)), ("100,200,50", .steps([100, 200, 50])),
      ("1..2000", .ramp(from: 1, to: 2_000)), ("20.5..3", .ramp(from: 20.5, to: 3)),
    ] as [(String, LoadRate)]
  )
  func aRateIsReadAndWritten(text: String, rate: LoadRate) {
    #expect(LoadRate(text) == rate)
    #expect(rate.description == text)
  }

  @Test(arguments: [
    "", "0", "0.009", "1000001", "-1", "1e3", "nan", "1,", ",1", "1,,2", "..", "1..", "..2",
    "1..2..3", "1..2,3", " 1", "1/s",
  ])
  func whatIsNoRateIsRefused(text: String) { #expect(LoadRate(text) == nil) }

  @Test(arguments: [(LoadLimits.stepCount, true), (LoadLimits.stepCount + 1, false)])
  func thereIsALimitToSteps(count: Int, isRead: Bool) {
    let text = [String](repeating: "5", count: count).joined(separator: ",")
    #expect((LoadRate(text) != nil) == isRead)
  }
}
