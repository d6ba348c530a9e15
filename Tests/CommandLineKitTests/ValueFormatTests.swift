import Base
import Testing

@testable import CommandLineKit

@Suite struct ValueFormatTests {
  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("2s", .seconds(2)), ("1m", .seconds(60)),
    ("1.5h", .seconds(5_400)), ("10us", .microseconds(10)), ("1ns", .nanoseconds(1)),
    ("0.000000001s", .nanoseconds(1)), ("99999999999999s", .nanoseconds(Int64.max)),
    ("999999999999999999999999999999999999999999999h", .nanoseconds(Int64.max)),
  ])
  func durationsHaveUnits(text: String, duration: Duration) throws {
    #expect(try ValueFormat.duration().parse(text) == duration)
  }

  @Test(arguments: [
    "", "s", "5x", "5 s", "1.s", ".5s", "1e3s", "0.5ns", "1.0000000001s", "٣s", "+1s",
  ])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(throws: InvalidValue.notDuration) { try ValueFormat.duration().parse(text) }
  }

  @Test func zeroIsADurationWhereItMakesSense() throws {
    #expect(try ValueFormat.duration(allowsZero: true).parse("0s") == .zero)
    #expect(throws: InvalidValue.durationNegative) {
      try ValueFormat.duration(allowsZero: true).parse("-1ms")
    }
    #expect(throws: InvalidValue.durationWithoutUnit) {
      try ValueFormat.duration(allowsZero: true).parse("0")
    }
  }

  @Test func aDurationMayHaveAMaximum() throws {
    let format = ValueFormat.duration(allowsZero: true, atMost: .milliseconds(1))
    #expect(try format.parse("1ms") == .milliseconds(1))
    #expect(throws: InvalidValue.durationAbove("1ms")) { try format.parse("1000001ns") }
  }

  @Test(arguments: [
    ("0", 0), ("4096", 4_096), ("64MiB", 64 << 20), ("64mib", 64 << 20), ("64M", 64 << 20),
    ("1.5GiB", 3 << 29), ("2kB", 2_000), ("1TB", 1_000_000_000_000), ("1TiB", 1 << 40), ("5B", 5),
    ("9223372036854775807", .max),
  ])
  func sizesHaveUnits(text: String, byteCount: Int) throws {
    #expect(try ValueFormat.byteCount().parse(text) == byteCount)
  }

  @Test(arguments: ["", "MiB", "1.5", "1.5B", "0.3KiB", "5 MiB", "5PiB", "1MiBs", "0x10"])
  func whatIsNoSizeIsRefused(text: String) {
    #expect(throws: InvalidValue.notByteCount) { try ValueFormat.byteCount().parse(text) }
  }

  @Test(arguments: ["-1", "9223372036854775808", "9999999999999TiB"])
  func sizesOutOfRangeAreRefused(text: String) {
    #expect(throws: InvalidValue.byteCountOutOfRange(0 ... .max)) {
      try ValueFormat.byteCount().parse(text)
    }
  }

  @Test(arguments: [
    (0, "0"), (4_096, "4KiB"), (64 << 20, "64MiB"), (1_000, "1000"), (1 << 40, "1TiB"),
  ])
  func sizesAreShownInTheirLargestUnit(byteCount: Int, text: String) {
    #expect(ValueFormat.byteCount().describe(byteCount) == text)
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.seconds(90), "90s"), (.seconds(120), "2m"),
    (.milliseconds(250), "250ms"),
    (.seconds(7_200), "2h"),
  ])
  func durationsAreShownInTheirLargestUnit(duration: Duration, text: String) {
    #expect(ValueFormat.duration().describe(duration) == text)
  }

  @Test func pathsAreNeitherEmptyNorHaveNULs() throws {
    #expect(try ValueFormat.path.parse("a b") == "a b")
    #expect(throws: InvalidValue.empty) { try ValueFormat.path.parse("") }
    #expect(throws: InvalidValue.containsNUL) { try ValueFormat.path.parse("a\0") }
  }

  @Test(arguments: [
    (InvalidValue.integerOutOfRange(1 ... .max), "a whole number of 1 or more"),
    (.integerOutOfRange(.min...5), "a whole number of 5 or less"),
    (.byteCountOutOfRange(0 ... .max), "a size of 0 bytes or more"),
    (.containsNUL, "a text without NUL characters"),
    (.durationNegative, "a duration of zero or more"),
    (.durationAbove("1ms"), "a duration of at most 1ms"),
    (.notLike(example: "a..b"), "something like a..b"),
  ])
  func expectationsReadWell(reason: InvalidValue, text: String) {
    #expect(reason.description == text)
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("paint", "pant", 1), ("shwo", "show", 1),
    ("kitten", "sitting", 3), ("abc", "abc", 0),
  ])
  func theDistanceOfWordsCountsEdits(one: String, other: String, distance: Int) {
    #expect(Suggestion.distance(one, other) == distance)
  }
}
