import Base
import EventLoop
import Testing

@Suite struct ReadBufferTests {
  /// Reads `count` bytes of one value and tells where they went.
  private func fill(
    _ buffer: inout ReadBuffer,
    _ count: Int,
    _ value: UInt8 = 1
  ) -> (address: UInt, bytes: Bytes?) {
    var address: UInt = 0
    let bytes = buffer.read { room in
      address = UInt(bitPattern: room.baseAddress)
      _ = UnsafeMutableRawBufferPointer(rebasing: room.prefix(count))
        .initializeMemory(as: UInt8.self, repeating: value)
      return count
    }
    return (address, bytes)
  }

  @Test func memoryThatNobodyHoldsIsUsedAgain() {
    var buffer = ReadBuffer()
    let first = fill(&buffer, 100).address
    #expect(fill(&buffer, 100).address == first)
  }

  @Test func readsStart64BytesIntoAPage() {
    var buffer = ReadBuffer()
    #expect(fill(&buffer, 1).address % 4_096 == 64)
  }

  @Test func bytesThatAreHeldAreNotWrittenOver() {
    var buffer = ReadBuffer()
    let held = fill(&buffer, 100, 7)
    let next = fill(&buffer, 100, 8)
    #expect(next.address >= held.address + 100)
    #expect(next.address % 64 == 0)
    #expect(held.bytes.map { Array($0) } == Array(repeating: 7, count: 100))
  }

  @Test(arguments: [
    (Limits.readChunkByteCount - Limits.smallestReadByteCount, false),
    (Limits.readChunkByteCount - Limits.smallestReadByteCount + 1, true),
  ])
  func aChunkWithTooLittleRoomIsReplaced(count: Int, isReplaced: Bool) {
    var buffer = ReadBuffer()
    let held = fill(&buffer, count)
    let next = fill(&buffer, 1)
    let isInside =
      next.address > held.address
      && next.address < held.address + UInt(Limits.readChunkByteCount)
    #expect(isInside != isReplaced)
    withExtendedLifetime(held.bytes) {}
  }

  @Test func nothingReadUsesNoMemory() {
    var buffer = ReadBuffer()
    let first = fill(&buffer, 1).address
    #expect(buffer.read { _ in nil } == nil)
    #expect(fill(&buffer, 1).address == first)
  }
}
