import Base
import Testing

@testable import LoadTest

@Suite struct LoadCourseTests {
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

  @Test(
    arguments: [
      ("64", .constant(64)), ("1", .constant(1)), ("10000", .constant(10_000)),
      ("8,16,4", .steps([8, 16, 4])), ("1..64", .ramp(from: 1, to: 64)),
    ] as [(String, LoadConcurrency)]
  )
  func aConcurrencyIsReadAndWritten(text: String, concurrency: LoadConcurrency) {
    #expect(LoadConcurrency(text) == concurrency && concurrency.description == text)
  }

  @Test(arguments: ["", "0", "10001", "-1", "+1", "1.5", "1,", "1..", "99999999999999999999"])
  func whatIsNoConcurrencyIsRefused(text: String) { #expect(LoadConcurrency(text) == nil) }

  @Test(
    arguments: [
      (.constant(5), 5, [5, 5, 5, 5, 5]), (.steps([2, 7]), 7, [2, 2, 2, 7, 7]),
      (.steps([7, 2]), 7, [7, 7, 7, 2, 2]), (.ramp(from: 1, to: 5), 5, [1, 1, 2, 3, 5]),
      (.ramp(from: 5, to: 1), 5, [5, 5, 4, 3, 1]),
    ] as [(LoadConcurrency, Int, [Int])]
  )
  func aConcurrencyHasItsCourse(concurrency: LoadConcurrency, most: Int, numbers: [Int]) {
    let found = [-1, 0, 249, 500, 1_000].map {
      concurrency.number(at: .milliseconds($0), of: .seconds(1))
    }
    #expect(found == numbers && concurrency.most == most)
  }

  @Test(
    arguments: [.steps([1, 2, 9, 3]), .ramp(from: 2, to: 9), .ramp(from: 1, to: 10_000)]
      as [LoadConcurrency]
  )
  func whoWaitsForEachRiseMissesNone(concurrency: LoadConcurrency) throws {
    let duration = Duration.milliseconds(1_237)
    var now = Duration.zero
    var number = concurrency.number(at: now, of: duration)
    while let rise = concurrency.nextRise(after: now, of: duration) {
      try #require(rise > now && rise <= duration)
      let before = concurrency.number(at: rise - .nanoseconds(1), of: duration)
      #expect(before <= number)
      now = rise
      number = concurrency.number(at: now, of: duration)
    }
    #expect(concurrency.number(at: duration, of: duration) <= number)
  }

  @Test func whatFallsOrStaysDoesNotRise() {
    for concurrency in [.constant(3), .ramp(from: 9, to: 2)] as [LoadConcurrency] {
      #expect(concurrency.nextRise(after: .zero, of: .seconds(1)) == nil)
    }
  }
}
