import Base
import EventLoop
import Testing

@Suite struct ReadBufferTests {
  /// Reads `count` bytes of one value and tells where they went.
  private func fill(
    _ buffer: inout ReadBuffer,
    _ count: Int,
    _ value: UInt8 = 1
  ) throws -> (address: UInt, bytes: Bytes?) {
    var address: UInt = 0
    let bytes = try buffer.read { room in
      address = UInt(bitPattern: room.baseAddress)
      _ = UnsafeMutableRawBufferPointer(rebasing: room.prefix(count))
        .initializeMemory(as: UInt8.self, repeating: value)
      return count
    }
    return (address, bytes)
  }

  @Test func memoryThatNobodyHoldsIsUsedAgain() throws {
    var buffer = ReadBuffer()
    let first = try fill(&buffer, 100).address
    #expect(try fill(&buffer, 100).address == first)
  }

  @Test func readsStart64BytesIntoAPage() throws {
    var buffer = ReadBuffer()
    #expect(try fill(&buffer, 1).address % 4_096 == 64)
  }

  @Test func bytesThatAreHeldAreNotWrittenOver() throws {
    var buffer = ReadBuffer()
    let held = try fill(&buffer, 100, 7)
    let next = try fill(&buffer, 100, 8)
    #expect(next.address >= held.address + 100)
    #expect(next.address % 64 == 0)
    #expect(held.bytes.map { Array($0) } == Array(repeating: 7, count: 100))
  }

  @Test(arguments: [
    (Limits.readChunkByteCount - Limits.smallestReadByteCount, false),
    (Limits.readChunkByteCount - Limits.smallestReadByteCount + 1, true),
  ])
  func aChunkWithTooLittleRoomIsReplaced(count: Int, isReplaced: Bool) throws {
    var buffer = ReadBuffer()
    let held = try fill(&buffer, count)
    let next = try fill(&buffer, 1)
    let isInside =
      next.address > held.address
      && next.address < held.address + UInt(Limits.readChunkByteCount)
    #expect(isInside != isReplaced)
    withExtendedLifetime(held.bytes) {}
  }

  @Test func nothingReadUsesNoMemory() throws {
    var buffer = ReadBuffer()
    let first = try fill(&buffer, 1).address
    #expect(try buffer.read { _ in nil } == nil)
    #expect(try fill(&buffer, 1).address == first)
  }
}
