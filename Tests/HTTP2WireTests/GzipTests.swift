import Base
import Testing

@testable import HTTP2Wire

struct GzipTests {
  private static func inflate(
    _ message: Bytes,
    limit: Int = 4_194_304,
    free: Int = 1_048_576,
    ratio: Int = 100
  ) throws(Gzip.Refusal) -> Bytes {
    try Gzip.inflate(message, limit: limit, free: free, ratio: ratio)
  }

  private static func deflated(_ count: Int) throws -> Bytes {
    try #require(Gzip.deflate(Bytes([UInt8](repeating: 0, count: count))))
  }

  @Test(arguments: [100, 65_536, 65_537, 1_000_000])
  func whatIsDeflatedInflates(count: Int) throws {
    let original = Bytes((0..<count).map { UInt8($0 / 7 % 256) })
    let deflated = try #require(Gzip.deflate(original))
    #expect(deflated.count < original.count)
    #expect(try Self.inflate(deflated) == original)
  }

  @Test func whatDeflatingMakesNoShorterStaysAsItIs() {
    var generator = SystemRandomNumberGenerator()
    #expect(
      Gzip.deflate(Bytes((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        == nil
    )
    #expect(Gzip.deflate([]) == nil)
    #expect(Gzip.deflate([1]) == nil)
  }

  @Test func theLimitIsTheLongestResult() throws {
    let message = try Self.deflated(50_000)
    #expect(try Self.inflate(message, limit: 50_000).count == 50_000)
    #expect(throws: Gzip.Refusal.tooLong(limit: 49_999)) {
      try Self.inflate(message, limit: 49_999)
    }
  }

  @Test func longMessagesMayNotBeTooDense() throws {
    let message = try Self.deflated(50_000)
    #expect(try Self.inflate(message, free: 50_000, ratio: 2).count == 50_000)
    #expect(throws: Gzip.Refusal.tooDense(ratio: 2)) {
      try Self.inflate(message, free: 49_999, ratio: 2)
    }
    let ratio = 50_000 / message.count + 1
    #expect(try Self.inflate(message, free: 1, ratio: ratio).count == 50_000)
    #expect(throws: Gzip.Refusal.tooDense(ratio: ratio - 1)) {
      try Self.inflate(message, free: 1, ratio: ratio - 1)
    }
  }

  @Test func aBombIsRefused() throws {
    let message = try Self.deflated(64 << 20)
    #expect(throws: Gzip.Refusal.tooLong(limit: 4_194_304)) {
      try Self.inflate(message, ratio: 1_000)
    }
  }

  @Test func everyCutAndEveryChangeIsRefusedOrRead() throws {
    let message = Array(try Self.deflated(2_000))
    for cut in 0..<message.count {
      #expect(throws: Gzip.Refusal.malformed) { try Self.inflate(Bytes(message[..<cut])) }
    }
    #expect(throws: Gzip.Refusal.malformed) { try Self.inflate(Bytes(message + [0])) }
    for index in message.indices {
      var changed = message
      changed[index] ^= 0x55
      // It may still be right: some bytes of the header mean nothing.
      if let bytes = try? Self.inflate(Bytes(changed)) { #expect(bytes.count == 2_000) }
    }
  }
}
