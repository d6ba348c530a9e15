import Base
import Foundation
import Testing

/// Whatever comes, sessions of HTTP/2 keep their promises.
@Suite struct SessionFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["FEEDRPC_FUZZ_SECONDS"].flatMap(Int.init)

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func sessionsKeepTheirPromises(seed: UInt64) { SessionFuzz.run(seed: seed) }

  /// Runs for as long as `scripts/fuzz http2` says.
  @Test(.enabled(if: seconds != nil, "runs in scripts/fuzz"))
  func sessionsBearWhateverComes() throws {
    let seconds = try #require(Self.seconds)
    let first = Self.environment["FEEDRPC_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    let end = Instant.now() + .seconds(seconds)
    var seed = first
    while Instant.now() < end {
      // A crash tells nothing of its seed.
      if let last = Self.environment["FEEDRPC_FUZZ_LAST"] {
        try "\(seed)".write(toFile: last, atomically: false, encoding: .utf8)
      }
      SessionFuzz.run(seed: seed)
      seed += 1
    }
    print("seeds \(first)..<\(seed)")
  }
}
