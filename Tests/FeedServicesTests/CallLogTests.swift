import Base
import RPC
import Testing

@testable import FeedServices

@Suite struct CallLogTests {
  @Test(arguments: StatusCode.allCases)
  func faultsOfTheServerAreWarnings(code: StatusCode) {
    let isFault = [.unknown, .internal, .dataLoss].contains(code)
    #expect(CallLog.level(of: code) == (isFault ? .warning : .debug))
  }
}
