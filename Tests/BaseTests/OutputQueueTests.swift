import Base
import Testing

@Suite struct OutputQueueTests {
  static let large = OutputQueue.largeByteCount

  /// Takes everything, at most `limit` bytes at a time.
  private func takeAll(_ queue: inout OutputQueue, by limit: Int = .max) -> [UInt8] {
    var taken: [UInt8] = []
    while !queue.isEmpty {
      queue.write(upTo: limit) { pieces in
        let before = taken.count
        for piece in pieces { taken += piece }
        return taken.count - before
      }
    }
    return taken
  }

  private func bytes(_ count: Int) -> Bytes {
    Bytes((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
  }

  @Test func smallPiecesLeaveAsOne() {
    var queue = OutputQueue()
    for value in 0..<10 { queue.append([UInt8(value)]) }
    queue.write(upTo: .max) { pieces in
      #expect(pieces.count == 1)
      #expect(pieces.first.map { Array($0) } == Array(0..<10))
      return 10
    }
    #expect(queue.isEmpty)
  }

  @Test(arguments: [large - 1, large])
  func aLargePieceIsKeptByReference(byteCount: Int) {
    var queue = OutputQueue()
    queue.append([1])
    let tail = bytes(byteCount)
    queue.append(tail)
    queue.append([2])
    #expect(queue.byteCount == byteCount + 2)
    queue.write(upTo: .max) { pieces in
      let isShared = pieces.contains { piece in
        piece.baseAddress == tail.withUnsafeBytes { $0.baseAddress }
      }
      #expect(isShared == (byteCount >= Self.large))
      return 0
    }
    #expect(takeAll(&queue) == [1] + Array(tail) + [2])
  }

  @Test(arguments: [3, large])
  func aMarkedByteBeginsAWrite(byteCount: Int) {
    var queue = OutputQueue()
    queue.append([1, 2])
    queue.mark(7)
    queue.append(bytes(byteCount))
    queue.mark(8)
    queue.append([3])
    #expect(queue.frontMark == nil)
    var writes: [(mark: Int?, byteCount: Int)] = []
    while !queue.isEmpty {
      let mark = queue.frontMark
      writes.append((mark, queue.write(upTo: .max) { $0.reduce(0) { $0 + $1.count } }))
    }
    #expect(writes.map(\.mark) == [nil, 7, 8])
    #expect(writes.map(\.byteCount) == [2, byteCount, 1])
    #expect(queue.frontMark == nil)
  }

  @Test func aMarkStaysUntilItsByteHasLeft() {
    var queue = OutputQueue()
    queue.mark(1)
    queue.append([1, 2, 3])
    for taken in [0, 1, 1] {
      let mark = queue.frontMark
      #expect(mark == (queue.byteCount == 3 ? 1 : nil))
      queue.write(upTo: .max) { _ in taken }
    }
    #expect(queue.frontMark == nil && queue.byteCount == 1)
    queue.mark(2)
    queue.removeAll()
    #expect(queue.frontMark == nil)
  }

  @Test func theLimitCutsThePieces() {
    var queue = OutputQueue()
    queue.append([1, 2, 3])
    queue.append(bytes(Self.large))
    queue.write(upTo: 5) { pieces in
      #expect(pieces.map(\.count) == [3, 2])
      return 4
    }
    #expect(queue.byteCount == Self.large - 1)
    queue.write(upTo: 0) { _ in
      Issue.record("nothing may be written")
      return 0
    }
  }

  @Test func noMoreThanThePieceLimitIsOffered() {
    var queue = OutputQueue()
    for _ in 0..<OutputQueue.pieceLimit + 1 { queue.append(bytes(Self.large)) }
    queue.write(upTo: .max) { pieces in
      #expect(pieces.count == OutputQueue.pieceLimit)
      return 0
    }
    #expect(takeAll(&queue).count == (OutputQueue.pieceLimit + 1) * Self.large)
  }

  @Test func aCopyIsAValueOfItsOwn() {
    var queue = OutputQueue()
    queue.append([1, 2])
    var copy = queue
    queue.append([3])
    copy.append([4])
    #expect(takeAll(&queue) == [1, 2, 3])
    #expect(takeAll(&copy) == [1, 2, 4])
  }

  @Test func whatIsFilledInPlaceIsWritten() {
    var queue = OutputQueue()
    queue.append(byteCount: 4) {
      $0.storeBytes(of: UInt32(0x0403_0201).littleEndian, as: UInt32.self)
    }
    queue.append(byteCount: 0) { _ in Issue.record("there is nothing to fill") }
    #expect(takeAll(&queue) == [1, 2, 3, 4])
  }

  @Test func removingAllLeavesNothing() {
    var queue = OutputQueue()
    queue.append(bytes(10_000))
    queue.append([1])
    queue.removeAll()
    #expect(queue.isEmpty)
    queue.append([5])
    #expect(takeAll(&queue) == [5])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func whatGoesInComesOutInOrder(seed: UInt64) {
    var random = Generator(state: seed)
    var queue = OutputQueue()
    var expected: [UInt8] = []
    var taken: [UInt8] = []
    let pattern = bytes(80_000)
    for _ in 0..<200 {
      let sizes = [1, 17, 900, Self.large - 1, Self.large, 9_000, 70_000]
      let start = Int.random(in: 0..<10_000, using: &random)
      let piece = pattern.slice(start..<start + sizes[Int.random(in: 0..<7, using: &random)])
      expected += piece
      if Bool.random(using: &random) {
        queue.append(piece)
      } else {
        piece.withUnsafeBytes { queue.append(copying: $0) }
      }
      queue.write(upTo: Int.random(in: 1...40_000, using: &random)) { pieces in
        var left = Int.random(in: 0...pieces.reduce(0) { $0 + $1.count }, using: &random)
        let count = left
        for piece in pieces {
          taken += piece.prefix(left)
          left -= min(left, piece.count)
        }
        return count
      }
    }
    taken += takeAll(&queue, by: 5_000)
    #expect(taken == expected, "seed \(seed)")
  }
}

/// SplitMix64: the same numbers for the same seed.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
