import Base
import Foundation
import RPC
import Testing

@testable import NativeWire

/// Runs for as long as `scripts/fuzz fds` says, and is skipped elsewhere.
@Suite struct DescriptorFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["FEEDRPC_FUZZ_SECONDS"].flatMap(Int.init)

  @Test(.enabled(if: seconds != nil, "runs in scripts/fuzz"))
  func bothRolesBearWhateverComes() throws {
    let seconds = try #require(Self.seconds)
    let first = Self.environment["FEEDRPC_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    let end = Instant.now() + .seconds(seconds)
    var seed = first
    while Instant.now() < end {
      DescriptorGarbage(seed: seed).run()
      sendAtRandom(seed: seed)
      seed += 1
    }
    print("seeds \(first)..<\(seed)")
  }

  /// A server that passes descriptors at random to a client that cancels, gives credit and reads
  /// at random: marks and frames stay in step, and the client never finds one missing.
  private func sendAtRandom(seed: UInt64) {
    var random = Random(seed)
    var pair = Pair { limits in
      limits.descriptorCount = 4
      limits.streamWindowByteCount = 300
    }
    var calls: [CallID] = []
    var expected = 0
    for _ in 0..<50 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if let call = pair.client.open(Methods.server) { calls.append(call) }
      case 1:
        guard let call = calls.randomElement(using: &random) else { continue }
        pair.client.cancel(call, code: .cancelled, at: pair.now)
      case 2: pair.run()
      case 3:
        guard let call = calls.randomElement(using: &random) else { continue }
        pair.client.messageTaken(64, on: call, at: pair.now)
      default:
        guard let call = calls.randomElement(using: &random), pair.server.fileLimit() == 4 else {
          continue
        }
        let count = Int.random(in: 1...4, using: &random)
        let labels = (0..<count).map { PassedFile.Label(kind: .memory, tag: UInt16($0)) }
        if pair.server.send("m", with: labels, on: call) { expected += count }
      }
    }
    pair.run()
    let heard = pair.clientHeard()
    #expect(!heard.contains { $0.hasPrefix("failed") }, "seed \(seed): \(heard)")
    let arrived = heard.reduce(0) { sum, words in
      guard words.hasPrefix("files"), let digit = words.last?.wholeNumberValue else { return sum }
      return sum + digit
    }
    #expect(arrived == expected, "seed \(seed)")
  }
}
