import Base
import Testing

@testable import NativeWire

@Suite struct HelloTests {
  @Test func theBytesAreAsDrawn() {
    var hello = Hello()
    hello.features = [.cancel, .flow]
    let body = Array(hello.body)
    #expect(body[..<14] == [0x46, 0x52, 0x43, 0x31, 1, 0, 0, 7, 0, 1, 0, 0, 0, 3])
    #expect(body.count == 8 + 7 * 6)
  }

  @Test func everySettingComesBack() {
    var hello = Hello(NativeLimits(), features: .offered)
    hello.descriptorCount = 4
    hello.openCallCount = 77
    #expect(Hello(hello.body) == hello)
    #expect(hello.pingIntervalMilliseconds == 1_000)
  }

  @Test func unknownSettingsAreSkippedAndAbsentOnesHaveDefaults() {
    let hello = Hello([0x46, 0x52, 0x43, 0x31, 9, 0, 0, 2, 0, 99, 1, 2, 3, 4, 0, 1, 0, 0, 0, 2])
    #expect(hello?.version == 9)
    #expect(hello?.features == .flow)
    #expect(hello?.streamWindowByteCount == 65_536)
  }

  @Test func aWindowIsNeverMoreThanCreditCanBe() {
    let body: Bytes = [
      0x46, 0x52, 0x43, 0x31, 1, 0, 0, 1, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF,
    ]
    #expect(Hello(body)?.streamWindowByteCount == Credit.highest)
  }

  @Test(
    arguments: [
      [], [0x46, 0x52, 0x43, 0x31, 1, 0, 0], [0x46, 0x52, 0x43, 0x32, 1, 0, 0, 0],
      [0x46, 0x52, 0x43, 0x31, 0, 0, 0, 0], [0x46, 0x52, 0x43, 0x31, 1, 0, 0, 1, 0, 1, 0, 0, 0],
      [0x46, 0x52, 0x43, 0x31, 1, 0, 0xFF, 0xFF],
    ] as [Bytes]
  )
  func whatIsNoHelloIsNone(body: Bytes) { #expect(Hello(body) == nil) }

  @Test func aGoAwayComesBack() {
    let goAway = GoAway(lastID: 7, code: .enhanceYourCalm, text: "too_many_pings")
    #expect(GoAway(goAway.body) == goAway)
    #expect(Array(goAway.body)[..<8] == [0, 0, 0, 7, 0, 0, 0, 11])
    #expect(GoAway(Bytes.zeros(7)) == nil)
    #expect(GoAway(Bytes.zeros(8))?.text == "")
  }
}
