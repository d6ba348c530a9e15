import CLinux
import CodecPool
import Files
import Glibc
import Testing

@Suite struct CodecMemoryTests {
  private static let mebibyte = 1 << 20

  private static func make() throws -> CodecMemory { try CodecMemory(byteCount: mebibyte) }

  private static func map(_ descriptor: CInt) throws -> CodecMemory {
    try CodecMemory(adopting: descriptor, byteCount: mebibyte)
  }

  /// Pixels that just fit into 1 MiB and 2 MiB beside a 64th and 64 KiB: n + n / 64 + 65,536.
  @Test(arguments: [
    (4, 1), (967_916, 1), (967_920, 2), (2_000_360, 2), (2_000_364, 4),
  ])
  func theSizeIsThePowerOfTwoThatFits(pixelByteCount: Int, mebibytes: Int) {
    let byteCount = CodecMemory.byteCount(forPixels: pixelByteCount, limit: 1 << 30)
    #expect(byteCount == mebibytes * Self.mebibyte)
  }

  @Test func aPictureAboveTheLimitHasNoSize() {
    let limit = 3 * Self.mebibyte
    #expect(CodecMemory.byteCount(forPixels: 3_032_804, limit: limit) == limit)
    #expect(CodecMemory.byteCount(forPixels: 3_032_808, limit: limit) == nil)
    #expect(CodecMemory.byteCount(forPixels: .max, limit: .max) == nil)
  }

  @Test func nobodyCanChangeTheSize() throws {
    let memory = try Self.make()
    #expect(ftruncate(memory.descriptor, 0) == -1)
    #expect(ftruncate(memory.descriptor, off_t(2 * Self.mebibyte)) == -1)
    #expect(fcntl(memory.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func bothSidesSeeTheSameBytes() throws {
    let mine = try Self.make()
    let theirs = try Self.map(dup(mine.descriptor))
    mine.bytes[17] = 99
    #expect(theirs.bytes[17] == 99)
  }

  @Test(arguments: [mebibyte - 1, mebibyte + 1, 0, -1])
  func aFileOfAnotherSizeIsRefused(byteCount: Int) throws {
    let memory = try Self.make()
    #expect(throws: CodecMemory.Misfit.unfit) {
      _ = try CodecMemory(adopting: dup(memory.descriptor), byteCount: byteCount)
    }
  }

  @Test func whatDoesNotFitIntoTheAddressSpaceIsAShortage() {
    #expect(throws: Shortage.memory) { _ = try CodecMemory(byteCount: 1 << 48) }
  }

  @Test func whatIsNoMemoryFileIsRefused() {
    for descriptor in [open("/dev/null", O_RDWR | O_CLOEXEC), -1] {
      #expect(throws: CodecMemory.Misfit.unfit) {
        _ = try CodecMemory(adopting: descriptor, byteCount: 1)
      }
    }
  }
}
