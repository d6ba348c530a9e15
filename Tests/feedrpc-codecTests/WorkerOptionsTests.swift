import Base
import Testing

@testable import feedrpc_codec

@Suite struct WorkerOptionsTests {
  @Test func everyOptionIsHeard() {
    let words = ["--address-space", "4096", "--work-seconds", "7", "--log-format", "json"]
    let options = WorkerOptions(words)
    #expect(options?.addressSpaceByteCount == 4_096 && options?.workSeconds == 7)
    #expect(options?.logFormat == .json)
    let none = WorkerOptions([])
    #expect(none?.addressSpaceByteCount == nil && none?.logFormat == .text)
  }

  @Test(arguments: [
    ["--work-seconds"], ["--work-seconds", "0"], ["--work-seconds", "x"],
    ["--address-space", "-1"], ["--log-format", "xml"], ["--log-format"], ["--else", "1"], ["7"],
  ])
  func whatNoDaemonSaysIsRefused(words: [String]) { #expect(WorkerOptions(words) == nil) }
}
