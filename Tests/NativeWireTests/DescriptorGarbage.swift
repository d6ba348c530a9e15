import Base
import RPC
import Testing

@testable import NativeWire

/// Frames and descriptors at random, to a client that offered to take them.
///
/// A driver's queue is played beside it: it must never be asked for more than it holds, and the
/// connection ends as soon as there is more in it than frames claim.
struct DescriptorGarbage {
  let seed: UInt64

  func run(rounds: Int = 60) {
    var random = Random(seed)
    var client = NativeClientSession.make { $0.descriptorCount = 4 }
    for round in 0..<8 { _ = client.open(Methods.all[round % 4], "m") }
    if Int.random(in: 0..<8, using: &random) > 0 {
      let features = Features.offered.union(.descriptors)
      _ = client.feed(Raw.hello(features: features, flags: 1, descriptors: 4))
    }
    var held = 0
    var hasFailed = false
    for _ in 0..<rounds where !hasFailed {
      let (bytes, arrived) = read(&random)
      client.receiveFiles(arrived)
      held += arrived
      client.receive(Bytes(bytes), at: .start)
      while let event = client.nextEvent() {
        switch event {
        case .files(_, let labels):
          held -= labels.count
          #expect((1...4).contains(labels.count) && held >= 0, "seed \(seed)")
        case .failed: hasFailed = true
        default: break
        }
      }
      if !hasFailed {
        #expect(held == client.unclaimed.count, "seed \(seed)")
        let begun = client.connection.decoder.begun
        let mayCome = begun == nil || begun?.type == FrameType.descriptors.rawValue
        #expect(held == 0 || mayCome, "seed \(seed)")
      }
      _ = client.takeOutput()
    }
  }

  /// The bytes of one read, and how many descriptors came with it: mostly as they should.
  private func read(_ random: inout Random) -> ([UInt8], arrived: Int) {
    var bytes: [UInt8] = []
    var arrived = 0
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let stream = UInt32.random(in: 0...20, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let count = Int.random(in: 1...4, using: &random)
        bytes += Raw.descriptors(stream, count)
        arrived += count
      case 5..<8: bytes += Raw.data(stream, "m")
      case 8: bytes += Raw.response(stream, payload: "r")
      default: bytes += Raw.frame(UInt8.random(in: 0xDF...0xE9, using: &random), stream)
      }
    }
    if Int.random(in: 0..<12, using: &random) == 0 {
      arrived += Int.random(in: -1...3, using: &random)
    }
    if Int.random(in: 0..<12, using: &random) == 0,
      let index = bytes.indices.randomElement(
        using: &random
      )
    {
      bytes[index] ^= UInt8.random(in: 1...255, using: &random)
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
    }
    return (bytes, max(arrived, 0))
  }
}
