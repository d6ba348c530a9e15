import Base
import Glibc
import Testing

@Suite struct BytesTests {
  @Test func aSliceCountsFromZeroAndSharesTheMemory() {
    let bytes = Bytes([1, 2, 3, 4, 5])
    let slice = bytes.slice(1..<4)
    #expect(Array(slice) == [2, 3, 4])
    #expect(slice[0] == 2)
    #expect(Array(slice.slice(1..<2)) == [3])
    let distance = bytes.withUnsafeBytes { whole in
      slice.withUnsafeBytes { part in part.baseAddress.map { $0 - (whole.baseAddress ?? $0) } }
    }
    #expect(distance == 1)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 896, 61_440])
  func aChunkBeginsAtAMultipleOf16AndHoldsItsCapacity(capacity: Int) {
    // Several, as one may lie well by chance.
    for _ in 0..<8 {
      let chunk = ByteChunk(capacity: capacity)
      #expect(Int(bitPattern: chunk.base) % 16 == 0)
      #expect(chunk.capacity == capacity)
      memset(chunk.base, 1, capacity)
    }
  }

  @Test func emptyBytesHaveNoMemory() {
    let empty: [Bytes] = [
      Bytes(), [], Bytes([UInt8]()), Bytes([1, 2]).slice(1..<1),
      Bytes(copying: UnsafeRawBufferPointer(start: nil, count: 0)),
      Bytes(byteCount: 0) { _ in },
    ]
    for bytes in empty {
      #expect(bytes.isEmpty)
      #expect(bytes.withUnsafeBytes { $0.baseAddress } == nil)
      #expect(bytes == Bytes())
    }
  }

  @Test func equalBytesAreEqualWhereverTheyLie() {
    let whole = Bytes([9, 1, 2])
    #expect(whole.slice(1..<3) == Bytes([1, 2]))
    #expect(whole.slice(1..<3).hashValue == Bytes([1, 2]).hashValue)
    #expect(whole != Bytes([9, 1, 3]))
    #expect(whole != Bytes([9, 1]))
  }

  @Test func aCopyOutlivesItsSource() {
    var copy = Bytes()
    do {
      let source: [UInt8] = [4, 5, 6]
      copy = source.withUnsafeBytes { Bytes(copying: $0) }
    }
    #expect(Array(copy) == [4, 5, 6])
    #expect(copy.description == "3 bytes")
  }

  @Test func aCompanionLivesAsLongAsTheLastSlice() throws {
    final class Companion: Sendable {}
    let bytes = Bytes([1, 2, 3, 4]).slice(1..<4)
    weak var companion: Companion?
    var slice: Bytes?
    do {
      let kept = Companion()
      companion = kept
      slice = bytes.keeping(kept).slice(1..<3)
    }
    #expect(slice == [3, 4] && companion != nil)
    slice = nil
    #expect(companion == nil && bytes == [2, 3, 4])
    #expect(Bytes().keeping(Companion()).isEmpty && Bytes().memoryID == nil)
    #expect(bytes.memoryID == bytes.slice(0..<1).memoryID)
  }

  @Test func bytesAreAMessageOfThemselves() {
    let bytes = Bytes(wireBytes: [7, 8])
    bytes.withWireBytes { head, tail in
      #expect(head.isEmpty)
      #expect(tail == [7, 8])
    }
  }
}
