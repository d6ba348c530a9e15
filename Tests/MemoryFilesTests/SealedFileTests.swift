import Base
import CLinux
import Foundation
import Testing

@testable import MemoryFiles

@Suite struct SealedFileTests {
  private let bytes = Bytes((0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) })

  @Test func itHoldsTheBytesAndNobodyChangesThem() throws {
    let sealed = try SealedFile(copying: bytes)
    #expect(sealed.bytes == bytes)
    let file = try sealed.reopened()
    #expect(FileFitness(of: file, byteCount: bytes.count, seals: 0) == .fit)
    #expect(linux_seals(file.descriptor) == Self.allSeals)
    // Whoever gets it may open it again as they like: the seals hold.
    let path = "/proc/self/fd/\(file.descriptor)"
    let writable = OpenFile(adopting: open(path, O_RDWR | O_CLOEXEC))
    #expect(pwrite(writable.descriptor, "x", 1, 0) == -1 && errno == EPERM)
    #expect(ftruncate(writable.descriptor, 1) == -1 && errno == EPERM)
    let shared = mmap(nil, 1, PROT_READ | PROT_WRITE, MAP_SHARED, writable.descriptor, 0)
    #expect(shared == MAP_FAILED)
    #expect(sealed.bytes == bytes)
  }

  @Test func eachCopyReadsFromItsOwnOffset() throws {
    let sealed = try SealedFile(copying: bytes)
    let files = [try sealed.reopened(), try sealed.reopened()]
    #expect(lseek(files[0].descriptor, 5_000, SEEK_SET) == 5_000)
    #expect(lseek(files[1].descriptor, 0, SEEK_CUR) == 0)
    #expect(fcntl(files[0].descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
    #expect(fcntl(files[0].descriptor, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
  }

  @Test func theBytesOutliveTheFile() throws {
    var sealed: SealedFile? = try SealedFile(copying: bytes)
    let kept = sealed?.bytes.slice(100..<200)
    sealed = nil
    #expect(kept == bytes.slice(100..<200))
  }

  @Test func noBytesAreNoFile() {
    #expect(throws: MemoryFileFailure(code: EINVAL)) { try SealedFile(copying: Bytes()) }
  }

  @Test(arguments: [1, 2, 4, 8])
  func aSealThatIsMissingIsNamed(seal: Int32) {
    let file = Self.memoryFile(byteCount: 10, seals: Self.allSeals & ~seal)
    #expect(
      FileFitness(of: file, byteCount: 10, seals: 0) == .unsealed(missing: UInt8(seal))
    )
  }

  @Test func moreSealsMayBeAskedFor() {
    let file = Self.memoryFile(byteCount: 10, seals: Self.allSeals)
    #expect(FileFitness(of: file, byteCount: 10, seals: 16) == .unsealed(missing: 16))
  }

  @Test(arguments: [0, 9, 11])
  func anotherSizeIsTold(byteCount: Int) {
    let file = Self.memoryFile(byteCount: 10, seals: Self.allSeals)
    let fitness = FileFitness(of: file, byteCount: byteCount, seals: 0)
    #expect(fitness == .wrongSize(byteCount: 10, expected: byteCount))
  }

  @Test func whatHasNoSealsIsNotInMemory() {
    let paths = ["/dev/null", "/dev/zero", "/proc/self/status", "/"]
    for path in paths {
      let file = OpenFile(adopting: open(path, O_RDONLY | O_CLOEXEC))
      #expect(FileFitness(of: file, byteCount: 0, seals: 0) == .notInMemory, "\(path)")
    }
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #expect(
      FileFitness(of: OpenFile(adopting: number), byteCount: 0, seals: 0) == .notInMemory
    )
  }

  private static let allSeals = Int32(SealedFile.seals)

  private static func memoryFile(byteCount: Int, seals: Int32) -> OpenFile {
    let bytes = [UInt8](repeating: 1, count: byteCount)
    return OpenFile(adopting: linux_sealed_memory_file("test", bytes, byteCount, seals))
  }
}
