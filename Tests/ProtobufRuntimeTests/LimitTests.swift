import Base
import Foundation
import ProtobufTesting
import Testing

@testable import ProtobufRuntime

/// Both sides of every limit.
@Suite struct LimitTests {
  static let limits = DecodingLimits.standard

  // MARK: Depth

  /// Branches in branches, the outermost message included in `depth`.
  private func tree(depth: Int) -> Bytes { Bytes(Wire.nested(2, depth: depth - 1)) }

  @Test func messagesMayLieAsDeepAsTheLimit() throws {
    var tree = try Tree(wireBytes: tree(depth: Self.limits.maximumDepth))
    var depth = 1
    while let branch = tree.branches.first {
      tree = branch
      depth += 1
    }
    #expect(depth == 64)
  }

  @Test func oneDeeperIsRefused() throws {
    let error = try #require(throws: MalformedMessage.self) {
      try Tree(wireBytes: tree(depth: Self.limits.maximumDepth + 1))
    }
    #expect(error.reason == .tooDeep(limit: 64))
    #expect(error.path.split(separator: ".").count == 64)
  }

  @Test func tenThousandDeepIsRefusedOnASmallStack() async {
    let bytes = tree(depth: 10_000)
    let result = await onSmallStack { Result { try Tree(wireBytes: bytes) } }
    #expect(throws: MalformedMessage.self) { try result.get() }
  }

  @Test func asDeepAsTheLimitNeedsASmallStack() async {
    // Each level divided, so that the merger goes as deep too.
    let twice = Wire.field(4, []) + Wire.field(4, [])
    let bytes = Bytes(Wire.nested(2, depth: Self.limits.maximumDepth - 2, twice))
    let result = await onSmallStack {
      Result { try Array(Tree(wireBytes: bytes).encodedBytes()).count }
    }
    #expect(throws: Never.self) { try result.get() }
  }

  /// Bytes of stack, of which unoptimized code needs half; sanitizers make every frame larger.
  #if SANITIZER  // Set by scripts/sanitize.
  private static let stackByteCount = 2 << 20
  #else
  private static let stackByteCount = 256 << 10
  #endif

  /// Runs `body` on a thread with a small stack.
  private func onSmallStack<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = Self.stackByteCount
      thread.start()
    }
  }

  // MARK: Fields

  /// Unknown fields of two bytes each, the cheapest there are.
  private func fields(count: Int) -> Bytes {
    Bytes(repeated([0x78, 0x01], count: count))
  }

  @Test func fieldsMayBeAsManyAsTheLimit() throws {
    var limits = DecodingLimits.standard
    limits.arenaBytesPerWireByte = 100
    _ = try UnpackedMessage(
      fields(count: limits.maximumFieldCount),
      as: Label.descriptor,
      limits: limits
    )
  }

  @Test func oneFieldMoreIsRefused() {
    let reason = MalformedMessage.Reason.tooManyFields(limit: 100_000)
    #expect(throws: MalformedMessage(path: "", reason: reason)) {
      try Label(wireBytes: fields(count: Self.limits.maximumFieldCount + 1))
    }
  }

  @Test func fieldsCountInAllMessagesTogether() {
    var limits = DecodingLimits.standard
    limits.maximumFieldCount = 4
    func decode(_ bytes: [UInt8]) throws {
      _ = try UnpackedMessage(Bytes(bytes), as: Tree.descriptor, limits: limits)
    }
    let branch = Wire.field(2, Wire.field(1, "x"))
    #expect(throws: Never.self) { try decode(branch + branch) }
    #expect(
      throws: MalformedMessage(path: "branches[1]", reason: .tooManyFields(limit: 4))
    ) { try decode(branch + Wire.field(1, "r") + Wire.field(2, Wire.field(1, "x"))) }
  }

  // MARK: Memory

  @Test func theMemoryLimitGrowsWithTheMessageUpToItsMost() {
    let limits = Self.limits
    #expect(limits.arenaByteLimit(wireByteCount: 0) == 64 << 10)
    #expect(limits.arenaByteLimit(wireByteCount: 1000) == 8000 + 64 << 10)
    let edge = ((32 << 20) - (64 << 10)) / 8
    #expect(limits.arenaByteLimit(wireByteCount: edge - 1) == (32 << 20) - 8)
    #expect(limits.arenaByteLimit(wireByteCount: edge) == 32 << 20)
    #expect(limits.arenaByteLimit(wireByteCount: edge + 1) == 32 << 20)
    #expect(limits.arenaByteLimit(wireByteCount: .max) == 32 << 20)
  }

  @Test func theMemoryLimitIsExact() throws {
    let bytes = Bytes((0..<50).flatMap { _ in Wire.field(2, Wire.field(1, "name")) })
    var limits = DecodingLimits.standard
    limits.arenaBytesPerWireByte = 0
    let needed = try neededBytes(bytes)
    limits.arenaBaseByteCount = needed
    _ = try UnpackedMessage(bytes, as: Tree.descriptor, limits: limits)
    limits.arenaBaseByteCount = needed - 1
    #expect(
      throws: MalformedMessage(path: "", reason: .tooLarge(limitBytes: needed - 1))
    ) { _ = try UnpackedMessage(bytes, as: Tree.descriptor, limits: limits) }
  }

  /// What the arena hands out for a message.
  private func neededBytes(_ bytes: Bytes) throws -> Int {
    var low = 0
    var high = 1 << 20
    while low < high {
      let middle = (low + high) / 2
      var limits = DecodingLimits.standard
      limits.arenaBytesPerWireByte = 0
      limits.arenaBaseByteCount = middle
      do {
        _ = try UnpackedMessage(bytes, as: Tree.descriptor, limits: limits)
        high = middle
      } catch {
        low = middle + 1
      }
    }
    return low
  }

  @Test(arguments: [
    Wire.field(17, []), Wire.field(14, []), Wire.field(15, []), Wire.field(1, 0), [0x80, 0x7D, 0],
  ])
  func fourMebibytesOfAlmostNothingCostLittle(element: [UInt8]) {
    let bytes = Bytes(repeated(element, count: (4 << 20) / element.count))
    let before = residentByteCount()
    #expect(throws: MalformedMessage.self) { try Repeated(wireBytes: bytes) }
    // Refused by the number of fields before anything is allocated; other tests run meanwhile.
    #expect(residentByteCount() - before < 64 << 20)
  }

  @Test func cheapMessagesBelowTheFieldLimitStayBelowTheMemoryLimit() {
    let bytes = Bytes(repeated(Wire.field(17, []), count: 99_999))
    let limitBytes = Self.limits.arenaByteLimit(wireByteCount: bytes.count)
    #expect(throws: MalformedMessage(path: "", reason: .tooLarge(limitBytes: limitBytes))) {
      try Repeated(wireBytes: bytes)
    }
  }

  @Test func packedNumbersOfOneByteFitInTheMemoryLimit() throws {
    let bytes = Bytes(Wire.field(2, [UInt8](repeating: 1, count: 1 << 20)))
    #expect(try Repeated(wireBytes: bytes).int64s.count == 1 << 20)
  }

  private func repeated(_ element: [UInt8], count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: element.count * count) { buffer, initializedCount in
      for index in 0..<count {
        for (offset, byte) in element.enumerated() {
          buffer[index * element.count + offset] = byte
        }
      }
      initializedCount = element.count * count
    }
  }

  private func residentByteCount() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ")
    return fields.flatMap { Int($0[1]) }.map { $0 * 4096 } ?? 0
  }
}
